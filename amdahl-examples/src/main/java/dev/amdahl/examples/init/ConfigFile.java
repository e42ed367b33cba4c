package dev.amdahl.examples.init;

import com.github.difflib.DiffUtils;
import com.github.difflib.UnifiedDiffUtils;
import dev.amdahl.examples.jobs.YamlDocument;
import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.profiler.SourceSetting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.snakeyaml.engine.v2.common.ScalarStyle;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.Tag;

/** The values of one configuration file in TOML, in YAML, or in JSON, which is YAML too. Used once, not thread-safe. */
final class ConfigFile {
    private static final int CONTEXT = 3;
    private static final Set<String> INCLUDES =
            Set.of("defaults", "_base_", "__base__", "base_config", "include", "includes", "extends", "inherit_from");

    private final Path path;
    private final String name;
    private final List<ConfigValue> values = new ArrayList<>();
    private final List<String> findings = new ArrayList<>();
    private final Set<Node> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    private Optional<Node> root = Optional.empty();

    /**
     * Reads a file; one that cannot be read is a finding.
     *
     * @param name as it is shown
     */
    ConfigFile(Path path, String name) {
        this.path = path;
        this.name = name;
        if (name.endsWith(".toml")) {
            toml();
        } else {
            yaml();
        }
        if (values.stream().anyMatch(ConfigValue::isShared)) {
            findings.add(name + ": values under an anchor (&) apply in several places, and are not tried");
        }
    }

    private void toml() {
        try {
            values.addAll(TomlValues.of(Files.readString(path)));
        } catch (IOException unreadable) {
            findings.add("not read as a configuration: " + name + ": "
                    + String.valueOf(unreadable.getMessage()).replaceAll("\\s+", " "));
        }
    }

    private void yaml() {
        try {
            List<Node> documents = YamlDocument.all(path);
            if (documents.size() > 1) {
                findings.add(name + ": holds " + documents.size() + " documents, of which the first is read");
            }
            root = documents.stream().findFirst();
        } catch (InvalidInputException unreadable) {
            findings.add("not read as a configuration: " + unreadable.getMessage());
        }
        root.ifPresent(node -> visit(node, "", false));
    }

    private void visit(Node node, String key, boolean isShared) {
        if (!seen.add(node)) {
            return;
        }
        boolean isBelowAnchor = isShared || node.getAnchor().isPresent();
        if (node.getTag().getValue().startsWith("!") && node.getTag().getValue().contains("include")) {
            findings.add(name + ":" + line(node) + ": includes another file (!include), which is not read");
        } else if (node instanceof ScalarNode scalar) {
            values.add(value(key, scalar, isBelowAnchor));
        } else if (node instanceof MappingNode mapping) {
            for (NodeTuple tuple : mapping.getValue()) {
                if (tuple.getKeyNode() instanceof ScalarNode each) {
                    String inner = key.isEmpty() ? each.getValue() : key + "." + each.getValue();
                    visit(tuple.getValueNode(), inner, isBelowAnchor);
                }
            }
        }
    }

    private static ConfigValue value(String key, ScalarNode node, boolean isShared) {
        boolean isNothing = node.getTag().equals(Tag.NULL)
                || node.getValue().equals("~")
                || node.getValue().contains("${");
        SourceSetting.Type type = node.getTag().equals(Tag.INT)
                ? SourceSetting.Type.INTEGER
                : node.getTag().equals(Tag.FLOAT)
                        ? SourceSetting.Type.NUMBER
                        : node.getTag().equals(Tag.BOOL) ? SourceSetting.Type.BOOLEAN : SourceSetting.Type.TEXT;
        Mark start = node.getStartMark().orElseThrow();
        Mark end = node.getEndMark().orElseThrow();
        ScalarStyle style = node.getScalarStyle();
        return new ConfigValue(
                key,
                isNothing ? "" : node.getValue(),
                type,
                start.getLine() + 1,
                start.getColumn(),
                start.getLine() == end.getLine() ? end.getColumn() : start.getColumn(),
                style == ScalarStyle.DOUBLE_QUOTED ? "\"" : style == ScalarStyle.SINGLE_QUOTED ? "'" : "",
                isShared);
    }

    private static int line(Node node) {
        return node.getStartMark().map(mark -> mark.getLine() + 1).orElse(1);
    }

    /** Returns them in the order of the file; those within lists are left out. */
    List<ConfigValue> values() {
        return values;
    }

    List<String> findings() {
        return findings;
    }

    /** Returns the keys by which it goes on in another file. */
    List<String> includes() {
        return YamlNodes.entries(root).keySet().stream()
                .filter(INCLUDES::contains)
                .toList();
    }

    /** Returns the items of a list of it. */
    List<Node> items(String key) {
        return YamlNodes.items(Optional.ofNullable(YamlNodes.entries(root).get(key)));
    }

    /** Returns its lines; none if they cannot be read as text that git would take. */
    List<String> lines() {
        try {
            String text = Files.readString(path);
            return text.endsWith("\n") && text.indexOf('\r') < 0 ? text.lines().toList() : List.of();
        } catch (IOException unreadable) {
            return List.of();
        }
    }

    /** Returns the unified diff that gives a value another text; empty where the value is not one piece of a line. */
    Optional<String> diff(ConfigValue value, String text) {
        List<String> before = lines();
        if (before.isEmpty() || value.start() == value.end()) {
            return Optional.empty();
        }
        String line = before.get(value.line() - 1);
        String plain = value.type() == SourceSetting.Type.BOOLEAN ? text.toLowerCase(Locale.ROOT) : text;
        List<String> after = new ArrayList<>(before);
        after.set(
                value.line() - 1,
                line.substring(0, line.offsetByCodePoints(0, value.start()))
                        + value.quote()
                        + plain
                        + value.quote()
                        + line.substring(line.offsetByCodePoints(0, value.end())));
        List<String> diff = UnifiedDiffUtils.generateUnifiedDiff(
                "a/" + name, "b/" + name, before, DiffUtils.diff(before, after), CONTEXT);
        return Optional.of(String.join("\n", diff) + "\n");
    }
}
