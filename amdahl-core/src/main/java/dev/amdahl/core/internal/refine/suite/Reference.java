package dev.amdahl.core.internal.refine.suite;

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
