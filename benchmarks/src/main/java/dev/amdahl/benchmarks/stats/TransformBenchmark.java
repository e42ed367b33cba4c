package dev.amdahl.benchmarks.stats;

import dev.amdahl.core.internal.stats.WalshHadamard;
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
import org.openjdk.jmh.annotations.Warmup;

/**
 * Double additions per nanosecond of the Walsh-Hadamard transform of 2^17 values, beside the machine's peak, measured in the same
 * run as chains of sixteen dependent additions on vectors that stay in registers, with many chains in flight; and beside the plain
 * radix-2 loop. Score over that of the peak is the share. The values are zeros, as repeated transforms would overflow.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class TransformBenchmark {
    private static final int BITS = 17;
    private static final int COLUMNS = 128;
    private static final int CHAINS = 512;
    private static final int CHAIN = 16;

    private final double[][] table = new double[(1 << BITS) / COLUMNS][COLUMNS];
    private final double[] flat = new double[1 << BITS];
    private final double[] chains = new double[CHAINS];
    private double a = 1e-9;
    private double b = -1e-9;
    private double c = 2e-9;
    private double d = -2e-9;

    @Benchmark
    @OperationsPerInvocation(BITS << BITS)
    public double[][] transform() {
        WalshHadamard.transform(table);
        return table;
    }

    @Benchmark
    @OperationsPerInvocation(BITS << BITS)
    public double[] plainLoop() {
        for (int half = 1; half < flat.length; half *= 2) {
            for (int block = 0; block < flat.length; block += 2 * half) {
                for (int i = block; i < block + half; i++) {
                    double x = flat[i];
                    double y = flat[i + half];
                    flat[i] = x + y;
                    flat[i + half] = x - y;
                }
            }
        }
        return flat;
    }

    @Benchmark
    @OperationsPerInvocation(CHAINS * CHAIN)
    public double[] peak() {
        add(chains, a, b, c, d);
        return chains;
    }

    private static void add(double[] chains, double a, double b, double c, double d) {
        for (int i = 0; i < chains.length; i++) {
            double v = chains[i];
            v = v + a + b + c + d;
            v = v + a + b + c + d;
            v = v + a + b + c + d;
            v = v + a + b + c + d;
            chains[i] = v;
        }
    }
}
