package dev.amdahl.core.stats;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Objects;
import java.util.stream.StreamSupport;

/** Reads the reference values of the test resources. */
public final class ReferenceCases {

    private ReferenceCases() {}

    public static List<JsonNode> of(String file) {
        try (InputStream in =
                Objects.requireNonNull(ReferenceCases.class.getResourceAsStream("/stats/" + file), file)) {
            return list(new ObjectMapper().readTree(in).get("cases"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static List<JsonNode> list(JsonNode array) {
        return StreamSupport.stream(array.spliterator(), false).toList();
    }

    public static double[] numbers(JsonNode array) {
        return list(array).stream().mapToDouble(ReferenceCases::number).toArray();
    }

    public static double number(JsonNode node) {
        return node.isTextual() ? Double.parseDouble(node.asText()) : node.asDouble();
    }
}
