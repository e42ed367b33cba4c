package dev.amdahl.core.internal.timeline.detect;

/**
 * A figure against a bound.
 *
 * @param signal the figure
 * @param comparison how it is compared
 * @param threshold the bound, in the signal's unit
 */
public record Condition(Signal signal, Comparison comparison, double threshold) {
    /** How a figure is compared with a bound. */
    public enum Comparison {
        /** More than the bound. */
        ABOVE(">"),
        /** The bound or more. */
        AT_LEAST(">="),
        /** Less than the bound. */
        BELOW("<"),
        /** The bound or less. */
        AT_MOST("<=");

        private final String sign;

        Comparison(String sign) {
            this.sign = sign;
        }

        /** Returns its sign. */
        public String sign() {
            return sign;
        }
    }

    /** Returns whether a measured value meets it. */
    boolean holds(double value) {
        return switch (comparison) {
            case ABOVE -> value > threshold;
            case AT_LEAST -> value >= threshold;
            case BELOW -> value < threshold;
            case AT_MOST -> value <= threshold;
        };
    }
}
