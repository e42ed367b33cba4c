package dev.amdahl.benchmarks.profilers;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Many tiny matrix products: {@code parking} splits each over threads that sleep between them, so that each pays for waking and sleeping;
 * {@code batched} gives each thread whole products and wakes it once; {@code single} uses no thread but the caller. The first is what
 * the detector of wake-up storms finds by its rate of context switches.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 2, time = 1)
@Measurement(iterations = 3, time = 1)
public class WakeupStormBenchmark {
    static final int PRODUCTS = 10_000;
    private static final int SIZE = 16;
    private static final int THREADS = 2;

    private final TinyGemm[] products = new TinyGemm[THREADS];
    private final ParkingPool pool = new ParkingPool(THREADS);

    /** Returns one matrix product per thread, so that batches share nothing. */
    public WakeupStormBenchmark() {
        for (int i = 0; i < THREADS; i++) {
            products[i] = new TinyGemm(SIZE);
        }
    }

    @Benchmark
    @OperationsPerInvocation(PRODUCTS)
    public double parking() {
        for (int i = 0; i < PRODUCTS; i++) {
            pool.run(index -> products[0].part(index, THREADS));
        }
        return products[0].sum();
    }

    @Benchmark
    @OperationsPerInvocation(PRODUCTS)
    public double batched() {
        pool.run(index -> {
            for (int i = 0; i < PRODUCTS / THREADS; i++) {
                products[index].part(0, 1);
            }
        });
        return products[0].sum();
    }

    @Benchmark
    @OperationsPerInvocation(PRODUCTS)
    public double single() {
        for (int i = 0; i < PRODUCTS; i++) {
            products[0].part(0, 1);
        }
        return products[0].sum();
    }

    @TearDown
    public void close() {
        pool.close();
    }
}
