package dev.amdahl.core.internal.stats;

/** Checks of arguments with messages that name the value and the bound. */
public final class Arguments {

    private Arguments() {}

    /** Returns the values, all of them finite. */
    public static double[] requireFinite(String name, double[] values) {
        for (int i = 0; i < values.length; i++) {
            if (!Double.isFinite(values[i])) {
                throw new IllegalArgumentException(
                        name + "[" + i + "] must be finite, was " + values[i] + "; leave failed measurements out");
            }
        }
        return values;
    }

    /** Returns the values, at least one and all of them finite. */
    public static double[] requireNonEmpty(String name, double[] values) {
        if (values.length == 0) {
            throw new IllegalArgumentException(name + " must hold at least one value");
        }
        return requireFinite(name, values);
    }

    /** Returns the value, above 0 and finite. */
    public static double requirePositive(String name, double value) {
        if (!(value > 0) || !Double.isFinite(value)) {
            throw new IllegalArgumentException(name + " must be positive and finite, was " + value);
        }
        return value;
    }

    /** Returns the value, finite. */
    public static double requireFinite(String name, double value) {
        if (!Double.isFinite(value)) {
            throw new IllegalArgumentException(name + " must be finite, was " + value);
        }
        return value;
    }

    /** Infinity is a number here; NaN is none. */
    public static double requireNumber(String name, double value) {
        if (Double.isNaN(value)) {
            throw new IllegalArgumentException(name + " must be a number, was NaN");
        }
        return value;
    }

    /** Returns the value, between 0 and 1 and neither. */
    public static double requireProbability(String name, double value) {
        if (!(value > 0 && value < 1)) {
            throw new IllegalArgumentException(name + " must lie in (0, 1), was " + value);
        }
        return value;
    }

    /** Returns the value, not below the bound. */
    public static int requireAtLeast(String name, int value, int bound) {
        if (value < bound) {
            throw new IllegalArgumentException(name + " must be at least " + bound + ", was " + value);
        }
        return value;
    }
}
