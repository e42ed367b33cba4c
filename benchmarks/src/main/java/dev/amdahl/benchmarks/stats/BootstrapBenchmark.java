package dev.amdahl.benchmarks.stats;

import dev.amdahl.core.stats.Interval;
import dev.amdahl.core.stats.Summary;
import dev.amdahl.core.stats.bootstrap.Bootstrap;
import dev.amdahl.core.stats.bootstrap.StudentisedBootstrap;
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

/** Bootstrap intervals of the mean of 100 values from 10,000 resamples; the peers are Python's, in {@code peers}. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class BootstrapBenchmark {
    private static final int RESAMPLES = 10_000;

    private final double[] sample = new SplittableRandom(1).doubles(100).toArray();

    @Benchmark
    public Interval acceleratedMean() {
        return Bootstrap.ofMean(sample, RESAMPLES, 1).bca(.95);
    }

    @Benchmark
    public Interval acceleratedMeanAsAnyStatistic() {
        return Bootstrap.of(sample, Summary::mean, RESAMPLES, 1).bca(.95);
    }

    @Benchmark
    public Interval studentisedMean() {
        return StudentisedBootstrap.ofMean(sample, RESAMPLES, 1).interval(.95);
    }
}
