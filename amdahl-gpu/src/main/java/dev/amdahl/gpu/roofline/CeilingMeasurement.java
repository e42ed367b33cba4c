package dev.amdahl.gpu.roofline;

import static java.util.Objects.requireNonNull;

import dev.amdahl.gpu.ComputeBackend;
import dev.amdahl.gpu.DeviceBuffer;
import dev.amdahl.gpu.DeviceRates;
import dev.amdahl.gpu.ElementType;
import dev.amdahl.gpu.GemmType;
import dev.amdahl.gpu.Grid;
import dev.amdahl.gpu.Kernel;
import dev.amdahl.gpu.KernelArgument;
import dev.amdahl.gpu.KernelSource;
import java.time.Clock;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.LongConsumer;

/**
 * How ceilings are measured: copies far larger than the cache, matrix products of drawn numbers (zeros run faster), launches of a kernel
 * that does nothing.
 *
 * @param copyBytes of one copy
 * @param rows of the square matrices
 * @param repetitions timed runs, of which the median counts
 * @param seed of what is drawn
 */
public record CeilingMeasurement(long copyBytes, int rows, int repetitions, long seed) {
    private static final int LAUNCHES = 100;
    private static final KernelSource NOTHING = new KernelSource(
            "nothing",
            "extern \"C\" __global__ void nothing(int *unused) {}\n",
            "nothing",
            List.of(),
            Optional.of((blockX, blockY, grid, arguments) -> {}));

    /** @throws IllegalArgumentException if a size or the repetitions are not above 0 */
    public CeilingMeasurement {
        if (copyBytes < Long.BYTES || rows < 1 || repetitions < 1) {
            throw new IllegalArgumentException(
                    "no measurement of " + copyBytes + " bytes, " + rows + " rows, " + repetitions + " repetitions");
        }
    }

    /** Measures; blocks. */
    public Ceilings run(ComputeBackend backend, Clock clock) {
        return run(backend, clock, ceilings -> {});
    }

    /**
     * Overload of {@code run}.
     *
     * @param measured told how many of the {@link #ceilings} stand
     */
    public Ceilings run(ComputeBackend backend, Clock clock, LongConsumer measured) {
        requireNonNull(clock);
        Map<String, Double> flops = new TreeMap<>();
        for (GemmType<?, ?> type : GemmType.all()) {
            flops.put(
                    type.toString(),
                    DeviceRates.gemm(backend, type, rows, repetitions, seed).perSecond());
            measured.accept(flops.size());
        }
        double copied = DeviceRates.copy(backend, copyBytes, repetitions).perSecond();
        measured.accept(flops.size() + 1);
        return new Ceilings(backend.device(), clock.instant(), copied, flops, launchSeconds(backend));
    }

    /** Returns how many ceilings are measured: one of each arithmetic, of copies, of launches. */
    public static int ceilings() {
        return GemmType.all().size() + 2;
    }

    private static double launchSeconds(ComputeBackend backend) {
        try (Kernel nothing = backend.compile(NOTHING);
                DeviceBuffer<int[]> unused = backend.allocate(ElementType.INT32, 1)) {
            double[] seconds = new double[LAUNCHES];
            Arrays.setAll(
                    seconds, i -> backend.seconds(() -> nothing.launch(Grid.of(1, 1), KernelArgument.of(unused))));
            Arrays.sort(seconds);
            return seconds[LAUNCHES / 2];
        }
    }
}
