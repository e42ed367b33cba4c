package dev.amdahl.benchmarks.stats;

import dev.amdahl.core.internal.stats.Levels;
import dev.amdahl.core.stats.Alternative;
import dev.amdahl.core.stats.resample.CpuResampler;
import dev.amdahl.core.stats.resample.JointSignFlip;
import java.util.List;
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
 * Sign flips of 100 metrics of 100 pairs under 16,384 sign vectors: the resampler from values to counts, on all processors and on
 * one; the joint test with its step-down adjustment; and plain loops over drawn signs, the Java peer.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class ResamplerBenchmark {
    private static final int METRICS = 100;
    private static final int PAIRS = 100;
    private static final int BITS = 14;

    private final double[][] d = new double[METRICS][];
    private final CpuResampler all = new CpuResampler(Runtime.getRuntime().availableProcessors());
    private final CpuResampler one = new CpuResampler(1);

    public ResamplerBenchmark() {
        SplittableRandom random = new SplittableRandom(METRICS);
        for (int metric = 0; metric < METRICS; metric++) {
            d[metric] = random.doubles(PAIRS).map(u -> u - .48).toArray();
        }
    }

    @Benchmark
    public long[] allProcessors() {
        return all.signFlipCounts(Levels.of(d), BITS, 1);
    }

    @Benchmark
    public long[] oneProcessor() {
        return one.signFlipCounts(Levels.of(d), BITS, 1);
    }

    @Benchmark
    public List<JointSignFlip.MetricResult> joint() {
        return JointSignFlip.test(d, Alternative.TWO_SIDED, BITS, 1);
    }

    @Benchmark
    public long drawnSigns() {
        long sum = 0;
        for (double[] metric : d) {
            sum += PlainSignFlip.drawn(metric, 1 << BITS, 1);
        }
        return sum;
    }
}
