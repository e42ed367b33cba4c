package dev.amdahl.benchmarks.stats;

import dev.amdahl.core.internal.anomaly.AnomalyDetector;
import dev.amdahl.core.internal.anomaly.Signal;
import dev.amdahl.core.internal.anomaly.WatchPolicy;
import dev.amdahl.core.internal.testing.StationaryNoise;
import dev.amdahl.spi.job.Anomaly.Place;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** One sample of a stationary series through the watcher; with {@code -prof gc} it must show 0 bytes for each. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class WatchBenchmark {
    private static final int SAMPLES = 4096;

    @Param({"LOSS", "RATE", "MEMORY", "BUSY", "THROTTLED", "ECC_CORRECTED", "OTHER"})
    private Signal signal = Signal.LOSS;

    private final double[] noise = StationaryNoise.CORRELATED.series(SAMPLES, 1);
    private final AnomalyDetector watcher = new AnomalyDetector(WatchPolicy.DEFAULT, found -> {});
    private long nanos;
    private int number = -1;

    @Benchmark
    @OperationsPerInvocation(SAMPLES)
    public AnomalyDetector accept() {
        if (number < 0) {
            number = watcher.series(new Place("job", "host", "gpu0", signal.name()), signal);
        }
        boolean share = signal == Signal.BUSY;
        boolean zero = signal == Signal.THROTTLED || signal == Signal.ECC_CORRECTED;
        for (double value : noise) {
            nanos += 1_000_000_000L;
            watcher.accept(number, nanos, zero ? 0 : share ? .5 : 1000 + 10 * value);
        }
        return watcher;
    }
}
