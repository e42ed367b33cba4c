package dev.amdahl.core.internal.refine.kernel;

import com.google.common.io.Resources;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.function.IntUnaryOperator;

/**
 * One kernel to be made faster: what it must compute, on which sizes, and how near.
 *
 * @param name of the task and of its baselines
 * @param tier how hard it is, from 1
 * @param statement what to compute, for the proposer
 * @param shape lengths of the buffers by size
 * @param reference what is right
 * @param tolerance how far from right, as a multiple of the rounding unit 2^-24 and the magnitude
 * @param most the largest magnitude of an input that overflows nothing
 * @param smallSize a size that is judged at once
 * @param timedSize the largest size, which is also timed
 */
public record KernelTask(
        String name,
        int tier,
        String statement,
        Shape shape,
        Reference reference,
        IntUnaryOperator tolerance,
        float most,
        int smallSize,
        int timedSize) {
    /**
     * Lengths of the buffers by size.
     *
     * @param a of the first input
     * @param b of the second input
     * @param out of the output
     */
    public record Shape(IntUnaryOperator a, IntUnaryOperator b, IntUnaryOperator out) {
        static final Shape VECTOR = new Shape(n -> n, n -> 0, n -> n);
        static final Shape TWO_VECTORS = new Shape(n -> n, n -> n, n -> n);
        static final Shape SQUARE = new Shape(n -> n * n, n -> 0, n -> n * n);
        static final Shape TWO_SQUARES = new Shape(n -> n * n, n -> n * n, n -> n * n);
        static final Shape REDUCTION = new Shape(n -> n, n -> 0, n -> 1);
    }

    /** Returns the same, timed at a smaller size: a quicker and a rougher measurement. */
    public KernelTask timedAt(int size) {
        return new KernelTask(
                name, tier, statement, shape, reference, tolerance, most, Math.min(smallSize, size), size);
    }

    /** Returns the text of the baseline in a language. */
    public String baseline(Language language) {
        String kind = language.name().toLowerCase(Locale.ROOT);
        URL text = Resources.getResource(KernelTask.class, kind + "/" + name + "." + kind);
        try {
            return Resources.toString(text, StandardCharsets.UTF_8);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    @Override
    public String toString() {
        return name;
    }

    /** What a kernel must compute, in double precision and in this process alone. Implementations are stateless. */
    public interface Reference {

        /**
         * Fills the results, and the magnitude of what each was computed from, to which its tolerance is relative.
         *
         * @param a the first input
         * @param b the second input
         * @param n the size
         * @param out the results
         * @param magnitude the magnitudes; 0 or more
         */
        void compute(float[] a, float[] b, int n, double[] out, double[] magnitude);
    }
}
