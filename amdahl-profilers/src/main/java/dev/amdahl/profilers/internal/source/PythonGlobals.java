package dev.amdahl.profilers.internal.source;

import dev.amdahl.spi.profiler.SourceSetting;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The settings of a program whose global names are overridden by {@code --name=value}, as
 * {@code exec(open('configurator.py').read())} does it: what is assigned a constant before that. Immutable.
 */
final class PythonGlobals {
    private static final Map<String, SourceSetting.Type> TYPES = Map.of(
            "integer", SourceSetting.Type.INTEGER,
            "float", SourceSetting.Type.NUMBER,
            "true", SourceSetting.Type.BOOLEAN,
            "false", SourceSetting.Type.BOOLEAN,
            "string", SourceSetting.Type.TEXT);

    private final String file;
    private final Map<String, SyntaxNode> assigned = new LinkedHashMap<>();
    private boolean isOverridden;

    PythonGlobals(String file, SyntaxNode module) {
        this.file = file;
        for (SyntaxNode statement : module.children()) {
            SyntaxNode inner = statement.children().isEmpty()
                    ? SyntaxNode.NONE
                    : statement.children().get(0);
            if (statement.text().matches("exec\\(open\\(.*configurator\\.py.*")) {
                isOverridden = true;
                break;
            }
            if (inner.is("assignment") && inner.field("left").is("identifier")) {
                assigned.put(inner.field("left").text(), inner);
            }
        }
    }

    List<SourceSetting> settings() {
        return isOverridden
                ? assigned.values().stream()
                        .flatMap(assignment -> setting(assignment).stream())
                        .toList()
                : List.of();
    }

    private Optional<SourceSetting> setting(SyntaxNode assignment) {
        SyntaxNode right = assignment.field("right");
        return Optional.ofNullable(TYPES.get(right.type()))
                .map(type -> new SourceSetting(
                        SourceSetting.Kind.OPTION,
                        "--" + assignment.field("left").text(),
                        List.of(),
                        type,
                        right.text().replaceAll("^[\"']|[\"']$", ""),
                        List.of(),
                        "configurator",
                        file,
                        assignment.line()));
    }
}
