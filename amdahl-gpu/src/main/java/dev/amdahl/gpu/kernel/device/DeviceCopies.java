package dev.amdahl.gpu.kernel.device;

import dev.amdahl.gpu.ComputeBackend;
import dev.amdahl.gpu.DeviceBuffer;
import dev.amdahl.gpu.DeviceRates;
import dev.amdahl.gpu.DeviceResource;
import dev.amdahl.gpu.ElementType;
import dev.amdahl.gpu.GemmType;
import dev.amdahl.gpu.Grid;
import dev.amdahl.gpu.Kernel;
import dev.amdahl.gpu.KernelArgument;
import dev.amdahl.gpu.KernelSource;
import dev.amdahl.gpu.Replay;
import dev.amdahl.gpu.TwinArguments;
import java.nio.IntBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * Copies of the arena on a device, several in turn: together they are three times its cache, so that no launch finds its input there. Each
 * is restored before it is timed, so that no launch finds its answer there either, and the inputs of all but the one that is looked at are
 * turned round, so that the answer in one copy is none of another. Launches are timed as one recorded graph, on a device that was busy
 * until then, after a pattern was left in shared memory; whatever they changed in a copy beside its output is seen before it is restored.
 * Not thread-safe.
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

    /** What a kernel may have without asking for more, in words. */
    private static final int SHARED_WORDS = 48 << 8;

    private static final int THREADS = 256;
    private static final int BLOCKS_EACH = 8;
    private static final int LEFT_EACH = 4;
    private static final KernelSource CHANGED = KernelSource.ofResource(DeviceCopies.class, "copies.cu", "changedWords")
            .withTwin(DeviceCopies::changedWords);
    private static final KernelSource TURN =
            KernelSource.ofResource(DeviceCopies.class, "copies.cu", "turn").withTwin(DeviceCopies::turn);
    private static final KernelSource LEAVE = KernelSource.ofResource(DeviceCopies.class, "copies.cu", "leaveShared")
            .withTwin((x, y, grid, arguments) -> {});

    private final ComputeBackend backend;
    private final IntBuffer arena;
    private final List<Kernel> kernels;
    private final List<DeviceBuffer<int[]>> copies = new ArrayList<>();
    private final List<DeviceResource> own = new ArrayList<>();
    private final DeviceBuffer<int[]> loaded;
    private final DeviceBuffer<int[]> counts;
    /** What a copy held before its launch. */
    private final DeviceBuffer<int[]> asked;

    private final Kernel turn;
    private final Kernel changed;
    private final Kernel leave;
    private final int[] words;
    private double bytesPerSecond;
    private double flopsPerSecond;
    /** The copy that is looked at. */
    private int chosen;

    private OptionalInt spoiled = OptionalInt.empty();

    DeviceCopies(ComputeBackend backend, IntBuffer arena, List<Kernel> kernels) {
        this.backend = backend;
        this.arena = arena;
        this.kernels = kernels;
        words = new int[arena.capacity()];
        long bytes = (long) words.length * Integer.BYTES;
        long needed = 1 + 3 * backend.device().cacheBytes() / bytes;
        loaded = backend.allocate(ElementType.INT32, words.length);
        own.add(loaded);
        try {
            counts = backend.allocate(ElementType.INT32, MAX_COPIES);
            own.add(counts);
            asked = backend.allocate(ElementType.INT32, words.length);
            own.add(asked);
            turn = backend.compile(TURN);
            own.add(turn);
            changed = backend.compile(CHANGED);
            own.add(changed);
            leave = backend.compile(LEAVE);
            own.add(leave);
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
        return 0;
    }

    private void restore(Call call, int count) {
        for (int i = 0; i < count; i++) {
            restore(call, i, copies.get(i));
        }
    }

    /** As copy {@code i} is to be. */
    private void restore(Call call, int i, DeviceBuffer<int[]> to) {
        backend.copy(loaded, to);
        for (int input = 0; input < call.pointers() - 1; input++) {
            int shift = shift(call, i, input);
            if (shift > 0) {
                turn.launch(
                        Grid.of(BLOCKS_EACH * backend.device().multiprocessors(), THREADS),
                        KernelArgument.of(loaded),
                        KernelArgument.of(to),
                        KernelArgument.of(from(call, input)),
                        KernelArgument.of(call.lengths().get(input)),
                        KernelArgument.of(shift));
            }
        }
    }

    private static int from(Call call, int pointer) {
        return Math.toIntExact(call.arguments().get(pointer) / Integer.BYTES);
    }

    /** By how many words an input of a copy is turned; those of the chosen one by none. */
    private int shift(Call call, int copy, int input) {
        int length = call.lengths().get(input);
        long drawn = new SplittableRandom(call.seed() + 31L * copy + input).nextLong();
        return copy == chosen || length < 2 ? 0 : 1 + (int) Math.floorMod(drawn, length - 1L);
    }

    private static void turn(int blockX, int blockY, Grid grid, TwinArguments arguments) {
        if (blockX > 0) {
            return;
        }
        int from = arguments.int32(2);
        int length = arguments.int32(3);
        int shift = arguments.int32(4);
        System.arraycopy(arguments.ints(0), from + shift, arguments.ints(1), from, length - shift);
        System.arraycopy(arguments.ints(0), from, arguments.ints(1), from + length - shift, shift);
    }

    /** Returns the seconds of one launch, of as many as take a block's time; at most one for each copy between two restorations. */
    private double run(Call call) {
        spoiled = OptionalInt.empty();
        chosen = 0;
        restore(call, 1);
        leaveShared(call.seed());
        double first = seconds(() -> launch(call, copies.get(0)));
        int count = (int) Math.min(copies.size(), Math.ceil(BLOCK_SECONDS / Math.max(first, NANOS)));
        chosen = (call.seed() & 1) == 0 ? 0 : (int) Math.floorMod(call.seed() >> 1, (long) count);
        restore(call, count);
        int launches = 0;
        double total = 0;
        try (Replay replay = backend.record(() -> copies.subList(0, count).forEach(copy -> launch(call, copy)))) {
            warm(replay);
            while (launches == 0 || (spoiled.isEmpty() && total < BLOCK_SECONDS && launches < MAX_LAUNCHES)) {
                restore(call, count);
                leaveShared(call.seed());
                total += seconds(replay::run);
                launches += count;
                spoiled = spoiled(call, count);
            }
        }
        return total / launches;
    }

    /** On as many blocks as run side by side, where a kernel that reads before it writes finds it. */
    private void leaveShared(long seed) {
        leave.launch(
                new Grid(LEFT_EACH * backend.device().multiprocessors(), 1, THREADS, 1, SHARED_WORDS * Integer.BYTES),
                KernelArgument.of(DeviceArena.NAN | (int) (seed & 0xfff)),
                KernelArgument.of(SHARED_WORDS),
                KernelArgument.of(counts));
    }

    /** Returns a copy that is changed beside its output. */
    private OptionalInt spoiled(Call call, int count) {
        int output = call.pointers() - 1;
        int from = from(call, output);
        counts.upload(new int[MAX_COPIES]);
        for (int i = 0; i < count; i++) {
            restore(call, i, asked);
            changed.launch(
                    Grid.of(BLOCKS_EACH * backend.device().multiprocessors(), THREADS),
                    KernelArgument.of(asked),
                    KernelArgument.of(copies.get(i)),
                    KernelArgument.of(from),
                    KernelArgument.of(from + call.lengths().get(output)),
                    KernelArgument.of(words.length),
                    KernelArgument.of(counts),
                    KernelArgument.of(i));
        }
        int[] found = counts.download();
        return IntStream.range(0, count).filter(i -> found[i] != 0).findFirst();
    }

    private static void changedWords(int blockX, int blockY, Grid grid, TwinArguments arguments) {
        if (blockX > 0) {
            return;
        }
        int[] expected = arguments.ints(0);
        int[] actual = arguments.ints(1);
        int from = arguments.int32(2);
        int to = arguments.int32(3);
        for (int i = 0; i < arguments.int32(4); i++) {
            arguments.ints(5)[arguments.int32(6)] += (i < from || i >= to) && expected[i] != actual[i] ? 1 : 0;
        }
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

    /** Gives one that is changed where it may not be, turned back, else the chosen one: each second time the first, else drawn. */
    private double store(Call call) {
        int which = spoiled.orElse(chosen);
        copies.get(which).download(0, words, 0, words.length);
        for (int input = 0; input < call.pointers() - 1; input++) {
            int from = from(call, input);
            int length = call.lengths().get(input);
            int shift = shift(call, which, input);
            int[] turned = Arrays.copyOfRange(words, from, from + length);
            System.arraycopy(turned, 0, words, from + shift, length - shift);
            System.arraycopy(turned, length - shift, words, from, shift);
        }
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
        all.addAll(own);
        DeviceResource.closeAll(all);
    }
}
