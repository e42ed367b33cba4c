package dev.amdahl.benchmarks.stats;

import dev.amdahl.core.internal.anomaly.AnomalyDetector;
import dev.amdahl.core.internal.anomaly.Signal;
import dev.amdahl.core.internal.anomaly.WatchPolicy;
import dev.amdahl.core.internal.testing.StationaryNoise;
import dev.amdahl.spi.job.Anomaly;
import dev.amdahl.spi.job.Anomaly.Kind;
import dev.amdahl.spi.job.Anomaly.Place;
import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;

/**
 * Prints how often the watcher is wrong and how long it takes, on generated and on measured series: {@code WatchTable [samples of each
 * kind]}. Measured ones come from the folder that {@code AMDAHL_DATA} names.
 */
public final class WatchTable {
    private static final int PIECE = 20_000;
    private static final int PLANTED = 200;
    private static final int LONG = 200;
    private static final int BEFORE = 600;
    private static final int AFTER = 600;
    private static final double LEVEL = 20;
    private static final double SHIFT = 6;
    private static final long SEED = 1_000_000;
    private static final double TEN_THOUSAND = 1e4;
    private static final PrintStream OUT = System.out;

    private WatchTable() {}

    /** Prints both tables. */
    public static void main(String[] args) throws IOException {
        generated(args.length > 0 ? Integer.parseInt(args[0]) : 1_000_000);
        String data = System.getenv("AMDAHL_DATA");
        if (data == null) {
            OUT.println("AMDAHL_DATA is not set: no measured series");
            return;
        }
        measured(Path.of(data));
    }

    private static void generated(int samples) {
        OUT.println("| noise | false alarms in 10,000 samples: loss | step time | rate | memory "
                + "| shift of 6 spreads: found | delay p50 | p95 | most |");
        OUT.println("|---|---|---|---|---|---|---|---|---|");
        long all = 0;
        long alarms = 0;
        for (StationaryNoise noise : StationaryNoise.values()) {
            StringBuilder row = new StringBuilder("| " + noise.name().toLowerCase(java.util.Locale.ROOT));
            for (Signal signal : List.of(Signal.LOSS, Signal.STEP_SECONDS, Signal.RATE, Signal.MEMORY)) {
                int found = 0;
                for (int i = 0; i < samples / PIECE; i++) {
                    found += run(signal, lifted(noise.series(PIECE, SEED + i))).size();
                }
                row.append(String.format(" | %.3f", found * TEN_THOUSAND / samples));
                all += samples;
                alarms += found;
            }
            int[] delays = new int[PLANTED];
            int found = 0;
            for (int i = 0; i < PLANTED; i++) {
                double[] series = lifted(noise.series(BEFORE + AFTER, SEED + 100_000 + i));
                double shift = SHIFT * spread(series);
                for (int k = BEFORE; k < series.length; k++) {
                    series[k] += shift;
                }
                Optional<Anomaly> first = run(Signal.LOSS, series).stream()
                        .filter(anomaly -> index(anomaly) >= BEFORE)
                        .findFirst();
                if (first.isPresent()) {
                    delays[found++] = index(first.get()) - BEFORE + 1;
                }
            }
            int[] sorted = Arrays.copyOf(delays, found);
            Arrays.sort(sorted);
            OUT.printf(
                    "%s | %d of %d | %d | %d | %d |%n",
                    row, found, PLANTED, sorted[found / 2], sorted[(int) (.95 * (found - 1))], sorted[found - 1]);
        }
        OUT.printf("%nall: %d alarms in %d samples, %.3f in 10,000%n%n", alarms, all, alarms * TEN_THOUSAND / all);
    }

