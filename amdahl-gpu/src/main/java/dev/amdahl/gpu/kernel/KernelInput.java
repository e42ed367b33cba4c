package dev.amdahl.gpu.kernel;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/** One input of a task with what must come of it. Holds its arrays as they are; not thread-safe. */
final class KernelInput {
    private static final int SHOWN_SEED = 13;
    /** Of fewer results the size tells little: a single sum may be nearly nothing. */
    private static final int FEW = 16;

    private final KernelTask task;
    private final Shape shape;
    private final String kind;
    private final List<float[]> inputs;
    private final double[] expected;
    private final double rms;

    private KernelInput(KernelTask task, Shape shape, String kind, List<float[]> inputs) {
        this.task = task;
        this.shape = shape;
        this.kind = kind;
        this.inputs = inputs;
        expected = results(inputs);
        double[] size = sumOfSquares(expected);
        if (expected.length < FEW) {
            SplittableRandom random = new SplittableRandom(SHOWN_SEED);
            for (int i = 0; i < FEW; i++) {
                double[] other = sumOfSquares(results(flipped(random)));
                size[0] += other[0];
                size[1] += other[1];
            }
        }
        rms = Math.sqrt(size[0] / Math.max(1, size[1]));
    }

    private double[] results(List<float[]> from) {
        double[] results = new double[task.output().applyAsInt(shape)];
        task.reference().compute(shape, from, results);
        return results;
    }

    /** Returns the sum of the squares of the finite values, and how many these are. */
    private static double[] sumOfSquares(double[] values) {
        double[] finite = Arrays.stream(values).filter(Double::isFinite).toArray();
        return new double[] {Arrays.stream(finite).map(value -> value * value).sum(), finite.length};
    }

    /** Returns the inputs with other signs: their results are as large, but where one result cancels out by chance another does not. */
    private List<float[]> flipped(SplittableRandom random) {
        List<float[]> flipped = new ArrayList<>();
        for (int which = 0; which < inputs.size(); which++) {
            float[] values = inputs.get(which).clone();
            for (int i = 0; i < values.length && task.inputs().get(which).type().hasNaN(); i++) {
                values[i] = random.nextBoolean() ? values[i] : -values[i];
            }
            flipped.add(values);
        }
        return flipped;
    }

    static KernelInput draw(KernelTask task, InputKind kind, Shape shape, RandomGenerator random) {
        List<float[]> inputs = new ArrayList<>();
        for (KernelTask.Input input : task.inputs()) {
            inputs.add(values(input, shape, kind, task.widest(), random));
        }
        return new KernelInput(task, shape, kind.name(), inputs);
    }

    /** Returns one whose values lie about a mean far from zero in a stretch of each input, where a sample of a few does not tell. */
    static KernelInput mixed(KernelTask task, Shape shape, RandomGenerator random) {
        List<float[]> inputs = new ArrayList<>();
        for (KernelTask.Input input : task.inputs()) {
            float[] values = values(input, shape, InputKind.NORMAL, task.widest(), random);
            int from = random.nextInt(values.length);
            int to = from + 1 + random.nextInt(values.length - from);
            for (int i = from; i < to; i++) {
                values[i] = value(input, shape, InputKind.SHIFTED, task.widest(), random);
            }
            inputs.add(values);
        }
        return new KernelInput(task, shape, "MIXED", inputs);
    }

    /** Always the same values. */
    static KernelInput shown(KernelTask task) {
        return draw(task, InputKind.NORMAL, task.shown(), new SplittableRandom(SHOWN_SEED));
    }

    /** Of a shape and with values that nobody was shown. */
    static KernelInput hidden(KernelTask task, RandomGenerator random) {
        return draw(task, InputKind.NORMAL, task.drawn(random), random);
    }

    /**
     * Returns the same with one value of an input that is not a number; empty where that input can hold none. An infinity is not asked for:
     * what comes of it depends on the order of the work, and honest kernels differ in that.
     */
    Optional<KernelInput> withNaN(int which, RandomGenerator random) {
        if (!task.inputs().get(which).type().hasNaN()) {
            return Optional.empty();
        }
        List<float[]> changed = new ArrayList<>(inputs);
        float[] values = changed.get(which).clone();
        values[random.nextInt(values.length)] = Float.NaN;
        changed.set(which, values);
        return Optional.of(new KernelInput(task, shape, "NAN", changed));
    }

    /** Returns the same with one input drawn again. */
    KernelInput redrawn(int which, RandomGenerator random) {
        List<float[]> changed = new ArrayList<>(inputs);
        changed.set(which, values(task.inputs().get(which), shape, InputKind.NORMAL, task.widest(), random));
        return new KernelInput(task, shape, kind, changed);
    }

    private static float[] values(
            KernelTask.Input input, Shape shape, InputKind kind, float widest, RandomGenerator random) {
        float[] values = new float[input.length().applyAsInt(shape)];
        for (int i = 0; i < values.length; i++) {
            values[i] = value(input, shape, kind, widest, random);
        }
        return values;
    }

    private static float value(
            KernelTask.Input input, Shape shape, InputKind kind, float widest, RandomGenerator random) {
        return input.type().of(kind.draw(random, widest), input.below().applyAsInt(shape), random);
    }

    /** Returns whether what is wrong for it is wrong for most. */
    boolean isPlain() {
        return kind.equals(InputKind.NORMAL.name());
    }

    KernelTask task() {
        return task;
    }

    Shape shape() {
        return shape;
    }

    List<float[]> inputs() {
        return inputs;
    }

    /** Returns the inputs as they lie in memory. */
    List<float[]> packed() {
        return IntStream.range(0, inputs.size())
                .mapToObj(i -> task.inputs().get(i).type().packed(inputs.get(i)))
                .toList();
    }

    double[] expected() {
        return expected;
    }

    /** Returns the root mean square of what must come out; where that is little, of what comes out with other signs as well. */
    double rms() {
        return rms;
    }

    @Override
    public String toString() {
        return "shape " + shape + ", values " + kind;
    }
}
