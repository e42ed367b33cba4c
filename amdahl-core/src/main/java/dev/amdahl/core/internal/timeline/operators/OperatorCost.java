package dev.amdahl.core.internal.timeline.operators;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What one call of an operator has to compute and to move, by its shapes: each tensor is moved once, as if the caches were perfect.
 *
 * @param flops a multiplication and an addition are two; 0 where they are not counted
 * @param bytes 0 where the types are not told
 * @param arithmetic the type whose peak of matrix products is the limit; empty for work that is no product
 */
public record OperatorCost(double flops, double bytes, String arithmetic) {
    private static final String SPACE = "::";

    private static final Set<String> CONVOLUTIONS = Set.of("convolution", "convolution_backward");

    /** vLLM's name for a linear layer. */
    private static final String UNQUANTIZED = "rocm_unquantized_gemm";

    private static final Set<String> PRODUCTS = Set.of("mm", "addmm", "bmm", "baddbmm", "_scaled_mm", UNQUANTIZED);

    private static final Set<String> POINTWISE = Set.of(
            "abs",
            "add",
            "addcdiv",
            "addcmul",
            "bitwise_and",
            "bitwise_not",
            "bitwise_or",
            "clamp",
            "clamp_max",
            "clamp_min",
            "copy",
            "cos",
            "cumsum",
            "div",
            "eq",
            "erf",
            "exp",
            "floor",
            "ge",
            "gelu",
            "gelu_backward",
            "gt",
            "hardtanh",
            "le",
            "leaky_relu",
            "lerp",
            "log",
            "logical_and",
            "logical_not",
            "logical_or",
            "lt",
            "masked_fill",
            "maximum",
            "minimum",
            "mul",
            "ne",
            "neg",
            "pow",
            "reciprocal",
            "relu",
            "rsqrt",
            "rsub",
            "sigmoid",
            "sigmoid_backward",
            "silu",
            "silu_backward",
            "sin",
            "sqrt",
            "sub",
            "tanh",
            "tanh_backward",
            "threshold",
            "threshold_backward",
            "where");

    /** Those that write one byte an element. */
    private static final Set<String> TESTS =
            Set.of("eq", "ne", "lt", "le", "gt", "ge", "logical_and", "logical_or", "logical_not");

    /** Those that call another which has what they were called with, and those that others begin with. */
    private static final Set<String> PASSED_ON = Set.of("relu", "relu_", "zero_", "fill_");

    private static final Set<String> FILLS = Set.of("fill_", "zero_");

    private static final Set<String> NORMS = Set.of(
            "batch_norm",
            "native_batch_norm",
            "cudnn_batch_norm",
            "miopen_batch_norm",
            "layer_norm",
            "native_layer_norm",
            "group_norm",
            "native_group_norm",
            "instance_norm",
            "_fused_rms_norm",
            "_softmax",
            "_log_softmax");

    /** Those of a gradient and an input of one size, which give another. */
    private static final Set<String> NORMS_BACKWARD = Set.of(
            "native_batch_norm_backward",
            "cudnn_batch_norm_backward",
            "miopen_batch_norm_backward",
            "native_layer_norm_backward",
            "native_group_norm_backward",
            "_softmax_backward_data",
            "_log_softmax_backward_data");

    private static final Set<String> REDUCTIONS = Set.of(
            "sum",
            "mean",
            "max",
            "min",
            "amax",
            "amin",
            "argmax",
            "argmin",
            "norm",
            "linalg_vector_norm",
            "std",
            "var");

    /** Returns whether the time of all that an operator calls belongs to it, as its own shapes tell what there is to do. */
    public static boolean isWhole(String name) {
        String base = base(name);
        return !PASSED_ON.contains(base) && isCounted(base);
    }

    private static boolean isCounted(String base) {
        return CONVOLUTIONS.contains(base)
                || PRODUCTS.contains(base)
                || Attention.of(base) != null
                || POINTWISE.contains(plain(base))
                || FILLS.contains(base)
                || NORMS.contains(base)
                || NORMS_BACKWARD.contains(base)
                || REDUCTIONS.contains(base);
    }

    /** Returns the cost of one call; empty where the operator is not known, or its shapes do not tell. */
    public static Optional<OperatorCost> of(String name, Operands in) {
        String base = base(name);
        @Nullable
        OperatorCost cost = switch (base) {
            case "mm", "bmm", "_scaled_mm" -> product(in, 0, 1, false);
            case "addmm", "baddbmm" -> product(in, 1, 2, true);
            case "linear", UNQUANTIZED -> linear(in);
            case "matmul" -> matmul(in);
            case "convolution", "convolution_backward" -> Convolution.cost(in, base.endsWith("backward"));
            default -> other(base, in);
        };
        return Optional.ofNullable(cost).filter(found -> found.flops > 0 || found.bytes > 0);
    }

