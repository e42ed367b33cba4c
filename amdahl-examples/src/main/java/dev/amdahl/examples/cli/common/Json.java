package dev.amdahl.examples.cli.common;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.io.JsonStringEncoder;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.ser.std.StdSerializer;
import java.io.IOException;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.Function;

/** Builds the documents of {@code --json}; what was not measured is null. */
public final class Json {
    private Json() {}

    public static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }

    public static <T> ArrayNode array(List<T> items, Function<T, ? extends JsonNode> shape) {
        ArrayNode array = JsonNodeFactory.instance.arrayNode();
        items.forEach(item -> array.add(shape.apply(item)));
        return array;
    }

    public static ArrayNode texts(List<String> items) {
        return array(items, JsonNodeFactory.instance::textNode);
    }

    public static JsonNode number(OptionalDouble value) {
        return value.isPresent() ? number(value.getAsDouble()) : JsonNodeFactory.instance.nullNode();
    }

    /** Returns a number, or null if it is not finite: JSON has no other. */
    public static JsonNode number(double value) {
        return Double.isFinite(value)
                ? JsonNodeFactory.instance.numberNode(value)
                : JsonNodeFactory.instance.nullNode();
    }

    public static JsonNode tree(Object value) {
        return Binding.MAPPER.valueToTree(value);
    }

    /** Returns the document in lines, as data binding would print it. */
    public static String text(JsonNode document) {
        StringBuilder text = new StringBuilder();
        append(text, document, 0);
        return text.toString();
    }

    /** Loaded only where an object is bound. */
    private static final class Binding {
        static final ObjectMapper MAPPER = new ObjectMapper()
                .registerModule(new SimpleModule()
                        .addSerializer(Double.class, new OnlyFinite())
                        .addSerializer(Double.TYPE, new OnlyFinite()));
    }

    /** On one line. */
    public static String line(JsonNode document) {
        return document.toString();
    }

    /** A number, or null if it is not finite. */
    private static final class OnlyFinite extends StdSerializer<Double> {
        private static final long serialVersionUID = 1;

        OnlyFinite() {
            super(Double.class);
        }

        @Override
        public void serialize(Double value, JsonGenerator json, SerializerProvider provider) throws IOException {
            if (Double.isFinite(value)) {
                json.writeNumber(value);
            } else {
                json.writeNull();
            }
        }
    }

    private static void append(StringBuilder text, JsonNode value, int depth) {
        if (value.isObject()) {
            object(text, value, depth);
        } else if (value.isArray()) {
            array(text, value, depth);
        } else if (value.isTextual()) {
            string(text, value.textValue());
        } else {
            boolean isNumber = !value.isDouble() || Double.isFinite(value.doubleValue());
            text.append(isNumber ? value.asText() : "null");
        }
    }

    private static void object(StringBuilder text, JsonNode object, int depth) {
        text.append('{');
        String separator = "";
        for (Map.Entry<String, JsonNode> field : object.properties()) {
            line(text.append(separator), depth + 1);
            string(text, field.getKey());
            append(text.append(" : "), field.getValue(), depth + 1);
            separator = ",";
        }
        if (separator.isEmpty()) {
            text.append(' ');
        } else {
            line(text, depth);
        }
        text.append('}');
    }

    private static void array(StringBuilder text, JsonNode array, int depth) {
        text.append('[');
        String separator = " ";
        for (Iterator<JsonNode> values = array.elements(); values.hasNext(); ) {
            append(text.append(separator), values.next(), depth);
            separator = ", ";
        }
        text.append(" ]");
    }

    private static void string(StringBuilder text, String value) {
        text.append('"');
        JsonStringEncoder.getInstance().quoteAsString(value, text);
        text.append('"');
    }

    private static void line(StringBuilder text, int depth) {
        text.append(System.lineSeparator());
        for (int i = 0; i < depth; i++) {
            text.append("  ");
        }
    }
}
