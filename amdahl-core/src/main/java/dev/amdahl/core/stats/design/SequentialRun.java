package dev.amdahl.core.stats.design;

import dev.amdahl.core.internal.stats.Arguments;
import dev.amdahl.core.stats.HodgesLehmann;
import dev.amdahl.core.stats.Interval;
import dev.amdahl.core.stats.design.Assessment.Phase;
import dev.amdahl.core.stats.design.Assessment.Status;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/**
 * One experiment under the two-set rule, trial by trial. Mutable, not thread-safe; a pure function of the values added.
 *
 * <p>E₁ is the evidence at the trial at which the first set passes, E₂ the factor by which the confirmation set multiplies it: the
 * bets of the second set have learnt from the first, its evidence starts from 1 again. At n₂ trials of the confirmation the interval
 * is Hodges-Lehmann on these; the confidence sequence over both sets, which stays valid however often it is looked at, may show an
 * effect beyond the minimum as well.
 */
public final class SequentialRun {

    private final EvidencePolicy policy;
    private final double sigma;
    private final double bar;
    private final ConfidenceSequence sequence;
    private final PredictiveEProcess win;
    private final PredictiveEProcess loss;
    private final PredictiveEProcess beyondMinimum;
    private final PredictiveEProcess belowHarm;
    private final PredictiveEProcess aboveGain;
    private double[] d = new double[32];
    private int trials;
    private int first;
    private double firstEvidence;
    private double firstLoss;
    /** What recorded evidence is larger than what these classes make of the same trials, as a logarithm. */
    private double recorded;

    private Interval fixed;
    private Status status = Status.CONTINUE;

    SequentialRun(EvidencePolicy policy, double sigma, double bar) {
        this.policy = policy;
        this.sigma = sigma;
        this.bar = bar;
        double minimum = policy.minimumLogEffect();
        sequence = new ConfidenceSequence(sigma, policy.confidence());
        win = new PredictiveEProcess(sigma, Direction.WIN, 0);
        loss = new PredictiveEProcess(sigma, Direction.LOSS, 0);
        beyondMinimum = new PredictiveEProcess(sigma, Direction.WIN, -minimum);
        belowHarm = new PredictiveEProcess(sigma, Direction.WIN, minimum);
        aboveGain = new PredictiveEProcess(sigma, Direction.LOSS, -minimum);
        fixed = Interval.unbounded(policy.confidence());
    }

    /**
     * Adds a trial of the set that is under way and says what follows; short arms are judged in {@link #assessment}.
     *
     * @throws IllegalArgumentException if d is not finite
     * @throws IllegalStateException if it is decided already
     */
    public Status add(double value) {
        if (status.isFinal()) {
            throw new IllegalStateException("decided already: " + status);
        }
        learn(value);
        status = first > 0 ? confirm() : explore(value);
        return status;
    }

    /**
     * Takes the first set as it was decided at the time, whatever this version would make of its trials.
     *
     * @param values d of its trials, in order, up to the one that decided it
     * @param evidence E₁ as it was recorded
     * @throws IllegalArgumentException if there is none, or the evidence is not positive and finite
     * @throws IllegalStateException if trials were added before
     */
    void resume(double[] values, double evidence) {
        Arguments.requireNonEmpty("values", values);
        Arguments.requirePositive("evidence", evidence);
        if (trials > 0) {
            throw new IllegalStateException("trials were added before");
        }
        for (double value : values) {
            learn(value);
            loss.add(value);
        }
        first = trials;
        firstEvidence = evidence;
        firstLoss = loss.evidence();
        recorded = Math.log(evidence) - win.logEvidence();
        status = Status.FIRST_SET_PASSED;
    }

    private void learn(double value) {
        win.add(value);
        beyondMinimum.add(value);
        if (trials == d.length) {
            d = Arrays.copyOf(d, 2 * trials);
        }
        d[trials++] = value;
    }

    /** Returns the last status. */
    public Status status() {
        return status;
    }

    private Status explore(double value) {
        loss.add(value);
        belowHarm.add(value);
        aboveGain.add(value);
        firstEvidence = win.evidence();
        firstLoss = loss.evidence();
        if (firstEvidence >= policy.firstBar()) {
            first = trials;
            return Status.FIRST_SET_PASSED;
        }
        if (firstLoss >= policy.lossBar()) {
            return Status.LOSS;
        }
        if (isInsideMinimum()) {
            return Status.EQUIVALENT;
        }
        if (trials >= policy.firstCap()) {
            return Status.CAP_REACHED;
        }
        return isFutile() ? Status.NOT_SEEN : Status.CONTINUE;
    }

    private boolean isInsideMinimum() {
        return belowHarm.maxEvidence() >= sequence.bar() && aboveGain.maxEvidence() >= sequence.bar();
    }

    /**
     * Returns a set that heads for a clear loss is not cut short: a regression is worth knowing. Nor is one whose evidence speaks for an
     * effect: that it may not get there in time does not show that there is none.
     */
    private boolean isFutile() {
        return trials >= policy.futilityAfter()
                && firstEvidence < 1
                && (firstEvidence < policy.futilityEvidence() || firstChance() < policy.futilityChance())
                && loss.chance(Math.log(policy.lossBar()) - loss.logEvidence(), policy.firstCap() - trials) < .5;
    }

    private double firstChance() {
        return win.chance(Math.log(policy.firstBar()) - win.logEvidence(), policy.firstCap() - trials);
    }

