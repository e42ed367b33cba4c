package dev.amdahl.benchmarks.stats;

import dev.amdahl.core.internal.stats.Levels;
import dev.amdahl.core.stats.Alternative;
import dev.amdahl.core.stats.SignFlip;
import dev.amdahl.core.stats.rank.NullDistribution;
import dev.amdahl.core.stats.rank.SignedRankTest;
import dev.amdahl.core.stats.resample.CpuResampler;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/**
 * The Java side of {@code peers/compare.py}: times one task on the rows of a text file and prints its answer and its calls.
 * Arguments: the task, the file (one row of numbers per line), the least calls, the least seconds.
 */
public final class PeerRun {
    private static final int MAX_CALLS = 20_000;
    private static final Map<String, ToDoubleFunction<double[][]>> BY_NAME = Map.of(
            "sign-flip-1000",
                    rows -> SignFlip.subgroup(rows[0], Alternative.TWO_SIDED, 17, 1)
                            .p(),
            "sign-flip-exact-20",
                    rows -> SignFlip.exact(rows[0], Alternative.TWO_SIDED).p(),
            "sign-flip-100-metrics", PeerRun::meanOfMany,
            "signed-rank-20", rows -> signedRank(rows[0]),
            "signed-rank-40", rows -> signedRank(rows[0]));

    private PeerRun() {}

    public static void main(String[] arguments) throws IOException {
        ToDoubleFunction<double[][]> task = named(arguments[0]);
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

    /** @throws IllegalArgumentException if there is no such task, naming those there are */
    private static ToDoubleFunction<double[][]> named(String name) {
        ToDoubleFunction<double[][]> task = BY_NAME.get(name);
        if (task == null) {
            throw new IllegalArgumentException("no task " + name + "; there are " + BY_NAME.keySet());
        }
        return task;
    }

    private static double signedRank(double[] row) {
        return SignedRankTest.withDefaults()
                .with(NullDistribution.EXACT)
                .test(row)
                .p();
    }

    private static double meanOfMany(double[][] rows) {
        long[] counts = Resampling.ON_ALL_PROCESSORS.signFlipCounts(Levels.of(rows), 14, 1);
        return Math.scalb(Arrays.stream(counts).average().orElseThrow(), -14);
    }

    /** Made when first needed. */
    private static final class Resampling {
        static final CpuResampler ON_ALL_PROCESSORS =
                new CpuResampler(Runtime.getRuntime().availableProcessors());
    }
}
