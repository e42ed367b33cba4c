package dev.amdahl.gpu.kernel.device;

import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** The file that judge and kernel both map: buffers with guards of 8 KiB around them, at another place for each call. Not thread-safe. */
public final class DeviceArena {
    /** A NaN and a number: each shows what the other hides; the low bits are free. */
    public static final int NAN = 0x7fc00000;

    public static final int NUMBER = 0x447a0000;

    private static final int PAGE_BYTES = 4096;
    private static final int PAGE = PAGE_BYTES / Float.BYTES;
    /** One page between those of any two buffers belongs to neither. */
    private static final int GUARD = 2 * PAGE;
    /** How buffers are aligned, whatever else. */
    private static final int LINE = 256 / Float.BYTES;

    private static final int PLACES = 32;
    private static final int PLACE_BITS = 5;

    private final Path file;
    private final FloatBuffer floats;
    private final IntBuffer words;

    /** Returns a new file, filled with zeros. */
    public DeviceArena(Path file, long bytes) throws IOException {
        this.file = file;
        try (FileChannel channel = FileChannel.open(
                file, StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            MappedByteBuffer mapped =
                    channel.map(FileChannel.MapMode.READ_WRITE, 0, (bytes + PAGE_BYTES - 1) / PAGE_BYTES * PAGE_BYTES);
            mapped.order(ByteOrder.nativeOrder());
            floats = mapped.asFloatBuffer();
            words = mapped.asIntBuffer();
        }
    }

    /** Returns how many bytes hold these buffers at any place. */
    public static long bytes(long elements, int buffers) {
        return Float.BYTES * (elements + buffers * (GUARD + 2L * PAGE) + GUARD);
    }

    Path file() {
        return file;
    }

    /** Returns how many places there are. */
    public static int places() {
        return PLACES;
    }

    /** Writes the inputs, poisons the output and sets the guards. */
    public Layout lay(List<float[]> inputs, int outputs, int place, int poison, int guard) {
        return new Layout(inputs, outputs, place, poison, guard);
    }

    /** Where the buffers of one call stand, and what stands between them. */
    public final class Layout {
        private final List<float[]> inputs;
        private final int poison;
        private final int guard;
        private final List<Integer> starts = new ArrayList<>();
        private final int outputs;

        private Layout(List<float[]> inputs, int outputs, int place, int poison, int guard) {
            this.inputs = inputs;
            this.outputs = outputs;
            this.poison = poison;
            this.guard = guard;
            int at = 0;
            for (float[] input : inputs) {
                at = guarded(at, input.length, place);
                floats.put(at, input);
                starts.add(at);
                at += input.length;
            }
            at = guarded(at, outputs, place);
            starts.add(at);
            fill(at, at + outputs, poison);
            fill(at + outputs, at + outputs + GUARD, guard);
        }

        /** By a bit of the place it begins with a page, or ends as near to the end of one as it can. */
        private int guarded(int from, int length, int place) {
            int page = (from + GUARD + PAGE - 1) / PAGE * PAGE;
            boolean isAtEnd = (place >> starts.size() % PLACE_BITS & 1) != 0;
            int start = isAtEnd ? page + (PAGE - 1 - (length + PAGE - 1) % PAGE) / LINE * LINE : page;
            fill(from, start, guard);
            return start;
        }

        /** Returns what stood in the output before. */
        public int poison() {
            return poison;
        }

        /** Returns where the buffers begin, in bytes, the output last. */
        List<Long> offsets() {
            return starts.stream().map(start -> (long) start * Float.BYTES).toList();
        }

        /** Returns how many elements each has, the output last. */
        List<Integer> lengths() {
            List<Integer> lengths = new ArrayList<>();
            inputs.forEach(input -> lengths.add(input.length));
            lengths.add(outputs);
            return lengths;
        }

        /** Returns the output as it is now. */
        public float[] output() {
            float[] values = new float[outputs];
            floats.get(starts.get(inputs.size()), values);
            return values;
        }

        /** Returns which input is not as it was written, from 0: by its bits, as a zero has a sign. */
        public Optional<Integer> changedInput() {
            return IntStream.range(0, inputs.size())
                    .filter(i -> !isAsWritten(inputs.get(i), starts.get(i)))
                    .boxed()
                    .findFirst();
        }

        private boolean isAsWritten(float[] input, int start) {
            for (int j = 0; j < input.length; j++) {
                if (words.get(start + j) != Float.floatToRawIntBits(input[j])) {
                    return false;
                }
            }
            return true;
        }

        /** Returns whether the guards are as they were set. */
        public boolean isGuarded() {
            for (int i = 0; i < starts.size(); i++) {
                int start = starts.get(i);
                int end = start + (i < inputs.size() ? inputs.get(i).length : outputs);
                if (!holds(start - GUARD, start) || !holds(end, end + GUARD)) {
                    return false;
                }
            }
            return true;
        }

        private boolean holds(int from, int to) {
            for (int at = from; at < to; at++) {
                if (words.get(at) != guard) {
                    return false;
                }
            }
            return true;
        }
    }

    private void fill(int from, int to, int pattern) {
        int[] filling = new int[to - from];
        Arrays.fill(filling, pattern);
        words.put(from, filling);
    }
}