    private Status confirm() {
        int n = trials - first;
        int required = policy.confirmationTrials(first);
        if (n == required) {
            fixed = HodgesLehmann.interval(confirmation(n), policy.confidence());
        }
        if (n >= required && evidence() >= needed() && (isFixedBeyond() || isSequenceBeyond())) {
            return Status.WIN;
        }
        return n >= policy.confirmationCap() || isHopeless(n, required) ? Status.NOT_REPLICATED : Status.CONTINUE;
    }

    private boolean isHopeless(int n, int required) {
        int left = policy.confirmationCap() - n;
        double missing = Math.log(needed() / evidence());
        if (missing > left * Math.log1p(BetModel.MAX_BET)) {
            return true;
        }
        boolean against = evidence() < policy.futilityEvidence()
                || (!isFixedBeyond() && !isSequenceBeyond() && beyondMinimum.evidence() < policy.futilityEvidence());
        return (n >= policy.minimumConfirmation() && against)
                || (n >= required && win.chance(missing, left) < policy.futilityChance());
    }

    private boolean isFixedBeyond() {
        return fixed.upper() < -policy.minimumLogEffect();
    }

    private boolean isSequenceBeyond() {
        return beyondMinimum.maxEvidence() >= sequence.bar();
    }

    private double evidence() {
        return Math.exp(win.logEvidence() + recorded) / firstEvidence;
    }

    private double needed() {
        return Math.max(policy.confirmationBar(), bar / firstEvidence);
    }

    private double[] confirmation(int n) {
        return Arrays.copyOfRange(d, first, first + n);
    }

    /** Returns the evidence of both sets so far. */
    public EvidenceTotals evidenceTotals() {
        return trials == 0
                ? new EvidenceTotals(1, 1, 1, 1)
                : new EvidenceTotals(
                        firstEvidence,
                        first > 0 && trials > first ? evidence() : 1,
                        Math.max(firstEvidence, win.maxEvidence()),
                        firstLoss);
    }

    /** Returns what the trials so far say, with estimate and interval. */
    public Assessment assessment(ArmMedians medians) {
        if (trials == 0) {
            return new Assessment(
                    Phase.FIRST_SET, Status.CONTINUE, 0, 0, 0, evidenceTotals(), Optional.empty(), 1, "no trial yet");
        }
        int n = trials - first;
        boolean confirming = first > 0 && n > 0;
        Estimate estimate = confirming ? confirmed(n) : Estimate.of(all(), sigma, sequence.interval(all()));
        boolean verdict = status == Status.WIN || status == Status.LOSS;
        Status told = verdict && policy.isTooShort(medians, estimate) ? Status.INSUFFICIENT : status;
        return new Assessment(
                confirming ? Phase.CONFIRMATION : Phase.FIRST_SET,
                told,
                first > 0 ? first : trials,
                confirming ? n : 0,
                first > 0 ? policy.confirmationTrials(first) : 0,
                evidenceTotals(),
                Optional.of(estimate),
                chance(),
                told == Status.INSUFFICIENT ? policy.tooShort(medians, estimate) : reason());
    }

    private double[] all() {
        return Arrays.copyOf(d, trials);
    }

    private Estimate confirmed(int n) {
        int required = policy.confirmationTrials(first);
        boolean bySequence = n < required || (status == Status.WIN && !isFixedBeyond());
        return bySequence
                ? Estimate.of(confirmation(n), sigma, sequence.interval(all()))
                : Estimate.of(confirmation(required), sigma, fixed);
    }

    private double chance() {
        if (status.isFinal()) {
            return status == Status.WIN ? 1 : 0;
        }
        if (status == Status.FIRST_SET_PASSED) {
            return 1;
        }
        return first == 0
                ? firstChance()
                : win.chance(Math.log(needed() / evidence()), policy.confirmationCap() - (trials - first));
    }

    private String reason() {
        return switch (status) {
            case FIRST_SET_PASSED ->
                text(
                        "first set passed with E %.3g after %d trials; the confirmation needs at least %d",
                        firstEvidence, first, policy.confirmationTrials(first));
            case LOSS -> text("worse: E of the opposite claim %.3g after %d trials", firstLoss, trials);
            case EQUIVALENT -> text("interval inside ±%.1f %%", 100 * policy.minimumEffect());
            case NOT_SEEN ->
                Exclusion.reason(
                        new Power(policy).smallestDetectableEffect(sigma, bar), sequence.interval(all()), all(), sigma);
            case CAP_REACHED ->
                text(
                        "ran out of pairs (%d in the first set) before the evidence was strong enough (E %.3g of %.3g); of"
                                + " all %d, %d are kept for the confirmation",
                        policy.firstCap(),
                        firstEvidence,
                        policy.firstBar(),
                        policy.firstCap() + policy.confirmationCap(),
                        policy.confirmationCap());
            case WIN ->
                text(
                        "confirmed: E₁ %.3g × E₂ %.3g after %d + %d trials",
                        firstEvidence, evidence(), first, trials - first);
            case NOT_REPLICATED ->
                text(
                        "not replicated: E₂ %.3g after %d trials; needs %.3g and an interval beyond %.1f %% by trial %d",
                        evidence(), trials - first, needed(), 100 * policy.minimumEffect(), policy.confirmationCap());
            default ->
                first > 0
                        ? text(
                                "confirmation: E₂ %.3g after %d trials, needs %.3g by trial %d",
                                evidence(), trials - first, needed(), policy.confirmationCap())
                        : text("E %.3g after %d of at most %d trials", firstEvidence, trials, policy.firstCap());
        };
    }

    private static String text(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