    private static void measured(Path data) throws IOException {
        OUT.println(
                "| measured series | samples | watched as | found | in 10,000 | halved from the middle on: found | delay p50 | most |");
        OUT.println("|---|---|---|---|---|---|---|---|");
        List<double[]> azure = new ArrayList<>();
        try (Stream<Path> files = Files.list(data.resolve("stats/noise"))) {
            for (Path file : files.filter(path -> path.toString().contains("azure_")
                            && path.toString().endsWith(".gz"))
                    .sorted()
                    .toList()) {
                azure.addAll(csv(file, 2, 1));
            }
        }
        azure.removeIf(series -> series.length < LONG);
        row("cloud benchmarks, each host", azure, Signal.RATE, .5);
        row("cloud benchmarks, each host", azure, Signal.STEP_SECONDS, 2);
        Path pods = data.resolve("fleet/alibaba-genai2026");
        List<double[]> memory = csv(pods.resolve("pod_gpu_memory_used_bytes_anon.csv"), 1, 2);
        row("GPU memory of pods", scaled(memory, 1.0 / (1 << 20)), Signal.MEMORY, .5);
        row(
                "GPU duty cycle of pods",
                scaled(csv(pods.resolve("pod_gpu_duty_cycle_anon.csv"), 0, 2), .01),
                Signal.BUSY,
                1);
        row("latencies of one model", csv(pods.resolve("model_predict_data_anon.csv"), 1, -1), Signal.STEP_SECONDS, 2);
    }

    private static void row(String name, List<double[]> all, Signal signal, double factor) {
        long samples = 0;
        int found = 0;
        int planted = 0;
        List<Integer> delays = new ArrayList<>();
        for (double[] series : all) {
            samples += series.length;
            found += run(signal, series).size();
            if (series.length >= LONG && factor != 1) {
                planted++;
                double[] changed = series.clone();
                for (int k = series.length / 2; k < series.length; k++) {
                    changed[k] *= factor;
                }
                run(signal, changed).stream()
                        .mapToInt(WatchTable::index)
                        .filter(index -> index >= series.length / 2)
                        .findFirst()
                        .ifPresent(index -> delays.add(index - series.length / 2 + 1));
            }
        }
        delays.sort(null);
        OUT.printf(
                "| %s | %d in %d | %s | %d | %.2f | %d of %d | %s | %s |%n",
                name,
                samples,
                all.size(),
                signal,
                found,
                found * TEN_THOUSAND / samples,
                delays.size(),
                planted,
                delays.isEmpty() ? "-" : delays.get(delays.size() / 2),
                delays.isEmpty() ? "-" : delays.get(delays.size() - 1));
    }

    private static List<Anomaly> run(Signal signal, double[] series) {
        List<Anomaly> found = new ArrayList<>();
        AnomalyDetector watcher = new AnomalyDetector(WatchPolicy.DEFAULT, found::add);
        int number = watcher.series(new Place("", "", "gpu", signal.name()), signal);
        for (int k = 0; k < series.length; k++) {
            watcher.accept(number, k * 57_000_000_000L, series[k]);
        }
        found.removeIf(anomaly -> anomaly.kind() == Kind.HANG);
        return found;
    }

    private static int index(Anomaly anomaly) {
        return (int) (anomaly.span().seen().getEpochSecond() / 57);
    }

    private static List<double[]> scaled(List<double[]> all, double factor) {
        return all.stream()
                .map(series ->
                        Arrays.stream(series).map(value -> value * factor).toArray())
                .toList();
    }

    private static double[] lifted(double[] noise) {
        for (int i = 0; i < noise.length; i++) {
            noise[i] += LEVEL;
        }
        return noise;
    }

    private static double spread(double[] series) {
        double mean = Arrays.stream(series).average().orElseThrow();
        return 1.2533
                * Arrays.stream(series)
                        .map(value -> Math.abs(value - mean))
                        .average()
                        .orElseThrow();
    }

    /**
     * Returns one series for each value of a column, in the order of the file.
     *
     * @param by that column, -1 for one series
     */
    private static List<double[]> csv(Path file, int value, int by) throws IOException {
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
