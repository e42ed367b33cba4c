package dev.amdahl.gpu.kernel;

import dev.amdahl.gpu.kernel.KernelTask.Input;
import dev.amdahl.gpu.roofline.Work;
import dev.amdahl.spi.InvalidInputException;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.function.ToIntFunction;
import java.util.stream.Stream;

/** The tasks of the lab. Immutable and thread-safe. */
public final class KernelTasks {
    private static final double EXACT = 1e-7;
    private static final double NEAR = 2e-5;
    private static final float WIDEST = 1000;
    private static final double FLOAT = Float.BYTES;
    private static final List<String> MATRIX = List.of("rows", "columns");
    private static final Input X = new Input("x", shape -> shape.at(0) * shape.at(1));
    private static final List<Shape> FIXED =
            List.of(Shape.of(1, 1), Shape.of(3, 5), Shape.of(37, 67), Shape.of(64, 96));

    public static final KernelTask SGEMM = new KernelTask(
            "sgemm",
            "The matrix product c = a b, row-major: a has m rows of k, b has k rows of n, c has m rows of n.",
            List.of("m", "n", "k"),
            List.of(
                    new Input("a", shape -> shape.at(0) * shape.at(2)),
                    new Input("b", shape -> shape.at(2) * shape.at(1))),
            shape -> shape.at(0) * shape.at(1),
            References::sgemm,
            NEAR,
            WIDEST,
            shape -> new Work(
                    2.0 * shape.at(0) * shape.at(1) * shape.at(2),
                    FLOAT
                            * ((double) shape.at(0) * shape.at(2)
                                    + (double) shape.at(2) * shape.at(1)
                                    + (double) shape.at(0) * shape.at(1))),
            Shape.of(16, 16, 16),
            List.of(Shape.of(1, 1, 1), Shape.of(5, 3, 7), Shape.of(37, 41, 43), Shape.of(64, 48, 80)),
            Shape.of(70, 70, 70),
            Shape.of(128, 128, 128),
            0,
            KernelTask.baseline("sgemm"));

    public static final KernelTask SOFTMAX = rows(
            "softmax",
            "The softmax of each row, exp(x - max) / sum of exp(x - max), of a row-major matrix x of rows x columns, into y.",
            List.of(X),
            X.length(),
            References::softmax,
            NEAR,
            shape -> 2.0 * shape.at(0) * shape.at(1));

    public static final KernelTask LAYERNORM = rows(
            "layernorm",
            "Layer normalisation of each row of a row-major matrix x of rows x columns:"
                    + " y = (x - mean) / sqrt(variance + 1e-5) * gamma + beta, with the variance over all columns, divisor columns.",
            List.of(X, new Input("gamma", shape -> shape.at(1)), new Input("beta", shape -> shape.at(1))),
            X.length(),
            References::layernorm,
            NEAR,
            shape -> 2.0 * shape.at(0) * shape.at(1) + 2.0 * shape.at(1));

    public static final KernelTask ROWSUM = rows(
            "rowsum",
            "The sum of each row of a row-major matrix x of rows x columns, into y of length rows.",
            List.of(X),
            shape -> shape.at(0),
            References::rowsum,
            NEAR,
            shape -> (double) shape.at(0) * shape.at(1) + shape.at(0));

    public static final KernelTask TRANSPOSE = rows(
            "transpose",
            "The transpose of a row-major matrix x of rows x columns, into y of columns x rows.",
            List.of(X),
            X.length(),
            References::transpose,
            EXACT,
            shape -> 2.0 * shape.at(0) * shape.at(1));

