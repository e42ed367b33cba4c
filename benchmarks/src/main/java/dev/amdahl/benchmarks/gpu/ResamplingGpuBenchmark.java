package dev.amdahl.benchmarks.gpu;

import dev.amdahl.core.stats.resample.CpuResampler;
import dev.amdahl.gpu.ComputeBackend;
import dev.amdahl.gpu.ComputeBackends;
import dev.amdahl.gpu.DeviceBuffer;
import dev.amdahl.gpu.DeviceMatrix;
import dev.amdahl.gpu.DeviceRates;
import dev.amdahl.gpu.ElementType;
import dev.amdahl.gpu.GemmType;
import dev.amdahl.gpu.resampling.HadamardProducts;
import dev.amdahl.gpu.resampling.IndependentSignFlips;
import dev.amdahl.gpu.resampling.ProductResampling;
import dev.amdahl.gpu.resampling.SignFlipTransform;
import dev.amdahl.spi.experiment.Resampler;
import java.util.Arrays;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
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
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.runner.RunnerException;

/**
 * Resampling on a device beside the processor, each from levels to counts. The transform on the processor is the engine of core on all
 * cores; the others run as their twins. Beside the bootstrap stands the plain matrix product that it contains. A backend that is not
 * there has no row; JMH shows why.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(1)
@Warmup(iterations = 2)
@Measurement(iterations = 5)
public class ResamplingGpuBenchmark {
    private static final int BITS = 20;
    private static final int FEW = 4;
    private static final int PAIRS = 1000;
    private static final int INDEPENDENT_PAIRS = 1024;
    private static final int INDEPENDENT_METRICS = 32;
    private static final int RESAMPLES = 100_000;
    private static final int BOOTSTRAP = 10_000;
    private static final long COPIED = 1L << 28;

    @Param({"cpu", "jcuda"})
    public String backend = "cpu";

    @Param({"16", "256"})
    public int metrics;

    private Optional<Work> work = Optional.empty();

    /** A device with what it works on. */
    private static final class Work {
        private final ComputeBackend device;
        private final SignFlipTransform transform;
        private final HadamardProducts hadamard;
        private final IndependentSignFlips independent;
        private final ProductResampling products;
        private final Resampler signFlips;
        private final int[][] levels;
        private final int[][] few = levels(INDEPENDENT_METRICS, INDEPENDENT_PAIRS);
        private final DeviceBuffer<float[]> weights;
        private final DeviceBuffer<float[]> limbs;
        private final DeviceBuffer<float[]> sums;

        Work(String backend, int metrics) {
            device = ComputeBackends.open(backend);
            transform = new SignFlipTransform(device);
            hadamard = new HadamardProducts(device);
            independent = new IndependentSignFlips(device);
            products = new ProductResampling(device);
            signFlips = backend.equals("cpu")
                    ? new CpuResampler(Runtime.getRuntime().availableProcessors())
                    : transform::counts;
            levels = levels(metrics, PAIRS);
            weights = device.allocate(ElementType.FLOAT32, (long) BOOTSTRAP * PAIRS);
            limbs = device.allocate(ElementType.FLOAT32, 2L * metrics * PAIRS);
            sums = device.allocate(ElementType.FLOAT32, 2L * metrics * BOOTSTRAP);
        }

        /** Beside the copy rate, what a table of sums would have to move in that time, were it written and read once: 16 bytes a sum. */
        void print() {
            double copy = DeviceRates.copy(device, COPIED, 5).perSecond();
            long[] first = signFlips.signFlipCounts(levels, BITS, 1);
            long start = System.nanoTime();
            long[] second = signFlips.signFlipCounts(levels, BITS, 1);
            double seconds = (System.nanoTime() - start) * 1e-9;
            double traffic = 16.0 * levels.length * (1 << BITS) / seconds;
            System.out.printf(
                    "%s: copy %.1f GB/s; transform of %d metrics %.2f ms, a table would move at %.0f %% of it; counts the same: %b%n",
                    device.device().name(),
                    copy * 1e-9,
                    levels.length,
                    seconds * 1e3,
                    100 * traffic / copy,
                    Arrays.equals(first, second));
        }

        double plainProduct() {
            int columns = 2 * levels.length;
            return device.seconds(() -> device.multiply(
                    GemmType.FP32,
                    DeviceMatrix.of(weights, BOOTSTRAP, PAIRS),
                    DeviceMatrix.of(limbs, PAIRS, columns),
                    DeviceMatrix.of(sums, BOOTSTRAP, columns)));
        }

        void close() {
            sums.close();
            limbs.close();
            weights.close();
            products.close();
            independent.close();
            hadamard.close();
            transform.close();
            device.close();
        }
    }

    private static int[][] levels(int metrics, int pairs) {
        SplittableRandom random = new SplittableRandom(metrics);
        int[][] levels = new int[metrics][];
        for (int metric = 0; metric < metrics; metric++) {
            levels[metric] = random.ints(pairs, -500_000, 540_000).toArray();
        }
        return levels;
    }

    @Setup
    public void open() {
        Work opened = new Work(backend, metrics);
        opened.print();
        work = Optional.of(opened);
    }

    @TearDown
    public void close() {
        work.ifPresent(Work::close);
    }

    @Benchmark
    public long[] transform() {
        Work it = work.orElseThrow();
        return it.signFlips.signFlipCounts(it.levels, BITS, 1);
    }

    /** Of a few metrics, by butterflies. */
    @Benchmark
    public long[] fewByTransform() {
        Work it = work.orElseThrow();
        return it.transform.counts(Arrays.copyOf(it.levels, FEW), BITS, 1);
    }

    /** Returns the same by products with Hadamard matrices. */
    @Benchmark
    public long[] fewByProducts() {
        Work it = work.orElseThrow();
        return it.hadamard.counts(Arrays.copyOf(it.levels, FEW), BITS, 1);
    }

    @Benchmark
    public long[] independent() {
        Work it = work.orElseThrow();
        return it.independent.counts(it.few, RESAMPLES, 1, 0);
    }

    @Benchmark
    public long[][] bootstrap() {
        Work it = work.orElseThrow();
        return it.products.bootstrapSums(it.levels, BOOTSTRAP, 1);
    }

    @Benchmark
    public double plainProduct() {
        return work.orElseThrow().plainProduct();
    }

    /** Runs it for the backends that work here. */
    public static void main(String[] args) throws RunnerException {
        ReadyBackends.run(ResamplingGpuBenchmark.class);
    }
}
