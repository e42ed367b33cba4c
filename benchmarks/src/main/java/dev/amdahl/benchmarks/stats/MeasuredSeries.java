package dev.amdahl.benchmarks.stats;

import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPInputStream;

/** Reads series from plain CSV files with a header, gzip or not. */
final class MeasuredSeries {
    private MeasuredSeries() {}

    /**
     * Returns one series for each value of a column, in the order of the file.
     *
     * @param by that column, -1 for one series
     */
    static List<double[]> csv(Path file, int value, int by) throws IOException {
        Map<String, List<Double>> series = new LinkedHashMap<>();
        try (InputStream in = new BufferedInputStream(Files.newInputStream(file));
                BufferedReader reader = new BufferedReader(new InputStreamReader(
                        file.toString().endsWith(".gz") ? new GZIPInputStream(in) : in, StandardCharsets.UTF_8))) {
            reader.readLine();
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                String[] cells = line.split(",", -1);
                series.computeIfAbsent(by < 0 ? "" : cells[by], key -> new ArrayList<>())
                        .add(Double.parseDouble(cells[value]));
            }
        }
        return series.values().stream()
                .map(values -> values.stream().mapToDouble(Double::doubleValue).toArray())
                .toList();
    }
}
