package dev.amdahl.gpu.kernel.device;

import dev.amdahl.gpu.ComputeBackend;
import dev.amdahl.gpu.DeviceBuffer;
import dev.amdahl.gpu.DeviceRates;
import dev.amdahl.gpu.ElementType;
import dev.amdahl.gpu.GemmType;
import dev.amdahl.gpu.Kernel;
import dev.amdahl.gpu.KernelArgument;
import java.nio.IntBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * Copies of the arena on a device, several in turn: together they are three times its cache, so that no launch finds its input there.
 * One block of launches between two events takes a millisecond or more. Not thread-safe.
 */
final class DeviceCopies implements AutoCloseable {
    private static final int MOST_COPIES = 64;
    private static final int MOST_LAUNCHES = 256;
    private static final double BLOCK_SECONDS = 1e-3;
    private static final long COPY_BYTES = 256L << 20;
    private static final int ROWS = 4096;
    private static final int REPETITIONS = 5;

    private final ComputeBackend backend;
    private final IntBuffer arena;
    private final List<Kernel> kernels;
    private final List<DeviceBuffer<int[]>> copies = new ArrayList<>();
    private final int[] words;
    private double bytesPerSecond;
    private double flopsPerSecond;
    private int filled = 1;

    DeviceCopies(ComputeBackend backend, IntBuffer arena, List<Kernel> kernels) {
        this.backend = backend;
        this.arena = arena;
        this.kernels = kernels;
        words = new int[arena.capacity()];
        long bytes = (long) words.length * Integer.BYTES;
        long needed = 1 + 3 * backend.device().cacheBytes() / bytes;
        for (long i = 0; i < Math.min(MOST_COPIES, needed); i++) {
            copies.add(backend.allocate(ElementType.INT32, words.length));
        }
    }

    /** Does what is asked; seconds of one run, or the least that the work can take. */
    double serve(Call call) {
        return switch (call.operation()) {
            case LOAD -> load();
            case RUN -> run(call);
            case STORE -> store(call);
            case TOUCH -> floor(call);
        };
    }

    private double load() {
        arena.get(0, words);
        copies.forEach(copy -> copy.upload(words));
        return 0;
    }

    private double run(Call call) {
        double once = backend.seconds(() -> launch(call, copies.get(0)));
        int launches = (int) Math.min(MOST_LAUNCHES, Math.ceil(BLOCK_SECONDS / Math.max(once, 1e-7)));
        filled = Math.min(launches, copies.size());
        if (launches == 1) {
            return once;
        }
        return backend.seconds(() -> {
                    for (int i = 0; i < launches; i++) {
                        launch(call, copies.get((i + 1) % copies.size()));
                    }
                })
                / launches;
    }

    private void launch(Call call, DeviceBuffer<int[]> memory) {
        KernelArgument[] arguments = new KernelArgument[call.arguments().size()];
        for (int i = 0; i < arguments.length; i++) {
            long value = call.arguments().get(i);
            arguments[i] = i < call.pointers()
                    ? KernelArgument.of(memory, value / Integer.BYTES)
                    : KernelArgument.of(Math.toIntExact(value));
        }
        for (Launch launch : call.launches()) {
            kernels.get(launch.entry()).launch(launch.grid(), arguments);
        }
    }

    /** One of those that were written, drawn. */
    private double store(Call call) {
        int which = (int) Math.floorMod(call.seed(), (long) filled);
        copies.get(which).download(0, words, 0, words.length);
        arena.put(0, words);
        return 0;
    }

    private double floor(Call call) {
        if (bytesPerSecond == 0) {
            bytesPerSecond = DeviceRates.copy(backend, COPY_BYTES, REPETITIONS).perSecond();
            flopsPerSecond = DeviceRates.gemm(backend, GemmType.FP32, ROWS, REPETITIONS, call.seed())
                    .perSecond();
        }
        return Math.max(call.bytes() / bytesPerSecond, call.flops() / flopsPerSecond);
    }

    @Override
    public void close() {
        copies.forEach(DeviceBuffer::close);
    }
}
