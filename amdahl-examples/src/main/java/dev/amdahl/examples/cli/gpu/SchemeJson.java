package dev.amdahl.examples.cli.gpu;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.amdahl.examples.cli.common.Answer;
import dev.amdahl.examples.cli.common.Json;
import dev.amdahl.gpu.bilinear.Format;
import dev.amdahl.gpu.bilinear.Ring;
import dev.amdahl.gpu.bilinear.Scheme;
import dev.amdahl.spi.InvalidInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A scheme as a document: {@code {"format", "field", "left", "right", "product"}}, the last three by multiplication and entry, row by
 * row.
 *
 * @param scheme may be wrong
 * @param ring where it is said to hold
 */
record SchemeJson(Scheme scheme, Ring ring) {
    private static final long MAX_BYTES = 16 << 20;

    ObjectNode json() {
        ObjectNode json = Json.object();
        json.put("format", scheme.format().toString());
        json.put("field", ring.toString());
        json.set("left", rows(scheme.left()));
        json.set("right", rows(scheme.right()));
        json.set("product", rows(scheme.product()));
        return json;
    }

    private static ArrayNode rows(int[][] coefficients) {
        ArrayNode rows = JsonNodeFactory.instance.arrayNode();
        for (int[] row : coefficients) {
            ArrayNode numbers = rows.addArray();
            for (int coefficient : row) {
                numbers.add(coefficient);
            }
        }
        return rows;
    }

    /** Reads a document; the answer of a search holds one too. */
    static SchemeJson read(Path file) throws IOException {
        if (!Files.isRegularFile(file)) {
            throw new InvalidInputException(file.toString(), "there is no such file", "name a scheme's file");
        }
        if (Files.size(file) > MAX_BYTES) {
            throw wrong(file, "", "is larger than " + MAX_BYTES + " bytes", "name a scheme's file");
        }
        JsonNode document;
        try {
            document = new ObjectMapper()
                    .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                    .readTree(Files.readAllBytes(file));
        } catch (JacksonException damaged) {
            throw wrong(
                    file,
                    Optional.ofNullable(damaged.getLocation())
                            .map(place -> ", line " + place.getLineNr() + " column " + place.getColumnNr())
                            .orElse(""),
                    "is not JSON",
                    "rewrites it with bilinear --out");
        }
        JsonNode scheme = document.path("scheme").isObject() ? document.path("scheme") : document;
        String format = text(file, scheme, "format");
        Ring ring = Ring.parse("scheme " + file + ", /field", text(file, scheme, "field"));
        int[][] left = rows(file, scheme, "left");
        int[][] right = rows(file, scheme, "right");
        int[][] product = rows(file, scheme, "product");
        try {
            return new SchemeJson(Scheme.of(Format.parse(format), left, right, product), ring);
        } catch (InvalidInputException shape) {
            throw wrong(file, "", String.valueOf(shape.getMessage()), "or rewrites it with bilinear --out");
        }
    }

    private static String text(Path file, JsonNode scheme, String key) {
        if (!scheme.path(key).isTextual()) {
            throw wrong(file, ", /" + key, "is not text", "rewrites it with bilinear --out");
        }
        return scheme.path(key).textValue();
    }

    private static int[][] rows(Path file, JsonNode scheme, String key) {
        JsonNode rows = scheme.path(key);
        requireArray(file, rows, "/" + key);
        int[][] coefficients = new int[rows.size()][];
        for (int i = 0; i < rows.size(); i++) {
            requireArray(file, rows.get(i), "/" + key + "/" + i);
            coefficients[i] = new int[rows.get(i).size()];
            for (int j = 0; j < coefficients[i].length; j++) {
                JsonNode number = rows.get(i).get(j);
                if (!number.isIntegralNumber() || !number.canConvertToInt()) {
                    throw wrong(
                            file, ", /" + key + "/" + i + "/" + j, "is not a small whole number", "give a coefficient");
                }
                coefficients[i][j] = number.intValue();
            }
        }
        return coefficients;
    }

    private static void requireArray(Path file, JsonNode node, String place) {
        if (!node.isArray()) {
            throw wrong(file, ", " + place, "is not a list", "rewrites it with bilinear --out");
        }
    }

    private static InvalidInputException wrong(Path file, String place, String problem, String remedy) {
        return new InvalidInputException("scheme " + file + place, problem, remedy);
    }

    /** Returns what {@code --check} says: 1 if it is readable and wrong. */
    Answer checked(Path file, long seed) {
        Optional<String> wrong = scheme.wrongEquation(ring);
        ObjectNode json = BilinearAnswer.head(this);
        json.put("file", file.toString());
        json.put("wrong", wrong.orElse(null));
        String text = BilinearAnswer.headText(this)
                + wrong.map(equation -> "wrong     " + equation + "\n").orElse("");
        if (wrong.isPresent()) {
            return Answer.of(json, text, false);
        }
        BilinearLift lift = BilinearLift.of(scheme, ring, seed);
        lift.addTo(json);
        return Answer.of(json, text + lift.text(), lift.run().isEqual());
    }
}
