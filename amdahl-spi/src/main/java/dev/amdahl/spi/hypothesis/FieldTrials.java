package dev.amdahl.spi.hypothesis;

import java.time.Duration;
import java.util.Optional;

/**
 * How changes may be tried in the runs of a family that its owner schedules anyway.
 *
 * @param share of these runs that may have a change, above 0 and at most one half
 * @param hasTwin whether the job may be run twice on one input before the first of them, to compare what it writes
 * @param holdBack share of these runs that stay without a promoted change, so that what it saves is measured; 0 for none, at most one half
 * @param within how long a pair may take until it is given up
 * @param size the metric by which runs that count no work units report the size of their input; empty if none does
 */
public record FieldTrials(double share, boolean hasTwin, double holdBack, Duration within, Optional<String> size) {
    /** Every other run at most, after a twin; one promoted run in 20 is held back. */
    public static final FieldTrials DEFAULT = new FieldTrials(.5, true, .05, Duration.ofDays(30), Optional.empty());

    public FieldTrials {
        if (!(share > 0 && share <= .5)) {
            throw new IllegalArgumentException(
                    "the share of scheduled runs with a change must be above 0 and at most .5, was " + share);
        }
        if (!(holdBack >= 0 && holdBack <= .5)) {
            throw new IllegalArgumentException("the share of runs held back must be from 0 to .5, was " + holdBack);
        }
        if (within.isNegative() || within.isZero()) {
            throw new IllegalArgumentException("a pair must be given some time, was " + within);
        }
    }
}
