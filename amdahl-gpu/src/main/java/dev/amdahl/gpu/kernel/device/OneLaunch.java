package dev.amdahl.gpu.kernel.device;

import dev.amdahl.gpu.ComputeBackend;
import dev.amdahl.gpu.ComputeBackends;
import dev.amdahl.gpu.DeviceBuffer;
import dev.amdahl.gpu.DeviceResource;
import dev.amdahl.gpu.ElementType;
import dev.amdahl.gpu.Grid;
import dev.amdahl.gpu.Kernel;
import dev.amdahl.gpu.KernelArgument;
import dev.amdahl.gpu.KernelSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A process that launches a source once and ends, so that a profiler or a sanitizer of the device can be put before it. Its output is left
 * where it is.
 *
 * @param entries kernels of the source
 * @param launches of them, in order
 * @param buffers the output last
 * @param sizes the arguments after the buffers
 */
public record OneLaunch(List<String> entries, List<Launch> launches, List<Buffer> buffers, List<Integer> sizes) {
    private static final String COMMA = ",";
    private static final String DRAWN = "f";
    private static final int GRID = 7;

    /**
     * The memory behind an argument.
     *
     * @param words of 32 bits
     * @param isDrawn floats, each another: where all are zeros, threads that race write the same; what is not drawn is zeros, of any type
     */
    public record Buffer(int words, boolean isDrawn) {
        static Buffer parse(String text) {
            boolean isDrawn = text.endsWith(DRAWN);
            return new Buffer(Integer.parseInt(isDrawn ? text.substring(0, text.length() - 1) : text), isDrawn);
        }

        @Override
        public String toString() {
            return words + (isDrawn ? DRAWN : "");
        }

        float[] values(SplittableRandom random) {
            float[] values = new float[words];
            for (int i = 0; isDrawn && i < words; i++) {
                values[i] = (float) random.nextDouble(-1, 1);
            }
            return values;
        }
    }

    /** Returns the arguments of {@link #main}. */
    List<String> arguments(String backend, Path source) {
        List<String> arguments = new ArrayList<>(List.of(backend, source.toString(), text(buffers), text(sizes)));
        for (Launch launch : launches) {
            Grid grid = launch.grid();
            arguments.add(entries.get(launch.entry()));
            arguments.add(text(List.of(
                    grid.blocksX(),
                    grid.blocksY(),
                    grid.threadsX(),
                    grid.threadsY(),
                    grid.sharedBytes(),
                    grid.blocksZ(),
                    grid.threadsZ())));
        }
        return arguments;
    }

    private static String text(List<?> numbers) {
        return numbers.stream().map(String::valueOf).collect(Collectors.joining(COMMA));
    }

    private static int[] numbers(String text) {
        return Arrays.stream(text.split(COMMA, -1)).mapToInt(Integer::parseInt).toArray();
    }

    private static List<Buffer> buffers(String text) {
        return Arrays.stream(text.split(COMMA, -1)).map(Buffer::parse).toList();
    }

    /** Arguments: BACKEND SOURCE BUFFERS SIZES, then for each launch ENTRY and its grid; lists with commas. */
    public static void main(String[] arguments) throws IOException {
        List<String> given = List.of(arguments);
        String source = Files.readString(Path.of(given.get(1)));
        List<DeviceResource> held = new ArrayList<>();
        try (ComputeBackend backend = ComputeBackends.open(given.get(0))) {
            KernelArgument[] words = words(backend, buffers(given.get(2)), numbers(given.get(3)), held);
            for (int i = 4; i < given.size(); i += 2) {
                Kernel kernel = backend.compile(KernelSource.of(given.get(i), source, given.get(i)));
                held.add(kernel);
                int[] grid = numbers(given.get(i + 1));
                if (grid.length != GRID) {
                    throw new IllegalArgumentException("a grid has " + GRID + " numbers, was " + given.get(i + 1));
                }
                kernel.launch(new Grid(grid[0], grid[1], grid[2], grid[3], grid[4], grid[5], grid[6]), words);
            }
            backend.synchronize();
            DeviceResource.closeAll(held);
        }
    }

    /** The output is allocated alone: who reads it before it is written is seen by a sanitizer. */
    private static KernelArgument[] words(
            ComputeBackend backend, List<Buffer> buffers, int[] sizes, List<DeviceResource> held) {
        List<KernelArgument> words = new ArrayList<>();
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < buffers.size(); i++) {
            DeviceBuffer<float[]> buffer = i < buffers.size() - 1
                    ? backend.allocate(ElementType.FLOAT32, buffers.get(i).values(random))
                    : backend.allocate(ElementType.FLOAT32, buffers.get(i).words());
            held.add(buffer);
            words.add(KernelArgument.of(buffer));
        }
        IntStream.of(sizes).mapToObj(KernelArgument::of).forEach(words::add);
        return words.toArray(KernelArgument[]::new);
    }
}
