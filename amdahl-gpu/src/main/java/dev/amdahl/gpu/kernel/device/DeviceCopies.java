package dev.amdahl.gpu.kernel.device;

import dev.amdahl.gpu.ComputeBackend;
import dev.amdahl.gpu.DeviceBuffer;
import dev.amdahl.gpu.DeviceRates;
import dev.amdahl.gpu.DeviceResource;
import dev.amdahl.gpu.ElementType;
import dev.amdahl.gpu.GemmType;
import dev.amdahl.gpu.Kernel;
import dev.amdahl.gpu.KernelArgument;
import dev.amdahl.gpu.Replay;
import java.nio.IntBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * Copies of the arena on a device, several in turn: together they are three times its cache, so that no launch finds its input there. Each
 * is restored before it is timed, so that no launch finds its answer there either. Launches are timed as one recorded graph, on a device
 * that was busy until then. Not thread-safe.
 */
final class DeviceCopies implements DeviceResource {
    private static final int MAX_COPIES = 64;
    private static final int MAX_LAUNCHES = 256;
    private static final double BLOCK_SECONDS = 1e-3;
    private static final long WARM_NANOS = 20_000_000;
    private static final double AGREEMENT = .1;
    private static final double CALL_SECONDS = 1e-4;
    private static final int LOOKS = 9;
    private static final double NANOS = 1e-9;
    private static final long COPY_BYTES = 256L << 20;
    private static final int ROWS = 4096;
    private static final int REPETITIONS = 5;

    private final ComputeBackend backend;
    private final IntBuffer arena;
    private final List<Kernel> kernels;
    private final List<DeviceBuffer<int[]>> copies = new ArrayList<>();
    private final DeviceBuffer<int[]> loaded;
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
        loaded = backend.allocate(ElementType.INT32, words.length);
        try {
            for (long i = 0; i < Math.min(MAX_COPIES, needed); i++) {
                copies.add(backend.allocate(ElementType.INT32, words.length));
            }
        } catch (RuntimeException full) {
            close();
            throw full;
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
        loaded.upload(words);
        restore();
        return 0;
    }

    private void restore() {
        copies.forEach(copy -> backend.copy(loaded, copy));
    }

    /** Returns the seconds of one launch, of as many as take a block's time; at most one for each copy between two restorations. */
    private double run(Call call) {
        double first = seconds(() -> launch(call, copies.get(0)));
        int count = (int) Math.min(copies.size(), Math.ceil(BLOCK_SECONDS / Math.max(first, NANOS)));
        filled = count;
        int launches = 0;
        double total = 0;
        try (Replay replay = backend.record(() -> copies.subList(0, count).forEach(copy -> launch(call, copy)))) {
            warm(replay);
            while (launches == 0 || (total < BLOCK_SECONDS && launches < MAX_LAUNCHES)) {
                restore();
                total += seconds(replay::run);
                launches += count;
            }
        }
        return total / launches;
    }

    /** Clocks rise, and what the host runs is compiled, before anything is timed. */
    private void warm(Replay replay) {
        long begun = System.nanoTime();
        do {
            replay.run();
            backend.synchronize();
        } while (System.nanoTime() - begun < WARM_NANOS);
    }

    /** By the device's clock, if the host's agrees: what runs on beside the stream, or after its last event, would not be timed. */
    private double seconds(Runnable work) {
        double device = 0;
        double host = 0;
        for (int look = 0; look < LOOKS; look++) {
            backend.synchronize();
            long begun = System.nanoTime();
            device = backend.seconds(work);
            backend.synchronize();
            host = (System.nanoTime() - begun) * NANOS;
            if (Math.abs(host - device) <= AGREEMENT * host + CALL_SECONDS) {
                return device;
            }
        }
        throw new ClocksDisagreeException(device, host);
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

    /** Returns one of those that were written, drawn. */
    private double store(Call call) {
        int which = (int) Math.floorMod(call.seed(), (long) filled);
        copies.get(which).download(0, words, 0, words.length);
        arena.put(0, words);
        return 0;
    }

    private double floor(Call call) {
        if (bytesPerSecond == 0) {
            bytesPerSecond = DeviceRates.copy(backend, COPY_BYTES, REPETITIONS).perSecond();
            flopsPerSecond = Math.max(flops(GemmType.FP32, call.seed()), flops(GemmType.TF32, call.seed()));
        }
        return Math.max(call.bytes() / bytesPerSecond, call.flops() / flopsPerSecond);
    }

    /** Work in binary32 may honestly be done by tensor cores, in several products of fewer bits. */
    private double flops(GemmType<float[], float[]> type, long seed) {
        return DeviceRates.gemm(backend, type, ROWS, REPETITIONS, seed).perSecond();
    }

    @Override
    public void close() {
        List<DeviceResource> all = new ArrayList<>(copies);
        all.add(loaded);
        DeviceResource.closeAll(all);
    }
}
