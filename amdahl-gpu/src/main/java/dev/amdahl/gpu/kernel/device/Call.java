package dev.amdahl.gpu.kernel.device;

import dev.amdahl.gpu.Grid;
import dev.amdahl.gpu.roofline.Work;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.LongBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * One request to a kernel's process, as both kinds of process read it: 64-bit words in the machine's order.
 *
 * @param operation what is asked
 * @param number to be answered with
 * @param seed of orders and of what stands in shared memory
 * @param flops operations of the work
 * @param bytes that the work moves
 * @param launches of the kernel
 * @param pointers how many of the arguments are places in the arena: the first ones
 * @param arguments places in bytes, then sizes
 * @param lengths elements at each place
 */
record Call(
        Operation operation,
        long number,
        long seed,
        long flops,
        long bytes,
        List<Launch> launches,
        int pointers,
        List<Long> arguments,
        List<Integer> lengths) {
    static final int MAX_ARGUMENTS = 12;
    static final int MAX_LAUNCHES = 2;
    private static final int LAUNCH_WORDS = 8;
    static final int WORDS = 9 + 2 * MAX_ARGUMENTS + LAUNCH_WORDS * MAX_LAUNCHES;
    static final int BYTES = WORDS * Long.BYTES;

    /** By the emulator's numbers. */
    enum Operation {
        LOAD(0),
        RUN(1),
        STORE(2),
        TOUCH(3);

        private final long number;

        Operation(long number) {
            this.number = number;
        }

        private static Operation numbered(long number) {
            return Arrays.stream(values())
                    .filter(each -> each.number == number)
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException("no operation has the number " + number));
        }
    }

    static Call of(
            Operation operation,
            long number,
            long seed,
            List<Launch> launches,
            DeviceArena.Layout layout,
            List<Integer> sizes,
            Work work) {
        List<Long> arguments = new ArrayList<>(layout.offsets());
        int pointers = arguments.size();
        sizes.forEach(size -> arguments.add((long) size));
        if (arguments.size() > MAX_ARGUMENTS || launches.size() > MAX_LAUNCHES) {
            throw new IllegalArgumentException("at most " + MAX_ARGUMENTS + " arguments and " + MAX_LAUNCHES
                    + " launches, were " + arguments.size() + " and " + launches.size());
        }
        return new Call(
                operation,
                number,
                seed,
                (long) work.flops(),
                (long) work.bytes(),
                launches,
                pointers,
                arguments,
                layout.lengths());
    }

    /** As {@link #words} wrote it. */
    static Call read(byte[] words) {
        LongBuffer from = ByteBuffer.wrap(words).order(ByteOrder.nativeOrder()).asLongBuffer();
        int pointers = Long.bitCount(from.get(8));
        List<Long> arguments = new ArrayList<>();
        for (int i = 0; i < from.get(7); i++) {
            arguments.add(from.get(9 + i));
        }
        List<Integer> lengths = new ArrayList<>();
        for (int i = 0; i < pointers; i++) {
            lengths.add(Math.toIntExact(from.get(9 + MAX_ARGUMENTS + i)));
        }
        List<Launch> launches = new ArrayList<>();
        for (int i = 0; i < from.get(6); i++) {
            int[] at = new int[LAUNCH_WORDS];
            for (int j = 0; j < at.length; j++) {
                at[j] = Math.toIntExact(from.get(9 + 2 * MAX_ARGUMENTS + i * at.length + j));
            }
            launches.add(new Launch(at[0], new Grid(at[1], at[2], at[3], at[4], at[5], at[6], at[7])));
        }
        return new Call(
                Operation.numbered(from.get(0)),
                from.get(1),
                from.get(2),
                from.get(4),
                from.get(5),
                launches,
                pointers,
                arguments,
                lengths);
    }

    byte[] words() {
        byte[] bytesOfCall = new byte[BYTES];
        ByteBuffer to = ByteBuffer.wrap(bytesOfCall).order(ByteOrder.nativeOrder());
        to.putLong(operation.number)
                .putLong(number)
                .putLong(seed)
                .putLong(1)
                .putLong(flops)
                .putLong(bytes);
        to.putLong(launches.size()).putLong(arguments.size()).putLong((1L << pointers) - 1);
        for (int i = 0; i < MAX_ARGUMENTS; i++) {
            to.putLong(i < arguments.size() ? arguments.get(i) : 0);
        }
        for (int i = 0; i < MAX_ARGUMENTS; i++) {
            to.putLong(i < lengths.size() ? lengths.get(i) : 0);
        }
        for (Launch launch : launches) {
            Grid grid = launch.grid();
            to.putLong(launch.entry()).putLong(grid.blocksX()).putLong(grid.blocksY());
            to.putLong(grid.threadsX()).putLong(grid.threadsY()).putLong(grid.sharedBytes());
            to.putLong(grid.blocksZ()).putLong(grid.threadsZ());
        }
        return bytesOfCall;
    }
}
