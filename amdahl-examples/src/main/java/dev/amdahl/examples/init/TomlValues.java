package dev.amdahl.examples.init;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.toml.TomlMapper;
import dev.amdahl.spi.profiler.SourceSetting;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The values of a TOML document. Its parser does not tell places: the place of a value is the one where another text changes this value
 * and nothing else, as the parser itself reads it.
 */
final class TomlValues {
    private static final int MAX_VALUES = 500;
    private static final Pattern VALUE =
            Pattern.compile("(?<=[=\\s])(?:([\"'])([^\"'\\\\]*)\\1|true|false|[+-]?[0-9][0-9_.eE+-]*)(?=\\s|,|}|$)");

    private final String text;
    private final List<String> lines;
    private final JsonNode root;
    private final TomlMapper mapper = new TomlMapper();

    private TomlValues(String text) throws JsonProcessingException {
        this.text = text;
        lines = text.lines().toList();
        root = mapper.readTree(text);
    }

    /** Returns those that are one piece of a line, outside lists. @throws JsonProcessingException if it is no TOML */
    static List<ConfigValue> of(String text) throws JsonProcessingException {
        TomlValues values = new TomlValues(text);
        List<ConfigValue> all = new ArrayList<>();
        values.visit(values.root, "", "", all);
        return all;
    }

    private void visit(JsonNode node, String key, String pointer, List<ConfigValue> into) {
        for (Map.Entry<String, JsonNode> field : node.properties()) {
            String name = key.isEmpty() ? field.getKey() : key + "." + field.getKey();
            String at = pointer + "/" + field.getKey().replace("~", "~0").replace("/", "~1");
            if (field.getValue().isObject()) {
                visit(field.getValue(), name, at, into);
            } else if (field.getValue().isValueNode() && into.size() < MAX_VALUES) {
                value(field.getValue(), name, field.getKey(), at).ifPresent(into::add);
            }
        }
    }

    private Optional<ConfigValue> value(JsonNode node, String name, String key, String pointer) {
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i);
            Matcher value = VALUE.matcher(line);
            while (line.contains(key) && value.find()) {
                if (isPlace(i, value, pointer)) {
                    String quote = Optional.ofNullable(value.group(1)).orElse("");
                    return Optional.of(new ConfigValue(
                            name,
                            node.asText(),
                            type(node),
                            i + 1,
                            line.codePointCount(0, value.start()),
                            line.codePointCount(0, value.end()),
                            quote,
                            false));
                }
            }
        }
        return Optional.empty();
    }

    private boolean isPlace(int line, Matcher value, String pointer) {
        List<String> changed = new ArrayList<>(lines);
        String mark = "amdahl-" + text.length();
        changed.set(
                line,
                lines.get(line).substring(0, value.start())
                        + "\"" + mark + "\""
                        + lines.get(line).substring(value.end()));
        try {
            JsonNode after = mapper.readTree(String.join("\n", changed) + "\n");
            if (!after.at(pointer).asText().equals(mark)) {
                return false;
            }
            int last = pointer.lastIndexOf('/');
            String field = pointer.substring(last + 1).replace("~1", "/").replace("~0", "~");
            if (after.at(pointer.substring(0, last)) instanceof ObjectNode above) {
                above.set(field, root.at(pointer));
            }
            return after.equals(root);
        } catch (JsonProcessingException broken) {
            return false;
        }
    }

    private static SourceSetting.Type type(JsonNode node) {
        return node.isIntegralNumber()
                ? SourceSetting.Type.INTEGER
                : node.isNumber()
                        ? SourceSetting.Type.NUMBER
                        : node.isBoolean() ? SourceSetting.Type.BOOLEAN : SourceSetting.Type.TEXT;
    }
}
