package dev.amdahl.core.stats.design;

import dev.amdahl.core.stats.HodgesLehmann;
import dev.amdahl.core.stats.Interval;
import dev.amdahl.core.stats.design.Assessment.Phase;
import dev.amdahl.core.stats.design.Assessment.Status;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/**
 * The rule of the confirmation set. At n₂ trials the interval is Hodges-Lehmann on these; later it is the confidence
 * sequence, because a fixed-n interval does not survive looking again.
 */
final class ConfirmationSet {

    private static final double SLIM_CHANCE = .01;

    private final FirstSet first;
    private final EvidencePolicy policy;
    private final double sigma;
    private final int required;
    private final double needed;
    private final ConfidenceSequence sequence;

    ConfirmationSet(FirstSet first, EvidencePolicy policy, double sigma, double bar) {
        this.first = first;
        this.policy = policy;
        this.sigma = sigma;
        this.required = policy.confirmationTrials(first.trials());
        this.needed = Math.max(policy.confirmationBar(), bar / first.evidence());
        this.sequence = new ConfidenceSequence(sigma, policy.confidence());
    }

    Assessment assess(double[] trials, ArmMedians medians) {
        double[] all = Arrays.copyOf(trials, Math.min(trials.length, policy.confirmationCap()));
        double[] path = new SignEProcess(sigma, Direction.WIN).path(all);
        for (int n = required; n <= all.length; n++) {
            double[] d = Arrays.copyOf(all, n);
            if (path[n - 1] >= needed && liesBeyondMinimum(d)) {
                return won(d, path, medians);
            }
        }
        return undecided(all, path);
    }

    private boolean liesBeyondMinimum(double[] d) {
        double bound = -policy.minimumLogEffect();
        return d.length == required
                ? HodgesLehmann.interval(d, policy.confidence()).upper() < bound
                : sequence.rejectsFrom(d, bound);
    }

    private Assessment won(double[] d, double[] path, ArmMedians medians) {
        Interval interval =
                d.length == required ? HodgesLehmann.interval(d, policy.confidence()) : sequence.interval(d);
        Estimate estimate = Estimate.of(d, sigma, interval);
        if (policy.isTooShort(medians, estimate)) {
            return report(Status.INSUFFICIENT, d, path, estimate, 1, policy.tooShort(medians, estimate));
        }
        String reason = text(
                "confirmed: E₁ %.3g × E₂ %.3g after %d + %d trials",
                first.evidence(), path[d.length - 1], first.trials(), d.length);
        return report(Status.WIN, d, path, estimate, 1, reason);
    }

    private Assessment undecided(double[] d, double[] path) {
        Estimate estimate = Estimate.of(d, sigma, sequence.interval(d));
        double evidence = path[d.length - 1];
        if (d.length >= policy.confirmationCap()) {
            String reason = text(
                    "not replicated: E₂ %.3g after %d trials; needs %.3g and an interval beyond %.1f %%",
                    evidence, d.length, needed, 100 * policy.minimumEffect());
            return report(Status.NOT_REPLICATED, d, path, estimate, 0, reason);
        }
        Outlook outlook = new Outlook(sigma, Direction.WIN);
        double chance = outlook.chance(d, needed, required, policy.confirmationCap(), SLIM_CHANCE);
        boolean hopeless = outlook.isOutOfReach(d, needed, policy.confirmationCap())
                || (d.length >= required && chance < SLIM_CHANCE);
        String reason = text(
                hopeless
                        ? "not replicated: E₂ %.3g after %d trials cannot be expected to reach %.3g by trial %d"
                        : "confirmation: E₂ %.3g after %d trials, needs %.3g by trial %d",
                evidence,
                d.length,
                needed,
                policy.confirmationCap());
        return report(hopeless ? Status.NOT_REPLICATED : Status.CONTINUE, d, path, estimate, chance, reason);
    }

    private Assessment report(
            Status status, double[] d, double[] path, Estimate estimate, double chance, String reason) {
        double max = Arrays.stream(path, 0, d.length).max().orElse(1);
        return new Assessment(
                Phase.CONFIRMATION,
                status,
                first.trials(),
                d.length,
                required,
                first.totals(path[d.length - 1], max),
                Optional.of(estimate),
                chance,
                reason);
    }

    private static String text(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
