package dev.amdahl.core.stats.design;

import dev.amdahl.core.stats.Arguments;
import dev.amdahl.core.stats.design.Assessment.Phase;
import dev.amdahl.core.stats.design.Assessment.Status;
import java.util.Locale;
import java.util.Optional;

/**
 * The two-set decision rule as a pure function of the trials so far. Immutable and thread-safe.
 *
 * <p>d = log(variant/baseline), one value per trial, below zero where the variant is better. σ and the bar are fixed at
 * submit. Trials of a set beyond the one that decided it, which were under way then, are left out. Guardrails, vetoes and
 * votes are the caller's.
 */
public final class SequentialDesign {

    private static final double PURSUE_LOSS = .5;

    private final EvidencePolicy policy;
    private final double sigma;
    private final double bar;
    private final ConfidenceSequence sequence;

    /** @throws IllegalArgumentException if sigma or bar is not positive and finite */
    public SequentialDesign(EvidencePolicy policy, double sigma, double bar) {
        this.policy = policy;
        this.sigma = Arguments.requirePositive("sigma", sigma);
        this.bar = Arguments.requirePositive("bar", bar);
        this.sequence = new ConfidenceSequence(sigma, policy.confidence());
    }

    /**
     * Looks at the evidence.
     *
     * @param first d of the first set, in order
     * @param confirmation d of the confirmation set, in order; empty before it has trials
     * @param medians wall seconds of the arms
     * @throws IllegalArgumentException if a d is not finite, or there are confirmation trials although the first set has
     *     not passed
     */
    public Assessment assess(double[] first, double[] confirmation, ArmMedians medians) {
        Arguments.requireFinite("first", first);
        Arguments.requireFinite("confirmation", confirmation);
        FirstSet set = FirstSet.of(first, sigma, policy);
        if (set.hasPassed(policy)) {
            return confirmation.length == 0
                    ? passed(set)
                    : new ConfirmationSet(set, policy, sigma, bar).assess(confirmation, medians);
        }
        if (confirmation.length > 0) {
            throw new IllegalArgumentException(confirmation.length
                    + " confirmation trials although the first set has not passed: E = " + set.evidence() + ", needs "
                    + policy.firstBar());
        }
        return set.trials() == 0 ? nothingYet(set) : explore(set, medians);
    }

    private static Assessment nothingYet(FirstSet set) {
        return new Assessment(
                Phase.FIRST_SET, Status.CONTINUE, 0, 0, 0, set.totals(), Optional.empty(), 1, "no trial yet");
    }

    private Assessment passed(FirstSet set) {
        int required = policy.confirmationTrials(set.trials());
        String reason = text(
                "first set passed with E %.3g after %d trials; the confirmation needs at least %d",
                set.evidence(), set.trials(), required);
        return report(set, Status.FIRST_SET_PASSED, required, 1, reason);
    }

    private Assessment explore(FirstSet set, ArmMedians medians) {
        double[] d = set.d();
        if (set.isLoss(policy)) {
            return lost(set, medians);
        }
        if (sequence.liesWithin(d, policy.minimumLogEffect())) {
            return report(set, Status.FUTILE, 0, 0, text("interval inside ±%.1f %%", 100 * policy.minimumEffect()));
        }
        if (d.length >= policy.firstCap()) {
            String reason = text(
                    "cap of %d trials reached with E %.3g, needs %.3g",
                    policy.firstCap(), set.evidence(), policy.firstBar());
            return report(set, Status.CAP_REACHED, 0, 0, reason);
        }
        double chance = chance(Direction.WIN, d, policy.firstBar(), policy.futilityChance());
        if (isFutile(d, chance)) {
            double smallest = new Power(policy).smallestDetectableEffect(sigma, bar);
            return report(set, Status.FUTILE, 0, chance, text("no effect of at least %.1f %%", 100 * smallest));
        }
        String reason = text("E %.3g after %d of at most %d trials", set.evidence(), d.length, policy.firstCap());
        return report(set, Status.CONTINUE, 0, chance, reason);
    }

    private Assessment lost(FirstSet set, ArmMedians medians) {
        Estimate estimate = estimate(set);
        return policy.isTooShort(medians, estimate)
                ? report(set, Status.INSUFFICIENT, 0, 0, policy.tooShort(medians, estimate))
                : report(
                        set,
                        Status.LOSS,
                        0,
                        0,
                        text(
                                "worse: mirror E %.3g after %d trials",
                                set.totals().loss(), set.trials()));
    }

    /** A set that heads for a clear loss is not cut short: a regression is worth knowing. */
    private boolean isFutile(double[] d, double chance) {
        return d.length >= policy.futilityAfter()
                && chance < policy.futilityChance()
                && chance(Direction.LOSS, d, policy.lossBar(), PURSUE_LOSS) < PURSUE_LOSS;
    }

    private double chance(Direction direction, double[] d, double target, double threshold) {
        return new Outlook(sigma, direction).chance(d, target, 0, policy.firstCap(), threshold);
    }

    private Estimate estimate(FirstSet set) {
        return Estimate.of(set.d(), sigma, sequence.interval(set.d()));
    }

    private Assessment report(FirstSet set, Status status, int required, double chance, String reason) {
        return new Assessment(
                Phase.FIRST_SET,
                status,
                set.trials(),
                0,
                required,
                set.totals(),
                Optional.of(estimate(set)),
                chance,
                reason);
    }

    private static String text(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
