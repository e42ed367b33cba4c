package dev.amdahl.benchmarks.stats;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/**
 * The Java side of {@code peers/compare.py}: times one task on the rows of a text file and prints its answer and its calls.
 * Arguments: the task, the file (one row of numbers per line), the least calls, the least seconds.
 */
public final class PeerRun {
    private static final int MAX_CALLS = 20_000;

    private PeerRun() {}

    public static void main(String[] arguments) throws IOException {
        ToDoubleFunction<double[][]> task = PeerTasks.named(arguments[0]);
        double[][] rows;
        try (var lines = Files.lines(Path.of(arguments[1]))) {
            rows = lines.map(PeerRun::row).toArray(double[][]::new);
        }
        int calls = Integer.parseInt(arguments[2]);
        double seconds = Double.parseDouble(arguments[3]);
        time(task, rows, calls, seconds);
        double[] times = time(task, rows, calls, seconds);
        System.out.printf(
                Locale.ROOT,
                "{\"answer\": %s, \"seconds\": [%s]}%n",
                task.applyAsDouble(rows),
                Arrays.stream(times).mapToObj(Double::toString).collect(Collectors.joining(", ")));
    }

    private static double[] row(String line) {
        return Arrays.stream(line.trim().split(" "))
                .mapToDouble(Double::parseDouble)
                .toArray();
    }

    private static double[] time(ToDoubleFunction<double[][]> task, double[][] rows, int calls, double seconds) {
        double[] times = new double[MAX_CALLS];
        double spent = 0;
        int made = 0;
        while (made < MAX_CALLS && (made < calls || spent < seconds)) {
            long start = System.nanoTime();
            if (Double.isNaN(task.applyAsDouble(rows))) {
                throw new IllegalStateException(task + " gave no number");
            }
            times[made] = (System.nanoTime() - start) * 1e-9;
            spent += times[made++];
        }
        return Arrays.copyOf(times, made);
    }
}
