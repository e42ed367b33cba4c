package dev.amdahl.core.internal.refine.kernel;

import dev.amdahl.core.internal.refine.kernel.KernelTask.Shape;
import java.util.Arrays;
import java.util.List;

/**
 * The suite of kernels for one core, in three tiers: one pass over the data; products, rows and neighbours; what depends on order or is
 * fused.
 */
public final class CpuKernels {
    private CpuKernels() {}

    /** Returns all tasks, by tier. Baselines in C; of some also in Java. */
    public static List<KernelTask> all() {
        return List.of(axpy(), sum(), matmul(), softmax(), stencil(), scan(), layernorm(), sort());
    }

    /** Returns the task of a name. */
    public static KernelTask named(String name) {
        return all().stream()
                .filter(task -> task.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no kernel '" + name + "'; there are " + all()));
    }

    private static KernelTask axpy() {
        return new KernelTask(
                "axpy",
                1,
                "out[i] = 2.5 * a[i] + b[i] for i < n",
                Shape.TWO_VECTORS,
                (a, b, n, out, magnitude) -> {
                    for (int i = 0; i < n; i++) {
                        out[i] = 2.5 * a[i] + b[i];
                        magnitude[i] = 2.5 * Math.abs(a[i]) + Math.abs(b[i]);
                    }
                },
                CpuKernels::rounding,
                1e37f,
                300,
                400_000);
    }

    private static KernelTask sum() {
        return new KernelTask(
                "sum",
                1,
                "out[0] = the sum of a[i] for i < n, 0 for n = 0",
                Shape.REDUCTION,
                (a, b, n, out, magnitude) -> {
                    for (int i = 0; i < n; i++) {
                        out[0] += a[i];
                        magnitude[0] += Math.abs(a[i]);
                    }
                },
                CpuKernels::summed,
                1e30f,
                300,
                1_000_000);
    }

    private static KernelTask matmul() {
        return new KernelTask(
                "matmul",
                2,
                "out = a * b for row-major matrices of n rows and n columns",
                Shape.TWO_SQUARES,
                (a, b, n, out, magnitude) -> {
                    for (int i = 0; i < n; i++) {
                        for (int k = 0; k < n; k++) {
                            for (int j = 0; j < n; j++) {
                                double product = (double) a[i * n + k] * b[k * n + j];
                                out[i * n + j] += product;
                                magnitude[i * n + j] += Math.abs(product);
                            }
                        }
                    }
                },
                CpuKernels::summed,
                0x1p50f,
                24,
                160);
    }

    private static KernelTask softmax() {
        return new KernelTask(
                "softmax",
                2,
                "out[i] = exp(a[i]) / (sum of exp(a[j]) for j < n), without overflow for large a[i]; all NaN if an a[j] is"
                        + " NaN or +infinity",
                Shape.VECTOR,
                References::softmax,
                CpuKernels::summed,
                1e4f,
                300,
                150_000);
    }

    private static KernelTask stencil() {
        return new KernelTask(
                "stencil",
                2,
                "a is a row-major grid of n rows and n columns; inner points: out = 0.5 * a + 0.125 * (sum of the four"
                        + " neighbours of a); points of the border: out = a",
                Shape.SQUARE,
                References::stencil,
                CpuKernels::rounding,
                1e37f,
                24,
                700);
    }

    private static KernelTask scan() {
        return new KernelTask(
                "scan",
                3,
                "out[i] = a[0] + ... + a[i] for i < n",
                Shape.VECTOR,
                (a, b, n, out, magnitude) -> {
                    double sum = 0;
                    double magnitudes = 0;
                    for (int i = 0; i < n; i++) {
                        sum += a[i];
                        magnitudes += Math.abs(a[i]);
                        out[i] = sum;
                        magnitude[i] = magnitudes;
                    }
                },
                CpuKernels::summed,
                1e30f,
                300,
                600_000);
    }

    private static KernelTask layernorm() {
        return new KernelTask(
                "layernorm",
                3,
                "a holds n rows of 64 values, b one row of 64 weights; for each row with mean m and variance v (divisor 64):"
                        + " out = max(0, (a - m) / sqrt(v + 1e-5) * b); NaN stays NaN",
                new Shape(n -> 64 * n, n -> 64, n -> 64 * n),
                References::layernorm,
                n -> 64,
                1e6f,
                24,
                6_000);
    }

    private static KernelTask sort() {
        return new KernelTask(
                "sort",
                3,
                "out = a in ascending order; NaN after all numbers; the order of 0 and -0 is free",
                Shape.VECTOR,
                (a, b, n, out, magnitude) -> {
                    for (int i = 0; i < n; i++) {
                        out[i] = a[i];
                    }
                    Arrays.sort(out);
                },
                n -> 0,
                1e38f,
                300,
                25_000);
    }

    private static int rounding(int n) {
        return 8;
    }

    /** Sums in any order: the error of n roundings, as they come to by chance, four times over. */
    private static int summed(int n) {
        return 16 + (int) (4 * Math.sqrt(n));
    }
}
