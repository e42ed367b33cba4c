package dev.amdahl.core.internal.refine.kernel;

import dev.amdahl.spi.refine.Hack;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.random.RandomGenerator;

/**
 * The file that judge and kernel both map: buffers with guard bands around them, at another place for each call. The first page holds
 * what the runner says of a system call that it stopped. Not thread-safe.
 */
final class SharedBuffers {
    /** How long a call is: nine numbers. */
    static final int CALL_BYTES = 9 * Long.BYTES;

    private static final int PAGE = 4096;
    private static final int GUARD = PAGE / Float.BYTES;
    private static final int LINE = 64 / Float.BYTES;
    private static final int PLACES = 64;
    private static final int MIN_SIZE = 33;

    /** Two patterns of what stands where nothing should be read: a NaN and a number, each of which shows what the other hides. */
    static final int NAN = 0x7fc00000;

    static final int NUMBER = 0x447a0000;

    private final Path file;
    private final ByteBuffer bytes;
    private final FloatBuffer floats;
    private final IntBuffer words;

    SharedBuffers(Path file, KernelTask task) throws IOException {
        this.file = file;
        int n = Math.max(MIN_SIZE, Math.max(task.timedSize(), 2 * task.smallSize()));
        long length = PAGE
                + 4L * GUARD * Float.BYTES
                + (PLACES + 8L) * LINE * Float.BYTES
                + (long) Float.BYTES
                        * (task.shape().a().applyAsInt(n)
                                + task.shape().b().applyAsInt(n)
                                + task.shape().out().applyAsInt(n));
        try (FileChannel channel = FileChannel.open(
                file, StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            MappedByteBuffer mapped = channel.map(FileChannel.MapMode.READ_WRITE, 0, (length + PAGE - 1) / PAGE * PAGE);
            bytes = mapped.order(ByteOrder.nativeOrder());
        }
        floats = bytes.asFloatBuffer();
        words = bytes.asIntBuffer();
    }

    Path file() {
        return file;
    }

    /** Returns the number of the system call that the runner stopped. */
    long stoppedCall() {
        return bytes.getLong(0);
    }

    /** Where the buffers of one call stand, and what stands between them. */
    final class Layout {
        final KernelCase asked;
        final int poison;
        private final int guard;
        private final int a;
        private final int b;
        private final int out;
        private final int end;

        /** Writes the inputs, poisons the output and sets the guards. */
        Layout(KernelCase asked, int place, int poison, int guard) {
            this.asked = asked;
            this.poison = poison;
            this.guard = guard;
            a = PAGE / Float.BYTES + place * LINE + GUARD;
            b = after(a, asked.a().length);
            out = after(b, asked.b().length);
            end = out + asked.expected().length;
            floats.put(a, asked.a());
            floats.put(b, asked.b());
            fill(out, end, poison);
            fill(a - GUARD, a, guard);
            fill(a + asked.a().length, b, guard);
            fill(b + asked.b().length, out, guard);
            fill(end, end + GUARD, guard);
        }

        /** Operation, number, sizes and offsets, as the runner reads them. */
        byte[] call(long operation, long number) {
            byte[] bytesOfCall = new byte[CALL_BYTES];
            ByteBuffer call = ByteBuffer.wrap(bytesOfCall).order(ByteOrder.nativeOrder());
            call.putLong(operation).putLong(number).putLong(asked.n());
            call.putLong(asked.a().length).putLong(asked.b().length).putLong(asked.expected().length);
            for (int offset : new int[] {a, b, out}) {
                call.putLong((long) offset * Float.BYTES);
            }
            return bytesOfCall;
        }

        /** Returns the output as it is now. */
        float[] output() {
            float[] values = new float[asked.expected().length];
            floats.get(out, values);
            return values;
        }

        /** Whether guards and inputs are as they were written. */
        void requireUntouched() throws CandidateRejectedException {
            boolean isSound = holds(a - GUARD, a, guard)
                    && holds(a + asked.a().length, b, guard)
                    && holds(b + asked.b().length, out, guard)
                    && holds(end, end + GUARD, guard);
            if (!isSound) {
                throw CandidateRejectedException.hack(
                        Hack.OUT_OF_BOUNDS,
                        "memory beside the buffers was written at n = " + asked.n() + " (" + asked.kind() + ")");
            }
            if (!isSame(a, asked.a()) || !isSame(b, asked.b())) {
                throw CandidateRejectedException.hack(
                        Hack.MUTATED_INPUT, "an input was changed at n = " + asked.n() + " (" + asked.kind() + ")");
            }
        }
    }

    Layout lay(KernelCase asked, RandomGenerator random) {
        return layAt(asked, random.nextInt(PLACES), random);
    }

    Layout layAt(KernelCase asked, int place, RandomGenerator random) {
        return new Layout(asked, place, pattern(random), pattern(random));
    }

    /** Always at one place. */
    Layout surrounded(KernelCase asked, int pattern) {
        return new Layout(asked, 1, pattern | 1, pattern | 2);
    }

    private static int pattern(RandomGenerator random) {
        return (random.nextBoolean() ? NAN : NUMBER) | random.nextInt(3, 1 << 12);
    }

    private static int after(int start, int length) {
        return (start + length + LINE - 1) / LINE * LINE + GUARD;
    }

    private void fill(int from, int to, int pattern) {
        int[] filling = new int[Math.min(to - from, 1 << 14)];
        Arrays.fill(filling, pattern);
        for (int at = from; at < to; at += filling.length) {
            words.put(at, filling, 0, Math.min(filling.length, to - at));
        }
    }

    private boolean holds(int from, int to, int pattern) {
        for (int at = from; at < to; at++) {
            if (words.get(at) != pattern) {
                return false;
            }
        }
        return true;
    }

    private boolean isSame(int from, float[] values) {
        return floats.slice(from, values.length).mismatch(FloatBuffer.wrap(values)) < 0;
    }
}
