package dev.amdahl.benchmarks.gpu;

import dev.amdahl.gpu.bilinear.FlipSearch;
import dev.amdahl.gpu.bilinear.Format;
import dev.amdahl.gpu.bilinear.Ring;
import dev.amdahl.gpu.bilinear.Scheme;
import dev.amdahl.gpu.bilinear.SearchPlan;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Flips a second of one walk, checks and splits included, and beside it, modulo 2, the walk as one would write it at first: terms drawn
 * until two have an equal factor. The column {@code flips} counts.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class FlipBenchmark {
    private static final Duration WALK = Duration.ofMillis(250);
    private static final int DRAWN_FLIPS = 10_000;
    /** Lower than any scheme, so that no walk ends before its time. */
    private static final int NEVER = 1;

    @Param({"3x3x3", "4x4x4"})
    public String format = "3x3x3";

    private long seed;

    /** What one call did. */
    @State(Scope.Thread)
    @AuxCounters(AuxCounters.Type.OPERATIONS)
    public static class Counters {
        public long flips;
    }

    private void walk(Ring ring, Counters counters) {
        Scheme start = Scheme.standard(Format.parse(format));
        counters.flips += FlipSearch.run(
                        new SearchPlan(start, ring, NEVER, WALK, ++seed, 1), Clock.systemUTC(), Runnable::run)
                .flips();
    }

    @Benchmark
    public void integers(Counters counters) {
        walk(Ring.Z, counters);
    }

    @Benchmark
    public void modulo2(Counters counters) {
        walk(Ring.Z2, counters);
    }

    @Benchmark
    public void drawnPairs(Counters counters) {
        counters.flips += new DrawnPairs(Format.parse(format), ++seed).flip(DRAWN_FLIPS);
    }
}