    private static @Nullable OperatorCost other(String base, Operands in) {
        Attention attention = Attention.of(base);
        if (attention != null) {
            return attention.cost(in);
        }
        if (FILLS.contains(base)) {
            return new OperatorCost(0, in.bytes(0), "");
        }
        if (POINTWISE.contains(plain(base))) {
            return pointwise(base, in);
        }
        if (NORMS.contains(base)) {
            return new OperatorCost(0, 2 * in.bytes(0) + rest(in, 1), "");
        }
        if (NORMS_BACKWARD.contains(base)) {
            return new OperatorCost(0, 3 * Math.max(in.bytes(0), in.bytes(1)), "");
        }
        return REDUCTIONS.contains(base) ? new OperatorCost(in.elements(0), in.bytes(0), "") : null;
    }

    private static String base(String name) {
        int space = name.lastIndexOf(SPACE);
        return space < 0 ? name : name.substring(space + SPACE.length());
    }

    /** Returns the name without the mark of those that work in place. */
    private static String plain(String base) {
        return base.endsWith("_") ? base.substring(0, base.length() - 1) : base;
    }

    private static double rest(Operands in, int from) {
        double bytes = 0;
        for (int i = from; i < in.size(); i++) {
            bytes += in.bytes(i);
        }
        return bytes;
    }

    /** A product of m x k and k x n matrices, several of them where there are more dimensions; a sum with a third counts once an element. */
    private static @Nullable OperatorCost product(Operands in, int left, int right, boolean isSum) {
        List<Long> a = in.shape(left);
        List<Long> b = in.shape(right);
        if (a.size() < 2 || a.size() != b.size()) {
            return null;
        }
        int last = a.size() - 1;
        double batch = Operands.product(a.subList(0, last - 1));
        boolean fits = a.get(last).equals(b.get(last - 1)) && batch == Operands.product(b.subList(0, last - 1));
        return fits ? gemm(in, left, batch, a.get(last - 1), b.get(last), a.get(last), isSum) : null;
    }

    private static @Nullable OperatorCost linear(Operands in) {
        List<Long> x = in.shape(0);
        List<Long> w = in.shape(1);
        if (x.isEmpty() || w.size() != 2 || !x.get(x.size() - 1).equals(w.get(1))) {
            return null;
        }
        double rows = Operands.product(x.subList(0, x.size() - 1));
        return gemm(in, 0, 1, rows, w.get(0), w.get(1), !in.shape(2).isEmpty());
    }

    private static @Nullable OperatorCost matmul(Operands in) {
        List<Long> a = in.shape(0);
        List<Long> b = in.shape(1);
        if (a.size() > 2 && b.size() == 2 && a.get(a.size() - 1).equals(b.get(0))) {
            return gemm(in, 0, 1, Operands.product(a.subList(0, a.size() - 1)), b.get(1), b.get(0), false);
        }
        return product(in, 0, 1, false);
    }

    private static OperatorCost gemm(
            Operands in, int typed, double batch, double m, double n, double k, boolean isSum) {
        TensorType type = in.type(typed);
        double moved = batch * (m * k + k * n + m * n) + (isSum ? batch * n : 0);
        return new OperatorCost(
                batch * (2 * m * n * k + (isSum ? m * n : 0)),
                type == null ? 0 : moved * type.bytes(),
                type == null ? "" : type.word());
    }

    /** Reads its inputs and writes an output of their common shape; one operation an element. */
    private static @Nullable OperatorCost pointwise(String base, Operands in) {
        if (base.equals("copy_")) {
            return new OperatorCost(in.elements(0), in.bytes(0) + in.bytes(1), "");
        }
        double elements = 0;
        int size = 0;
        for (int i = 0; i < in.size(); i++) {
            TensorType type = in.type(i);
            if (type != null && !in.shape(i).isEmpty()) {
                elements = Math.max(elements, in.elements(i));
                size = Math.max(size, type.bytes());
            }
        }
        double written = base.endsWith("_") ? in.bytes(0) : elements * (TESTS.contains(base) ? 1 : size);
        return new OperatorCost(elements, rest(in, 0) + written, "");
    }
}
