package dev.amdahl.benchmarks.stats;

import dev.amdahl.core.internal.stats.Levels;
import dev.amdahl.core.stats.Alternative;
import dev.amdahl.core.stats.SignFlip;
import dev.amdahl.core.stats.rank.NullDistribution;
import dev.amdahl.core.stats.rank.SignedRankTest;
import dev.amdahl.core.stats.resample.CpuResampler;
import java.util.Arrays;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** What both sides of {@code peers/compare.py} compute: rows of numbers in, one number out. Immutable. */
final class PeerTasks {
    private static final Map<String, ToDoubleFunction<double[][]>> BY_NAME = Map.of(
            "sign-flip-1000",
                    rows -> SignFlip.subgroup(rows[0], Alternative.TWO_SIDED, 17, 1)
                            .p(),
            "sign-flip-exact-20",
                    rows -> SignFlip.exact(rows[0], Alternative.TWO_SIDED).p(),
            "sign-flip-100-metrics", PeerTasks::meanOfMany,
            "signed-rank-20", rows -> signedRank(rows[0]),
            "signed-rank-40", rows -> signedRank(rows[0]));

    private PeerTasks() {}

    /** @throws IllegalArgumentException if there is no such task, naming those there are */
    static ToDoubleFunction<double[][]> named(String name) {
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