    public static final KernelTask ATTENTION = new KernelTask(
            "attention",
            "Attention of one head with relative position: y = softmax(q k' / sqrt(d) + bias[i - j + n - 1]) v, where q, k, v and y"
                    + " are row-major, n rows of d, and bias has 2 n - 1 elements.",
            List.of("n", "d"),
            List.of(
                    new Input("q", shape -> shape.at(0) * shape.at(1)),
                    new Input("k", shape -> shape.at(0) * shape.at(1)),
                    new Input("v", shape -> shape.at(0) * shape.at(1)),
                    new Input("bias", shape -> 2 * shape.at(0) - 1)),
            shape -> shape.at(0) * shape.at(1),
            References::attention,
            1e-4,
            2,
            shape -> new Work(
                    4.0 * shape.at(0) * shape.at(0) * shape.at(1),
                    FLOAT * (4.0 * shape.at(0) * shape.at(1) + 2.0 * shape.at(0))),
            Shape.of(16, 16),
            List.of(Shape.of(1, 1), Shape.of(3, 5), Shape.of(37, 19), Shape.of(64, 32)),
            Shape.of(64, 48),
            Shape.of(128, 32),
            0,
            KernelTask.baseline("attention"));

    public static final KernelTask GATHER = new KernelTask(
            "gather",
            "Rows of a table in 8 bits by their numbers: y[i][j] = scale[index[i]] * table[index[i]][j], where table has vocabulary rows of"
                    + " columns, index has rows numbers from 0 below vocabulary, and y is row-major, rows of columns.",
            List.of("rows", "columns", "vocabulary"),
            List.of(
                    new Input("table", shape -> shape.at(2) * shape.at(1), InputType.INT8),
                    new Input("index", shape -> shape.at(0), InputType.INT32, shape -> shape.at(2)),
                    new Input("scale", shape -> shape.at(2))),
            shape -> shape.at(0) * shape.at(1),
            References::gather,
            EXACT,
            WIDEST,
            shape -> new Work(
                    (double) shape.at(0) * shape.at(1), FLOAT * shape.at(0) + (FLOAT + 1) * shape.at(0) * shape.at(1)),
            Shape.of(16, 16, 8),
            List.of(Shape.of(1, 1, 1), Shape.of(5, 3, 7), Shape.of(37, 41, 43), Shape.of(64, 48, 80)),
            Shape.of(70, 70, 70),
            Shape.of(512, 128, 64),
            0,
            KernelTask.baseline("gather"));

    private static final List<KernelTask> ALL =
            List.of(SGEMM, SOFTMAX, LAYERNORM, ROWSUM, ATTENTION, TRANSPOSE, GATHER);

    private KernelTasks() {}

    /** Returns every task of our own. */
    public static List<KernelTask> all() {
        return ALL;
    }

    /**
     * Returns a task by its name.
     *
     * @throws InvalidInputException if none has it
     */
    public static KernelTask named(String name) {
        return Stream.concat(ALL.stream(), KernelBench.tasks().stream())
                .filter(task -> task.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new InvalidInputException(
                        "task",
                        "no kernel task is named '" + name + "'",
                        "choose one of " + ALL + ", or one that kernel --list names"));
    }

    /** Returns the same task, timed at a shape that fills an accelerator, and whose reference the host can still compute again and again. */
    public static KernelTask onAccelerator(KernelTask task) {
        if (task.level() > 0) {
            return KernelBench.onAccelerator(task);
        }
        if (task.dimensions().size() > 2) {
            return task.timedAt(Shape.of(2048, 2048, 2048));
        }
        return task.timedAt(task.name().equals(ATTENTION.name()) ? Shape.of(4096, 64) : Shape.of(16_384, 2048));
    }

    private static KernelTask rows(
            String name,
            String statement,
            List<Input> inputs,
            ToIntFunction<Shape> output,
            KernelTask.Reference reference,
            double tolerance,
            ToDoubleFunction<Shape> elements) {
        return new KernelTask(
                name,
                statement,
                MATRIX,
                inputs,
                output,
                reference,
                tolerance,
                WIDEST,
                shape -> new Work(5.0 * shape.at(0) * shape.at(1), FLOAT * elements.applyAsDouble(shape)),
                Shape.of(16, 32),
                FIXED,
                Shape.of(80, 150),
                Shape.of(256, 512),
                0,
                KernelTask.baseline(name));
    }
}
