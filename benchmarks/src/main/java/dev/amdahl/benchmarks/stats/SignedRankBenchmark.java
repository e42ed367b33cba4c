package dev.amdahl.benchmarks.stats;

import dev.amdahl.core.stats.rank.NullDistribution;
import dev.amdahl.core.stats.rank.SignedRankTest;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.apache.commons.statistics.inference.PValueMethod;
import org.apache.commons.statistics.inference.WilcoxonSignedRankTest;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** The exact signed-rank test of n values without ties, whole call, beside that of commons-statistics. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class SignedRankBenchmark {

    @Param({"20", "40", "100"})
    private int n = 20;

    private double[] d = {};

    @Setup
    public void draw() {
        d = new SplittableRandom(n).doubles(n).map(u -> u - .45).toArray();
    }

    @Benchmark
    public double exact() {
        return SignedRankTest.withDefaults()
                .with(NullDistribution.EXACT)
                .test(d)
                .p();
    }

    @Benchmark
    public double exactByCommonsStatistics() {
        return WilcoxonSignedRankTest.withDefaults()
                .with(PValueMethod.EXACT)
                .test(d)
                .getPValue();
    }
}
