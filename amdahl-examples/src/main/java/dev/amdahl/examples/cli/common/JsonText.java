package dev.amdahl.examples.cli.common;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.Iterator;
import java.util.Map;

/** Prints a document in lines, without the machinery of data binding. */
final class JsonText {
    private JsonText() {}

    static void append(StringBuilder text, JsonNode value, int depth) {
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
