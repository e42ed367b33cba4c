package dev.amdahl.gpu;

import java.util.List;

/**
 * The arithmetic of a matrix product: what goes in and what comes out. Immutable and thread-safe.
 *
 * @param <A> the host array of the factors
 * @param <C> the host array of the product
 */
public final class GemmType<A, C> {
    public static final GemmType<double[], double[]> FP64 =
            new GemmType<>("fp64", ElementType.FLOAT64, ElementType.FLOAT64);
    public static final GemmType<float[], float[]> FP32 =
            new GemmType<>("fp32", ElementType.FLOAT32, ElementType.FLOAT32);
    /** Factors rounded to 11 significant bits, sums in binary32. */
    public static final GemmType<float[], float[]> TF32 =
            new GemmType<>("tf32", ElementType.FLOAT32, ElementType.FLOAT32);
    /** Sums in binary32. */
    public static final GemmType<short[], float[]> FP16 =
            new GemmType<>("fp16", ElementType.FLOAT16, ElementType.FLOAT32);
    /** Sums in binary32. */
    public static final GemmType<short[], float[]> BF16 =
            new GemmType<>("bf16", ElementType.BFLOAT16, ElementType.FLOAT32);

    private static final List<GemmType<?, ?>> ALL = List.of(FP64, FP32, TF32, FP16, BF16);

    private final String name;
    private final ElementType<A> factor;
    private final ElementType<C> product;

    private GemmType(String name, ElementType<A> factor, ElementType<C> product) {
        this.name = name;
        this.factor = factor;
        this.product = product;
    }

    /** Returns every type. */
    public static List<GemmType<?, ?>> all() {
        return ALL;
    }

    /** Returns the element type of both factors. */
    public ElementType<A> factor() {
        return factor;
    }

    /** Returns the element type of the product. */
    public ElementType<C> product() {
        return product;
    }

    /** Returns the name in the field, such as {@code bf16}. */
    @Override
    public String toString() {
        return name;
    }
}
