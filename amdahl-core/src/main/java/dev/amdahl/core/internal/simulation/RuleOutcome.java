package dev.amdahl.core.internal.simulation;

import java.util.OptionalDouble;

/**
 * What a rule made of one experiment.
 *
 * @param isAccepted whether it takes the change
 * @param pairs usable pairs spent, two runs each
 * @param claimedLogEffect what it claims where it accepts; empty otherwise
 * @param coversTruth 1 if the interval reported with a claim holds the truth, else 0; empty without a claim
 * @param p the p-value that online control is given; 1 where there is none
 * @param isRefuted whether it calls the change refuted, never to be tried again
 */
record RuleOutcome(
        boolean isAccepted,
        double pairs,
        OptionalDouble claimedLogEffect,
        OptionalDouble coversTruth,
        double p,
        boolean isRefuted) {

    static RuleOutcome rejected(double pairs) {
        return rejected(pairs, 1);
    }

    static RuleOutcome rejected(double pairs, double p) {
        return new RuleOutcome(false, pairs, OptionalDouble.empty(), OptionalDouble.empty(), p, false);
    }

    static RuleOutcome refuted(double pairs) {
        return new RuleOutcome(false, pairs, OptionalDouble.empty(), OptionalDouble.empty(), 1, true);
    }

    static RuleOutcome of(boolean accepted, double pairs, double logEffect) {
        return accepted
                ? new RuleOutcome(true, pairs, OptionalDouble.of(logEffect), OptionalDouble.empty(), 1, false)
                : rejected(pairs);
    }
}
