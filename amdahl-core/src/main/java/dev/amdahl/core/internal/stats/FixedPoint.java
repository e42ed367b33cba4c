package dev.amdahl.core.internal.stats;

/**
 * Values rounded to whole multiples of one power of two, so fine that the sum of all magnitudes is about 2^51: every signed sum
 * of them is then exact in double arithmetic, in any order and on any number of threads. The rounding of a value is at most
 * 2^-51 of the sum of magnitudes, well below the tolerance of a tie. Immutable and thread-safe; {@link #units} is shared, not copied.
 */
public final class FixedPoint {
    private static final int BITS = 51;
    private static final double TIE = 1e-12;

    private final double[] units;
    private final double magnitude;
    private final int exponent;

    private FixedPoint(double[] units, double magnitude, int exponent) {
        this.units = units;
        this.magnitude = magnitude;
        this.exponent = exponent;
    }

    /**
     * Rounds the values.
     *
     * @throws IllegalArgumentException if there is none, or one is not finite, naming it
     */
    public static FixedPoint of(String name, double[] values) {
        Arguments.requireNonEmpty(name, values);
        double largest = 0;
        for (double value : values) {
            largest = Math.max(largest, Math.abs(value));
        }
        int down = -Math.getExponent(largest) - 1;
        double scaled = 0;
        for (double value : values) {
            scaled += Math.abs(scale(value, down));
        }
        int exponent = scaled > 0 ? down + BITS - 1 - Math.getExponent(scaled) : 0;
        double[] units = new double[values.length];
        double magnitude = 0;
        for (int i = 0; i < units.length; i++) {
            units[i] = Math.rint(scale(values[i], exponent));
            magnitude += Math.abs(units[i]);
        }
        return new FixedPoint(units, magnitude, exponent);
    }

    /** Levels that are whole already. */
    public static FixedPoint ofLevels(int[] levels) {
        double[] units = new double[levels.length];
        double magnitude = 0;
        for (int i = 0; i < units.length; i++) {
            units[i] = levels[i];
            magnitude += Math.abs(units[i]);
        }
        return new FixedPoint(units, magnitude, 0);
    }

    private static double scale(double value, int exponent) {
        int half = exponent / 2;
        return Math.scalb(Math.scalb(value, half), exponent - half);
    }

    /** Returns the values as whole numbers. */
    public double[] units() {
        return units;
    }

    /** Returns the same values with the other sign. */
    public FixedPoint negated() {
        double[] negated = new double[units.length];
        for (int i = 0; i < units.length; i++) {
            negated[i] = -units[i];
        }
        return new FixedPoint(negated, magnitude, exponent);
    }

    /** Returns a sum of units in the unit of the values. */
    public double value(double sum) {
        return scale(sum, -exponent);
    }

    /** Returns how far from another sum, in units, a sum still counts as equal: 1e-12 of the sum of magnitudes. */
    public double tie() {
        return TIE * magnitude;
    }
}
