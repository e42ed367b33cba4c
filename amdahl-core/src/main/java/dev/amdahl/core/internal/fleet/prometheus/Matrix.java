package dev.amdahl.core.internal.fleet.prometheus;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/** Reads the {@code data} of an answer point by point, without building a tree. */
final class Matrix {
    private Matrix() {}

    /** What is done with each series and its points. */
    interface Sink {
        /** Begins a series; its points follow. */
        void series(Map<String, String> labels);

        /** One point; NaN and infinite values as such. */
        void point(double epochSeconds, double value);
    }

    /**
     * Reads the array of series after {@code "result":}.
     *
     * @throws IOException where it is not of that shape
     */
    static void read(JsonParser json, Sink sink) throws IOException {
        expect(json, json.nextToken(), JsonToken.START_ARRAY);
        while (json.nextToken() == JsonToken.START_OBJECT) {
            series(json, sink);
        }
        expect(json, json.currentToken(), JsonToken.END_ARRAY);
    }

    private static void series(JsonParser json, Sink sink) throws IOException {
        Map<String, String> labels = new HashMap<>();
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            String name = json.currentName();
            JsonToken value = json.nextToken();
            if (name.equals("metric")) {
                expect(json, value, JsonToken.START_OBJECT);
                while (json.nextToken() == JsonToken.FIELD_NAME) {
                    String label = json.currentName();
                    labels.put(label, String.valueOf(json.nextTextValue()));
                }
            } else if (name.equals("values")) {
                expect(json, value, JsonToken.START_ARRAY);
                sink.series(labels);
                while (json.nextToken() == JsonToken.START_ARRAY) {
                    point(json, sink);
                }
            } else {
                json.skipChildren();
            }
        }
    }

    private static void point(JsonParser json, Sink sink) throws IOException {
        json.nextToken();
        double time = json.getDoubleValue();
        String value = json.nextTextValue();
        if (value == null) {
            throw new IOException("a value that is not a string");
        }
        sink.point(time, number(value));
        expect(json, json.nextToken(), JsonToken.END_ARRAY);
    }

    /** Returns the number that Prometheus writes: {@code +Inf}, {@code -Inf} and {@code NaN} are legal. */
    static double number(String text) throws IOException {
        try {
            return switch (text) {
                case "+Inf", "Inf" -> Double.POSITIVE_INFINITY;
                case "-Inf" -> Double.NEGATIVE_INFINITY;
                default -> Double.parseDouble(text);
            };
        } catch (NumberFormatException e) {
            throw new IOException("a value that is not a number: " + text, e);
        }
    }

    private static void expect(JsonParser json, JsonToken found, JsonToken wanted) throws IOException {
        if (found != wanted) {
            throw new IOException("found " + found + " at byte "
                    + json.currentLocation().getByteOffset() + " where " + wanted + " belongs");
        }
    }
}
