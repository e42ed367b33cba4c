package dev.amdahl.benchmarks.stats;

import dev.amdahl.core.stats.Alternative;
import dev.amdahl.core.stats.SignFlip;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * The sign-flip test beside plain Java for the same answer: commons-statistics has no sign-flip test, so the peers are a Gray-code
 * walk over all patterns and a loop over drawn signs.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class SignFlipBenchmark {
    private static final int PATTERNS = 1 << 17;

    private final double[] twenty = draw(20);
    private final double[] thousand = draw(1000);

    private static double[] draw(int n) {
        SplittableRandom random = new SplittableRandom(n);
        return random.doubles(n).map(u -> u - .48).toArray();
    }

    @Benchmark
    public long exactTwenty() {
        return SignFlip.exact(twenty, Alternative.TWO_SIDED).count();
    }

    @Benchmark
    public long exactTwentyByGrayCode() {
        return PlainSignFlip.exact(twenty);
    }

    @Benchmark
    public long subgroupOfThousand() {
        return SignFlip.subgroup(thousand, Alternative.TWO_SIDED, 17, 1).count();
    }

    @Benchmark
    public long subgroupOfThousandByDrawnSigns() {
        return PlainSignFlip.drawn(thousand, PATTERNS, 1);
    }
}
