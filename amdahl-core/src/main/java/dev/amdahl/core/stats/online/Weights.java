package dev.amdahl.core.stats.online;

import java.util.Arrays;
import java.util.function.IntToDoubleFunction;

/** A non-increasing sequence γ(1), γ(2), ... that sums to one, computed as far as it is used. Not thread-safe. */
final class Weights {

    private final IntToDoubleFunction formula;
    private double[] values = {Double.NaN};

    private Weights(IntToDoubleFunction formula) {
        this.formula = formula;
    }

    /** γ(j) = .07720838 log(max(j, 2)) / (j exp √log j), Javanmard and Montanari (2018), equation 31. */
    static Weights logarithmic() {
        return new Weights(j -> 0.07720838 * Math.log(Math.max(j, 2)) / (j * Math.exp(Math.sqrt(Math.log(j)))));
    }

    /** γ(j) = .4374901658 / j^1.6, Ramdas et al. (2018), section 4. */
    static Weights power() {
        return new Weights(j -> 0.4374901658 / Math.pow(j, 1.6));
    }

    /** The values up to γ(j) at least, by index; not to be changed. */
    double[] upTo(int j) {
        int known = values.length;
        if (j >= known) {
            values = Arrays.copyOf(values, Math.max(j + 1, 2 * known));
            for (int i = known; i < values.length; i++) {
                values[i] = formula.applyAsDouble(i);
            }
        }
        return values;
    }
}
