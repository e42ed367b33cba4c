package dev.amdahl.benchmarks.profilers;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import dev.amdahl.core.internal.timeline.Attribution;
import dev.amdahl.profilers.kineto.KinetoProfiler;
import dev.amdahl.profilers.kineto.TraceSummary;
import dev.amdahl.spi.job.Timeline;
import dev.amdahl.spi.profiler.Artifact;
import dev.amdahl.spi.profiler.ProfileLimits;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.zip.GZIPInputStream;

/**
 * How fast traces are read in a warm process, against Jackson's bare tokens of the same bytes, in turn; medians of the later half.
 * Arguments: trace files; {@code -Drounds=N} for other than 20 rounds.
 */
public final class TraceSpeed {
    private TraceSpeed() {}

    public static void main(String[] files) throws IOException {
        int rounds = Integer.getInteger("rounds", 20);
        System.out.println("file, MB, then MB/s: Jackson tokens, reader, reader and account; reader over tokens");
        for (String name : files) {
            Path file = Path.of(name);
            Map<String, double[]> seconds = new LinkedHashMap<>();
            long bytes = 0;
            for (int round = 0; round < rounds; round++) {
                bytes = time(seconds, "tokens", rounds, round, () -> tokens(file));
                time(seconds, "reader", rounds, round, () -> read(file).endNanos());
                time(seconds, "account", rounds, round, () -> account(file));
            }
            double[] rates = seconds.values().stream()
                    .mapToDouble(times -> median(Arrays.copyOfRange(times, rounds / 2, rounds)))
                    .toArray();
            double megabytes = bytes / 1e6;
            System.out.printf(
                    Locale.ROOT,
                    "%s, %.1f, %.0f, %.0f, %.0f; %.2f%n",
                    file.getFileName(),
                    megabytes,
                    megabytes / rates[0],
                    megabytes / rates[1],
                    megabytes / rates[2],
                    rates[0] / rates[1]);
        }
    }

    @FunctionalInterface
    private interface Task {
        long run() throws IOException;
    }

    private static long time(Map<String, double[]> seconds, String name, int rounds, int round, Task task)
            throws IOException {
        long start = System.nanoTime();
        long answer = task.run();
        seconds.computeIfAbsent(name, any -> new double[rounds])[round] = (System.nanoTime() - start) * 1e-9;
        return answer;
    }

    /** Returns the number of bytes. */
    private static long tokens(Path file) throws IOException {
        InputStream plain = Files.newInputStream(file);
        try (InputStream in = file.toString().endsWith(".gz") ? new GZIPInputStream(plain, 1 << 16) : plain;
                JsonParser parser = new JsonFactory().createParser(in)) {
            while (parser.nextToken() != null) {}
            return parser.currentLocation().getByteOffset();
        }
    }

    private static Timeline read(Path file) {
        return new KinetoProfiler()
                .read(new Artifact(file, "trace"), ProfileLimits.DEFAULT)
                .timeline()
                .orElseThrow();
    }

    private static long account(Path file) {
        Timeline timeline = read(file);
        return (long) TraceSummary.of(timeline, Integer.MAX_VALUE).kernels().size()
                + Attribution.of(timeline).accounts().size();
    }

    private static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }
}
