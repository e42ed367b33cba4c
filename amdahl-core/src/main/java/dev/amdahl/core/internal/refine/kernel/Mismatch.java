package dev.amdahl.core.internal.refine.kernel;

import java.util.Optional;

/**
 * How an output differs from what it must be.
 *
 * @param index the first place
 * @param got what stands there
 * @param expected what must stand there
 * @param wrong how many places are wrong
 * @param unwritten how many of those hold what was there before
 * @param worst the largest error relative to the largest result; infinite where a NaN or an infinity is out of place
 */
record Mismatch(int index, float got, double expected, int wrong, int unwritten, double worst) {

    /** Returns the difference, if there is any; NaN and infinities must stand exactly where they belong. */
    public static Optional<Mismatch> between(KernelCase asked, float[] out, int poison) {
        int first = -1;
        int wrong = 0;
        int unwritten = 0;
        double worst = 0;
        double largest = Double.MIN_NORMAL;
        for (int i = 0; i < out.length; i++) {
            if (Double.isFinite(asked.expected()[i])) {
                largest = Math.max(largest, Math.abs(asked.expected()[i]));
            }
            if (!isRight(asked.expected()[i], asked.slack()[i], out[i])) {
                first = first < 0 ? i : first;
                wrong++;
                unwritten += Float.floatToRawIntBits(out[i]) == poison ? 1 : 0;
                double error = Math.abs(out[i] - asked.expected()[i]);
                worst = Double.isFinite(error) ? Math.max(worst, error) : Double.POSITIVE_INFINITY;
            }
        }
        return first < 0
                ? Optional.empty()
                : Optional.of(
                        new Mismatch(first, out[first], asked.expected()[first], wrong, unwritten, worst / largest));
    }

    private static boolean isRight(double expected, double slack, float got) {
        if (Double.isNaN(expected) || Double.isInfinite(expected) || Float.isInfinite((float) expected)) {
            return Float.compare(got, (float) expected) == 0;
        }
        return Math.abs(got - expected) <= slack;
    }

    /** For people and proposers. */
    public String text() {
        return "out[" + index + "] is " + got + ", must be " + (float) expected + "; " + wrong + " wrong values"
                + (unwritten == 0 ? "" : ", " + unwritten + " of them never written");
    }
}
