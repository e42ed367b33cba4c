package dev.amdahl.core.internal.simulation;

import java.util.OptionalDouble;

/**
 * What a rule did with a number of experiments; what was never seen is empty.
 *
 * @param experiments how many
 * @param accepts how many it accepted
 * @param falseAccepts how many of these were no win
 * @param pairs usable pairs spent
 * @param claimed sum of the claimed log effects of what it accepted
 * @param truth sum of the true log effects of what it accepted
 * @param intervals intervals reported
 * @param covering how many of these hold the truth
 * @param refuted how many it called refuted
 */
public record Tally(
        int experiments,
        int accepts,
        int falseAccepts,
        double pairs,
        double claimed,
        double truth,
        int intervals,
        int covering,
        int refuted) {

    static final Tally EMPTY = new Tally(0, 0, 0, 0, 0, 0, 0, 0, 0);

    Tally with(Scenario scenario, RuleOutcome outcome) {
        boolean accepted = outcome.isAccepted();
        return new Tally(
                experiments + 1,
                accepts + (accepted ? 1 : 0),
                falseAccepts + (accepted && scenario.kind() != Scenario.Kind.WIN ? 1 : 0),
                pairs + outcome.pairs(),
                claimed + outcome.claimedLogEffect().orElse(0),
                truth + (accepted ? scenario.trueLogEffect() : 0),
                intervals + (outcome.coversTruth().isPresent() ? 1 : 0),
                covering + (int) outcome.coversTruth().orElse(0),
                refuted + (outcome.isRefuted() ? 1 : 0));
    }

    Tally plus(Tally other) {
        return new Tally(
                experiments + other.experiments,
                accepts + other.accepts,
                falseAccepts + other.falseAccepts,
                pairs + other.pairs,
                claimed + other.claimed,
                truth + other.truth,
                intervals + other.intervals,
                covering + other.covering,
                refuted + other.refuted);
    }

    /** Share of experiments that it accepted. */
    public OptionalDouble acceptRate() {
        return ratio(accepts, experiments);
    }

    /** Share of experiments whose change it called refuted. */
    public OptionalDouble refutedRate() {
        return ratio(refuted, experiments);
    }

    /** Share of what it accepted that was no win. */
    public OptionalDouble falseDiscoveryRate() {
        return accepts == 0 && experiments > 0 ? OptionalDouble.of(0) : ratio(falseAccepts, accepts);
    }

    /** Pairs by experiment. */
    public OptionalDouble meanPairs() {
        return ratio(pairs, experiments);
    }

    /** Geometric mean of the speed-ups that it claimed. */
    public OptionalDouble claimedSpeedup() {
        return accepts == 0 ? OptionalDouble.empty() : OptionalDouble.of(Math.exp(-claimed / accepts));
    }

    /** Geometric mean of the true speed-ups of what it accepted. */
    public OptionalDouble trueSpeedup() {
        return accepts == 0 ? OptionalDouble.empty() : OptionalDouble.of(Math.exp(-truth / accepts));
    }

    /** Share of the reported intervals that hold the truth. */
    public OptionalDouble coverage() {
        return ratio(covering, intervals);
    }

    private static OptionalDouble ratio(double part, int whole) {
        return whole == 0 ? OptionalDouble.empty() : OptionalDouble.of(part / whole);
    }
}
