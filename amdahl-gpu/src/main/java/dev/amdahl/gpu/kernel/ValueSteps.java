package dev.amdahl.gpu.kernel;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What happens to one value after another, in words of KernelBench's tasks: in CUDA C++ and, written apart, in Java. Immutable and
 * thread-safe.
 *
 * @param steps each a word with its numbers, or with the name of a vector
 */
record ValueSteps(List<List<String>> steps) {
    private static final double SELU = 1.0507009873554805;
    private static final double SELU_ALPHA = 1.6732632423543772;
    private static final String SOFTPLUS = "((x > 0.0f ? x : 0.0f) + log1pf(expf(-fabsf(x))))";
    private static final Map<String, Known> KNOWN = Map.ofEntries(
            Map.entry("add", known("x + A", (x, a, b) -> x + a)),
            Map.entry("mul", known("x * A", (x, a, b) -> x * a)),
            Map.entry("atmost", known("x > A ? A : x", (x, a, b) -> Math.min(x, a))),
            Map.entry("clamp", known("x < A ? A : x > B ? B : x", ValueSteps::clamp)),
            Map.entry("relu", known("x < 0.0f ? 0.0f : x", (x, a, b) -> Math.max(x, 0))),
            Map.entry("leaky", known("x < 0.0f ? A * x : x", (x, a, b) -> x < 0 ? a * x : x)),
            Map.entry("elu", known("x > 0.0f ? x : A * expm1f(x)", (x, a, b) -> x > 0 ? x : a * Math.expm1(x))),
            Map.entry(
                    "selu",
                    known(
                            "1.05070099f * (x > 0.0f ? x : 1.67326324f * expm1f(x))",
                            (x, a, b) -> SELU * (x > 0 ? x : SELU_ALPHA * Math.expm1(x)))),
            Map.entry("sigmoid", known("1.0f / (1.0f + expf(-x))", (x, a, b) -> sigmoid(x))),
            Map.entry("tanh", known("tanhf(x)", (x, a, b) -> Math.tanh(x))),
            Map.entry("swish", known("x / (1.0f + expf(-x))", (x, a, b) -> x * sigmoid(x))),
            Map.entry(
                    "hardsigmoid",
                    known(
                            "x < -3.0f ? 0.0f : x > 3.0f ? 1.0f : (x + 3.0f) / 6.0f",
                            (x, a, b) -> clamp((x + 3) / 6, 0, 1))),
            Map.entry(
                    "hardswish",
                    known(
                            "x < -3.0f ? 0.0f : x > 3.0f ? x : x * (x + 3.0f) / 6.0f",
                            (x, a, b) -> x * clamp((x + 3) / 6, 0, 1))),
            Map.entry("softplus", known(SOFTPLUS, (x, a, b) -> softplus(x))),
            Map.entry("softsign", known("x / (1.0f + fabsf(x))", (x, a, b) -> x / (1 + Math.abs(x)))),
            Map.entry("mish", known("x * tanhf(" + SOFTPLUS + ")", (x, a, b) -> x * Math.tanh(softplus(x)))),
            Map.entry(
                    "gelu",
                    known(
                            "0.5f * x * (1.0f + erff(x * 0.707106781f))",
                            (x, a, b) -> x / 2 * (1 + erf(x / Math.sqrt(2))))),
            Map.entry(
                    "newgelu",
                    known(
                            "0.5f * x * (1.0f + tanhf(0.797884561f * (x + 0.044715f * x * x * x)))",
                            (x, a, b) ->
                                    x / 2 * (1 + Math.tanh(Math.sqrt(2 / Math.PI) * (x + 0.044715 * x * x * x))))));

    ValueSteps {
        steps = List.copyOf(steps);
    }

    @FunctionalInterface
    private interface Function {
        double of(double x, double a, double b);
    }

    private record Known(String cuda, Function function) {}

    private static Known known(String cuda, Function function) {
        return new Known(cuda, function);
    }

    /** Returns the names of the vectors that the steps read. */
    List<String> vectors() {
        return steps.stream()
                .filter(step -> step.get(0).equals("plus") || step.get(0).equals("times"))
                .map(step -> step.get(1))
                .distinct()
                .toList();
    }

    /** Returns statements that change {@code x}; vectors are read at {@code j}. */
    String cuda(String indent) {
        return steps.stream().map(step -> indent + statement(step) + "\n").collect(Collectors.joining());
    }

    private static String statement(List<String> step) {
        return switch (step.get(0)) {
            case "keep" -> "float kept = x;";
            case "residual" -> "x = x + kept;";
            case "gate" -> "x = x * kept;";
            case "plus" -> "x = x + " + step.get(1) + "[j];";
            case "times" -> "x = x * " + step.get(1) + "[j];";
            default -> "x = " + of(step).cuda.replace("A", literal(step, 1)).replace("B", literal(step, 2)) + ";";
        };
    }

    private static String literal(List<String> step, int at) {
        return (float) number(step, at) + "f";
    }

    private static double number(List<String> step, int at) {
        return at < step.size() ? Double.parseDouble(step.get(at)) : 0;
    }

    private static Known of(List<String> step) {
        return Optional.ofNullable(KNOWN.get(step.get(0)))
                .orElseThrow(() -> new IllegalArgumentException("no step is " + step));
    }

    /** Returns what becomes of a value at the place {@code j} of the vectors. */
    double apply(double from, int j, Map<String, float[]> vectors) {
        double x = from;
        double kept = 0;
        for (List<String> step : steps) {
            switch (step.get(0)) {
                case "keep" -> kept = x;
                case "residual" -> x += kept;
                case "gate" -> x *= kept;
                case "plus" -> x += requireNonNull(vectors.get(step.get(1)))[j];
                case "times" -> x *= requireNonNull(vectors.get(step.get(1)))[j];
                default -> x = of(step).function.of(x, number(step, 1), number(step, 2));
            }
        }
        return x;
    }

    private static double clamp(double x, double low, double high) {
        return Math.min(Math.max(x, low), high);
    }

    private static double sigmoid(double x) {
        return 1 / (1 + Math.exp(-x));
    }

    private static double softplus(double x) {
        return Math.max(x, 0) + Math.log1p(Math.exp(-Math.abs(x)));
    }

    /** By its series of positive terms, in which nothing cancels; 1 to the last digit from 6 on. */
    static double erf(double x) {
        if (!(Math.abs(x) < 6)) {
            return Math.signum(x);
        }
        double term = x;
        double sum = x;
        for (int n = 1; Math.abs(term) > 1e-17 * Math.abs(sum); n++) {
            term *= 2 * x * x / (2 * n + 1);
            sum += term;
        }
        return 2 / Math.sqrt(Math.PI) * Math.exp(-x * x) * sum;
    }
}
