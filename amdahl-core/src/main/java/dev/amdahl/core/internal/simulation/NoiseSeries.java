package dev.amdahl.core.internal.simulation;

import dev.amdahl.spi.InvalidInputException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.zip.GZIPInputStream;

/**
 * Measured runs of one unchanged benchmark in order of time, by machine where machines were kept long enough. Immutable and
 * thread-safe.
 *
 * @param name of the file
 * @param machines log seconds, or minus the log of a rate, of consecutive runs
 */
record NoiseSeries(String name, List<double[]> machines) {
    private static final String REMEDY =
            "each file is gzipped CSV with a header and start_epoch_s,vm_id,value in each line";

    private record Line(double start, String machine, double value) {}

    /**
     * Reads a file.
     *
     * @param shortest fewest runs of a machine to be a series of its own; if none has them, all runs are one series
     * @param isTime whether the values are times; else rates
     * @throws InvalidInputException if the file cannot be read or a line is wrong
     */
    static NoiseSeries read(Path file, int shortest, boolean isTime) {
        List<Line> lines = lines(file);
        lines.sort(Comparator.comparingDouble(Line::start));
        Map<String, List<Line>> byMachine = new LinkedHashMap<>();
        lines.forEach(line -> byMachine
                .computeIfAbsent(line.machine(), key -> new ArrayList<>())
                .add(line));
        List<double[]> kept = byMachine.values().stream()
                .filter(each -> each.size() >= shortest)
                .map(each -> logs(each, isTime))
                .toList();
        List<double[]> machines = kept.isEmpty() ? List.of(logs(lines, isTime)) : kept;
        if (machines.get(0).length < shortest) {
            throw new InvalidInputException(
                    file.toString(), "holds " + lines.size() + " runs", "give at least " + shortest);
        }
        return new NoiseSeries(file.getFileName().toString(), machines);
    }

    private static List<Line> lines(Path file) {
        List<Line> lines = new ArrayList<>();
        try (BufferedReader reader = new BufferedReader(
                new InputStreamReader(new GZIPInputStream(Files.newInputStream(file)), StandardCharsets.UTF_8))) {
            reader.readLine();
            int number = 1;
            for (String text = reader.readLine(); text != null; text = reader.readLine()) {
                lines.add(line(file, ++number, text));
            }
        } catch (IOException e) {
            throw new InvalidInputException(file.toString(), "cannot be read: " + e.getMessage(), REMEDY, e);
        }
        return lines;
    }

    private static Line line(Path file, int number, String text) {
        String[] fields = text.split(",", -1);
        try {
            double value = Double.parseDouble(fields[2]);
            if (fields.length == 3 && value > 0 && Double.isFinite(value)) {
                return new Line(Double.parseDouble(fields[0]), fields[1], value);
            }
        } catch (NumberFormatException | ArrayIndexOutOfBoundsException e) {
            throw new InvalidInputException(place(file, number), "'" + text + "' is not a run", REMEDY, e);
        }
        throw new InvalidInputException(place(file, number), "'" + text + "' is not a run", REMEDY);
    }

    private static String place(Path file, int number) {
        return String.format(Locale.ROOT, "%s, line %d", file, number);
    }

    private static double[] logs(List<Line> lines, boolean isTime) {
        return lines.stream()
                .mapToDouble(line -> isTime ? Math.log(line.value()) : -Math.log(line.value()))
                .toArray();
    }
}
