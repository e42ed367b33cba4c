package dev.amdahl.spi.profiler;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** What the makers of devices declare: dense operations a second by arithmetic, bytes a second of memory and of links. */
public final class DeclaredRates {
    private static final String TABLE = "peaks.csv";
    private static final List<String> COLUMNS = List.of("fp64", "fp32", "tf32", "fp16", "bf16", "nvlink", "memory");

    /** From here on columns are of bytes. */
    private static final int BYTES = 5;

    private static final double TERA = 1e12;
    private static final double GIGA = 1e9;
    private static final String UNKNOWN = "-";

    private DeclaredRates() {}

    /**
     * Returns the rates of a model: operations by {@code fp64}, {@code fp32}, {@code tf32}, {@code fp16}, {@code bf16}, bytes in one
     * direction of one {@code nvlink} and of {@code memory}. What is not declared is missing; of a model that is not known all is.
     *
     * @param model the name that its driver gives it
     */
    public static Map<String, Double> of(String model) {
        Map<String, Double> rates = new TreeMap<>();
        table().stream()
                .filter(row -> Pattern.compile("\\b" + Pattern.quote(row.get(0)) + "\\b")
                        .matcher(model)
                        .find())
                .findFirst()
                .ifPresent(row -> {
                    for (int i = 0; i + 1 < row.size(); i++) {
                        if (!row.get(i + 1).equals(UNKNOWN)) {
                            rates.put(COLUMNS.get(i), Double.parseDouble(row.get(i + 1)) * (i < BYTES ? TERA : GIGA));
                        }
                    }
                });
        return Map.copyOf(rates);
    }

    private static List<List<String>> table() {
        try (InputStream in = DeclaredRates.class.getResourceAsStream(TABLE)) {
            if (in == null) {
                throw new IllegalStateException(TABLE + " is missing from the jar; rebuild it");
            }
            return new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .map(line -> List.of(line.split(",", -1)))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
