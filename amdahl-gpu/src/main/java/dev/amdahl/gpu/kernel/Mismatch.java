package dev.amdahl.gpu.kernel;

import java.util.Locale;
import java.util.Optional;

/**
 * How an output differs from what it must be.
 *
 * @param index of the worst element
 * @param got what stands there
 * @param expected what must stand there
 * @param wrong how many are wrong
 * @param first the first wrong place
 * @param unwritten how many hold what was there before
 * @param error the norm of the difference by the norm of the result; infinite where a NaN or an infinity is out of place
 */
record Mismatch(int index, float got, double expected, int wrong, int first, int unwritten, double error) {

    /** Returns the difference, if it is more than the task allows. */
    static Optional<Mismatch> between(KernelInput asked, float[] out, int poison) {
        double tolerance = asked.task().tolerance();
        double[] expected = asked.expected();
        int wrong = 0;
        int unwritten = 0;
        int first = -1;
        int index = 0;
        double worst = -1;
        for (int i = 0; i < out.length; i++) {
            unwritten += Float.floatToRawIntBits(out[i]) == poison ? 1 : 0;
            double off = off(out[i], expected[i]);
            if (off > tolerance * (asked.rms() + Math.abs(expected[i])) + Float.MIN_NORMAL) {
                wrong++;
                first = first < 0 ? i : first;
            }
            if (off > worst) {
                worst = off;
                index = i;
            }
        }
        double error = error(asked, out);
        return wrong == 0 && error <= tolerance
                ? Optional.empty()
                : Optional.of(new Mismatch(index, out[index], expected[index], wrong, first, unwritten, error));
    }

    /** Returns the norm of the difference by the norm of the result. */
    static double error(KernelInput asked, float[] out) {
        double squares = 0;
        int finite = 0;
        for (int i = 0; i < out.length; i++) {
            double off = off(out[i], asked.expected()[i]);
            squares += off * off;
            finite += Double.isFinite(asked.expected()[i]) ? 1 : 0;
        }
        double size = asked.rms() * Math.sqrt(finite);
        return squares == 0 ? 0 : Math.sqrt(squares) / Math.max(size, Float.MIN_NORMAL);
    }

    private static double off(float got, double expected) {
        if (!Double.isFinite(expected) || !Float.isFinite(got)) {
            return Float.compare(got, (float) expected) == 0 ? 0 : Double.POSITIVE_INFINITY;
        }
        return Math.abs(got - expected);
    }

    /** For people and proposers. */
    String text() {
        return String.format(
                Locale.ROOT,
                "%d of the elements wrong, relative error %.3g; worst at out[%d]: %s, must be %s%s",
                wrong,
                error,
                index,
                got,
                (float) expected,
                unwritten == 0 ? "" : "; " + unwritten + " never written");
    }
}
