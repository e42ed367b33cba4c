package dev.amdahl.gpu.kernel;

import dev.amdahl.gpu.kernel.KernelTask.Input;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * What a task of KernelBench computes, of words such as {@code matmul nt; plus bias; relu; sum}: a kind, steps of each value, at most one step
 * of a row together, steps of what that left. Immutable and thread-safe.
 *
 * @param kind with its words
 * @param before steps of each value
 * @param row the step of rows
 * @param after steps behind that
 * @param dimensions names of the sizes
 */
record BenchOperation(
        List<String> kind, ValueSteps before, Optional<String> row, ValueSteps after, List<String> dimensions) {

    static BenchOperation parse(String text, List<String> dimensions) {
        List<List<String>> parts = Stream.of(text.split(";"))
                .map(part -> List.of(part.strip().split(" ")))
                .toList();
        List<List<String>> steps = parts.subList(1, parts.size());
        int middle = (int)
                steps.stream().takeWhile(step -> !RowStep.isKnown(step.get(0))).count();
        return new BenchOperation(
                parts.get(0),
                new ValueSteps(steps.subList(0, middle)),
                middle < steps.size() ? Optional.of(steps.get(middle).get(0)) : Optional.empty(),
                new ValueSteps(steps.subList(Math.min(middle + 1, steps.size()), steps.size())),
                dimensions);
    }

    String name() {
        return kind.get(0);
    }

    Window window(int side) {
        return Window.of(kind.subList(kind.size() - 5, kind.size()), side);
    }

    private int size(Shape shape, String dimension) {
        return shape.at(dimensions.indexOf(dimension));
    }

    private long product(Shape shape, String... names) {
        return Stream.of(names).mapToLong(name -> size(shape, name)).reduce(1, (a, b) -> a * b);
    }

    private long all(Shape shape) {
        return shape.sizes().stream().mapToLong(size -> size).reduce(1, (a, b) -> a * b);
    }

    private long picture(Shape shape) {
        return (long) window(0).length(size(shape, "h")) * window(1).length(size(shape, "w"));
    }

    private long places() {
        return (long) window(0).kernel() * window(1).kernel();
    }

    /** Returns the inputs; a length beyond what an array can have is the most it can. */
    List<Input> inputs() {
        List<Input> inputs = new ArrayList<>();
        switch (name()) {
            case "matmul", "batched" -> {
                String[] batch = name().equals("batched") ? new String[] {"batch"} : new String[0];
                inputs.add(input("a", shape -> product(shape, batch) * product(shape, "m", "k")));
                inputs.add(input("b", shape -> product(shape, batch) * product(shape, "k", "n")));
            }
            case "triangle" -> {
                inputs.add(input("a", shape -> product(shape, "n", "n")));
                inputs.add(input("b", shape -> product(shape, "n", "n")));
            }
            case "conv" -> {
                inputs.add(input("in", shape -> product(shape, "n", "c") * picture(shape)));
                inputs.add(input("weight", shape -> product(shape, "f", "c") * places()));
            }
            case "depthwise" -> {
                inputs.add(input("in", shape -> product(shape, "n", "c") * picture(shape)));
                inputs.add(input("weight", shape -> product(shape, "c") * places()));
            }
            case "pool" -> inputs.add(input("in", shape -> product(shape, "n") * picture(shape)));
            case "loss" -> {
                inputs.add(input("in", this::all));
                inputs.add(input("target", shape -> isBroadcast() ? product(shape, "columns") : all(shape)));
            }
            default -> inputs.add(input("in", this::all));
        }
        String across = name().equals("conv") ? "f" : "n";
        before.vectors().forEach(vector -> inputs.add(input(vector, shape -> product(shape, across))));
        return inputs;
    }

    private static Input input(String name, ToLongFunction<Shape> length) {
        return new Input(name, shape -> (int) Math.min(Integer.MAX_VALUE, length.applyAsLong(shape)));
    }

    private boolean isBroadcast() {
        return kind.contains("hinge");
    }

    private boolean isReduced() {
        return row.filter(RowStep::isToOne).isPresent();
    }

    int output(Shape shape) {
        long elements = switch (name()) {
            case "matmul" -> product(shape, "m") * (isReduced() ? 1 : product(shape, "n"));
            case "batched" -> product(shape, "batch", "m", "n");
            case "triangle" -> product(shape, "n", "n");
            case "conv" -> product(shape, "n", "f", "h", "w");
            case "middle" -> product(shape, "n", "c") * (isReduced() ? 1 : product(shape, "r"));
            case "loss" -> 1;
            default -> all(shape);
        };
        return (int) Math.min(Integer.MAX_VALUE, elements);
    }

    /** Returns the least operations; of a convolution a quarter of the plain ones, as a transform may spare the others. */
    double flops(Shape shape) {
        return switch (name()) {
            case "matmul", "batched" -> 2.0 * all(shape);
            case "triangle" -> Math.pow(size(shape, "n"), 3) / 3;
            case "conv" -> 2.0 * all(shape) * places() / 4;
            default -> all(shape);
        };
    }

    /** What is right. */
    void reference(Shape shape, List<float[]> inputs, double[] out) {
        Map<String, float[]> vectors = new HashMap<>();
        List<String> names = before.vectors();
        for (int i = 0; i < names.size(); i++) {
            vectors.put(names.get(i), inputs.get(inputs.size() - names.size() + i));
        }
        float[] in = inputs.get(0);
        switch (name()) {
            case "matmul" -> {
                int n = size(shape, "n");
                rows(size(shape, "m"), i -> row(product(shape, inputs, i, 0, n), vectors), out);
            }
            case "batched" -> {
                int m = size(shape, "m");
                int n = size(shape, "n");
                rows(size(shape, "batch") * m, i -> product(shape, inputs, i, i / m * size(shape, "k") * n, n), out);
            }
            case "triangle" -> {
                int n = size(shape, "n");
                rows(n, i -> triangle(i, n, in, inputs.get(1)), out);
            }
            case "conv", "depthwise" -> {
                int planes = size(shape, name().equals("conv") ? "f" : "c");
                rows(size(shape, "n") * planes, i -> plane(shape, inputs, i / planes, i % planes, vectors), out);
            }
            case "pool" -> rows(size(shape, "n"), i -> pooled(shape, in, i), out);
            case "middle" -> middle(size(shape, "r"), size(shape, "c"), in, out);
            case "loss" -> out[0] = loss(in, inputs.get(1));
            default -> {
                int columns = size(shape, "columns");
                rows(
                        size(shape, "rows"),
                        i -> row(
                                IntStream.range(0, columns)
                                        .mapToDouble(j -> in[i * columns + j])
                                        .toArray(),
                                vectors),
                        out);
            }
        }
    }

    @FunctionalInterface
    private interface Row {
        double[] at(int i);
    }

    private static void rows(int count, Row row, double[] out) {
        IntStream.range(0, count).parallel().forEach(i -> {
            double[] values = row.at(i);
            System.arraycopy(values, 0, out, i * values.length, values.length);
        });
    }

    private double[] row(double[] values, Map<String, float[]> vectors) {
        for (int j = 0; j < values.length; j++) {
            values[j] = before.apply(values[j], j, vectors);
        }
        double[] together = row.map(word -> RowStep.apply(word, values)).orElse(values);
        for (int j = 0; j < together.length; j++) {
            together[j] = after.apply(together[j], j, vectors);
        }
        return together;
    }

    private double[] product(Shape shape, List<float[]> inputs, int i, int from, int n) {
        float[] a = inputs.get(0);
        float[] b = inputs.get(1);
        int depth = size(shape, "k");
        int m = size(shape, "m");
        boolean isLeftTurned = kind.contains("tn") || kind.contains("tt");
        boolean isRightTurned = kind.contains("nt") || kind.contains("tt");
        double[] left = new double[depth];
        for (int l = 0; l < depth; l++) {
            left[l] = a[isLeftTurned ? l * m + i : i * depth + l];
        }
        double[] row = new double[n];
        if (isRightTurned) {
            for (int j = 0; j < n; j++) {
                for (int l = 0; l < depth; l++) {
                    row[j] += left[l] * b[j * depth + l];
                }
            }
            return row;
        }
        for (int l = 0; l < depth; l++) {
            for (int j = 0; j < n; j++) {
                row[j] += left[l] * b[from + l * n + j];
            }
        }
        return row;
    }

    private double[] triangle(int i, int n, float[] a, float[] b) {
        boolean isUpper = kind.contains("upper");
        double[] row = new double[n];
        for (int j = isUpper ? i : 0; j < (isUpper ? n : i + 1); j++) {
            for (int l = Math.min(i, j); l <= Math.max(i, j); l++) {
                row[j] += (double) a[i * n + l] * b[l * n + j];
            }
        }
        return row;
    }

    /** One plane of an image of the output. */
    private double[] plane(Shape shape, List<float[]> inputs, int image, int j, Map<String, float[]> vectors) {
        float[] in = inputs.get(0);
        float[] weight = inputs.get(1);
        int channels = size(shape, "c");
        int picture = Math.toIntExact(picture(shape));
        int places = Math.toIntExact(places());
        double[] plane = new double[size(shape, "h") * size(shape, "w")];
        boolean isDepthwise = name().equals("depthwise");
        for (int i = isDepthwise ? j : 0; i < (isDepthwise ? j + 1 : channels); i++) {
            int from = (image * channels + i) * picture;
            int weights = (isDepthwise ? j : j * channels + i) * places;
            visit(shape, (at, place, seen) -> plane[at] += (double) in[from + seen] * weight[weights + place]);
        }
        for (int at = 0; at < plane.length; at++) {
            plane[at] = before.apply(plane[at], j, vectors);
        }
        return plane;
    }

    private double[] pooled(Shape shape, float[] in, int plane) {
        int from = Math.toIntExact(plane * picture(shape));
        double[] pooled = new double[size(shape, "h") * size(shape, "w")];
        if (kind.contains("max")) {
            Arrays.fill(pooled, Double.NEGATIVE_INFINITY);
            visit(shape, (at, place, seen) -> pooled[at] = Math.max(pooled[at], in[from + seen]));
        } else {
            visit(shape, (at, place, seen) -> pooled[at] += (double) in[from + seen] / places());
        }
        return pooled;
    }

    @FunctionalInterface
    private interface Visitor {
        void visit(int at, int place, int seen);
    }

    /** Each window with each of its places that lie in the picture. */
    private void visit(Shape shape, Visitor visitor) {
        Window down = window(0);
        Window across = window(1);
        int height = down.length(size(shape, "h"));
        int width = across.length(size(shape, "w"));
        for (int row = 0; row < size(shape, "h"); row++) {
            for (int column = 0; column < size(shape, "w"); column++) {
                for (int p = 0; p < down.kernel(); p++) {
                    for (int q = 0; q < across.kernel(); q++) {
                        int u = row * down.stride() + p * down.dilation() - down.padding();
                        int v = column * across.stride() + q * across.dilation() - across.padding();
                        if (u >= 0 && u < height && v >= 0 && v < width) {
                            visitor.visit(row * size(shape, "w") + column, p * across.kernel() + q, u * width + v);
                        }
                    }
                }
            }
        }
    }

    private void middle(int r, int c, float[] in, double[] out) {
        IntStream.range(0, in.length / r).parallel().forEach(at -> {
            int first = at / c * r * c + at % c;
            double[] row = row(
                    IntStream.range(0, r).mapToDouble(i -> in[first + i * c]).toArray(), Map.of());
            for (int i = 0; i < row.length; i++) {
                out[row.length == 1 && isReduced() ? at : first + i * c] = row[i];
            }
        });
    }

    private double loss(float[] in, float[] target) {
        double sum = 0;
        for (int i = 0; i < in.length; i++) {
            double t = target[i % target.length];
            double off = Math.abs(in[i] - t);
            sum += switch (kind.get(1)) {
                case "mse" -> off * off;
                case "huber" -> off < 1 ? off * off / 2 : off - .5;
                default -> Math.max(0, 1 - in[i] * t);
            };
        }
        return sum / in.length;
    }
}
