package dev.amdahl.gpu.kernel;

import dev.amdahl.gpu.KernelSource;
import dev.amdahl.gpu.roofline.Work;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * One kernel with results in 32-bit floats to be made faster: what it must compute, on which shapes, and how near.
 *
 * @param name of the task and of its baseline
 * @param statement what to compute, for the proposer
 * @param dimensions names of the sizes, in the order of the parameters after the pointers
 * @param inputs names and lengths of the inputs, in the order of the parameters
 * @param output the length of the output, the last pointer
 * @param reference what is right
 * @param tolerance how far from right: each element relative to itself and the root mean square of all, and all by their norm
 * @param widest the largest magnitude of inputs of many magnitudes
 * @param work least operations and bytes, by shape
 * @param shown the shape that proposers are told of
 * @param fixed shapes that every candidate meets: smaller than a block, of prime sizes
 * @param most bounds of drawn shapes
 * @param timed the shape of the clock
 * @param level of KernelBench; 0 for others
 * @param baseline the source that candidates are compared with
 */
public record KernelTask(
        String name,
        String statement,
        List<String> dimensions,
        List<Input> inputs,
        ToIntFunction<Shape> output,
        Reference reference,
        double tolerance,
        float widest,
        Function<Shape, Work> work,
        Shape shown,
        List<Shape> fixed,
        Shape most,
        Shape timed,
        int level,
        String baseline) {
    public KernelTask {
        dimensions = List.copyOf(dimensions);
        inputs = List.copyOf(inputs);
        fixed = List.copyOf(fixed);
    }

    /**
     * One input.
     *
     * @param name of the parameter
     * @param length in elements, by shape
     * @param type of an element
     * @param below the bound of an index, by shape; not looked at for other types
     */
    public record Input(String name, ToIntFunction<Shape> length, InputType type, ToIntFunction<Shape> below) {
        /** Returns one of floats. */
        public Input(String name, ToIntFunction<Shape> length) {
            this(name, length, InputType.FLOAT32);
        }

        /** Returns one of a type that is no index. */
        public Input(String name, ToIntFunction<Shape> length, InputType type) {
            this(name, length, type, shape -> 1);
        }

        int words(Shape shape) {
            return type.words(length.applyAsInt(shape));
        }
    }

    /** What is right, in double precision and in this process alone. */
    @FunctionalInterface
    public interface Reference {
        /** Fills the results. */
        void compute(Shape shape, List<float[]> inputs, double[] out);
    }

    /** Returns the same, timed at another shape. */
    public KernelTask timedAt(Shape shape) {
        return new KernelTask(
                name,
                statement,
                dimensions,
                inputs,
                output,
                reference,
                tolerance,
                widest,
                work,
                shown,
                fixed,
                most,
                shape,
                level,
                baseline);
    }

    /** Returns the baseline that is a resource here. */
    static String baseline(String name) {
        return KernelSource.ofResource(KernelTask.class, name + ".cu", name).text();
    }

    /** For each dimension a shape that is larger there than any that is timed, and one that is 1 there and larger elsewhere. */
    List<Shape> stretched(RandomGenerator random) {
        List<Shape> stretched = new ArrayList<>();
        for (int dimension = 0; dimension < dimensions.size(); dimension++) {
            Shape large = new Shape(IntStream.range(0, dimensions.size())
                    .mapToObj(each -> random.nextInt(beyond(each) / 2 + 1, beyond(each) + 1))
                    .toList());
            stretched.add(held(drawn(random).with(dimension, large.at(dimension))));
            stretched.add(held(large.with(dimension, 1)));
        }
        return stretched;
    }

    /** Sizes up to the bounds. */
    Shape drawn(RandomGenerator random) {
        return new Shape(
                most.sizes().stream().map(size -> 1 + random.nextInt(size)).toList());
    }

    /** Halved where it is largest until it is not far larger than what is timed: of many dimensions not each can be. */
    private Shape held(Shape shape) {
        Shape held = shape;
        while (elements(held) > mostStretched()) {
            held = held.halved();
        }
        return held;
    }

    private long mostStretched() {
        return Math.max(elements(timed), Math.min(1 << 26, 4 * Math.max(elements(timed), elements(most))));
    }

    private int beyond(int dimension) {
        return 2 * Math.max(most.at(dimension), timed.at(dimension)) + 31;
    }

    /** Words of 32 bits of its largest input with the output. */
    long mostElements() {
        Shape large = new Shape(
                IntStream.range(0, dimensions.size()).mapToObj(this::beyond).toList());
        Stream<Shape> stretched = IntStream.range(0, dimensions.size())
                .boxed()
                .flatMap(i -> Stream.of(most.with(i, beyond(i)), large.with(i, 1)));
        long longest = stretched.mapToLong(this::elements).max().orElseThrow();
        return Stream.concat(Stream.of(shown, most, timed), fixed.stream())
                .mapToLong(this::elements)
                .reduce(Math.min(longest, mostStretched()), Math::max);
    }

    /** Words of all its buffers. */
    long elements(Shape shape) {
        long elements = output.applyAsInt(shape);
        for (Input input : inputs) {
            elements += input.words(shape);
        }
        return elements;
    }

    @Override
    public String toString() {
        return name;
    }
}
