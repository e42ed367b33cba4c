package dev.amdahl.spi.hypothesis;

/**
 * That runs which somebody else schedules may carry a change, and how many of them.
 *
 * @param mode whether any, and which
 * @param share of the family's runs that may carry a change, above 0, at most .5
 * @param holdBack share of runs that stay on the old setting after a promotion, to measure what it saves; at least 0, at most .5
 * @param hasTwin whether the job can be run once more on the same input, so that its outputs can be compared before a change is exposed
 */
public record FieldTrials(Mode mode, double share, double holdBack, boolean hasTwin) {
    /** None of a job's scheduled runs. */
    public static final FieldTrials OFF = new FieldTrials(Mode.OFF, .5, 0, true);

    private static final double MAX_SHARE = .5;

    /** Which scheduled runs may carry a change. */
    public enum Mode {
        /** None. */
        OFF,
        /** One alone, which must do well, and no more of it by itself. */
        CANARY,
        /** One alone, then as many as the share allows. */
        ON
    }

    public FieldTrials {
        if (!(share > 0 && share <= MAX_SHARE)) {
            throw new IllegalArgumentException(
                    "the share of exposed runs must be above 0 and at most .5, was " + share);
        }
        if (!(holdBack >= 0 && holdBack <= MAX_SHARE)) {
            throw new IllegalArgumentException("the hold-back must be at least 0 and at most .5, was " + holdBack);
        }
    }
}
