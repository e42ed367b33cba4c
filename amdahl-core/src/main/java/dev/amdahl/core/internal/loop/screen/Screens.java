package dev.amdahl.core.internal.loop.screen;

import dev.amdahl.core.internal.advice.ExpectedValue;
import dev.amdahl.core.internal.advice.Screen;
import dev.amdahl.core.internal.advice.ScreenResult;
import dev.amdahl.core.internal.advice.Stakes;
import dev.amdahl.core.internal.advice.Verification;
import dev.amdahl.core.internal.advice.WinRate;
import dev.amdahl.core.internal.change.PowerCaps;
import dev.amdahl.core.internal.loop.Allocation;
import dev.amdahl.core.internal.loop.Cycle;
import dev.amdahl.core.internal.loop.Diagnoses;
import dev.amdahl.core.internal.loop.Incumbents;
import dev.amdahl.core.internal.loop.Measurements;
import dev.amdahl.core.internal.timeline.Ceilings;
import dev.amdahl.core.ledger.entry.Entry;
import dev.amdahl.core.ledger.entry.Screening;
import dev.amdahl.core.ledger.view.Totals;
import dev.amdahl.core.stats.design.EvidencePolicy;
import dev.amdahl.core.stats.design.Power;
import dev.amdahl.spi.experiment.Verdict;
import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.hypothesis.Diagnosis;
import dev.amdahl.spi.hypothesis.Hypothesis;
import dev.amdahl.spi.hypothesis.HypothesisState;
import dev.amdahl.spi.hypothesis.Idea;
import dev.amdahl.spi.hypothesis.JobSpec;
import dev.amdahl.spi.hypothesis.Price;
import dev.amdahl.spi.hypothesis.Provenance;
import dev.amdahl.spi.job.MetricSpec;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/** Judges a hypothesis before anything runs, with what the ledger knows of its family and class. */
public final class Screens {
    private static final double WEEKS_PER_YEAR = 52;
    private static final double SECONDS_PER_HOUR = 3600;
    private static final double PLENTY = 1e9;

    private final Cycle cycle;

    /** Judges by the ledger of one cycle. */
    public Screens(Cycle cycle) {
        this.cycle = cycle;
    }

    /**
     * What the screen says.
     *
     * @param screening the numbers
     * @param rejection why it is screened out; empty if an experiment may be spent on it
     * @param unresolvable why the experiment could not show the most that it can bring, or what its author says it brings
     */
    public record Result(Screening screening, Optional<String> rejection, Optional<String> unresolvable) {}

    /** Judges a hypothesis by the diagnosis, the noise and the price of its job. */
    public Result judge(JobSpec job, Measurements measured, Hypothesis hypothesis) {
        EvidencePolicy policy = cycle.policy().evidence();
        double sigma = measured.sigma();
        double bar = policy.strictFdr() ? NextTest.of(cycle, hypothesis).bar() : policy.highestBar();
        double detectable = new Power(policy).smallestDetectableEffect(sigma, bar);
        Diagnosis diagnosis = measured.diagnosis().orElse(Diagnoses.unknown(job.family()));
        double hours = armHours(job, diagnosis);
        boolean isRateKnown = job.runsPerWeek().isPresent();
        double perYear = isRateKnown
                ? job.runsPerWeek().getAsDouble()
                        * WEEKS_PER_YEAR
                        * hours
                        * job.accelerators().count()
                : PLENTY;
        ScreenResult result = new Screen(cycle.policy().scope())
                .judge(
                        hypothesis,
                        diagnosis,
                        job.metric().equals(MetricSpec.WALL_SECONDS),
                        winRate(hypothesis),
                        new Stakes(
                                perYear,
                                job.price().map(Price::perAcceleratorHour).orElse(1.0),
                                1,
                                1),
                        new Verification(sigma, detectable, job.accelerators().count(), hours, 0));
        Optional<ExpectedValue> value = result.expectedValue().filter(ignored -> isRateKnown);
        Screening screening = new Screening(
                ceiling(diagnosis, diagnosis.wallShare(hypothesis.addressed())),
                ceiling(diagnosis, diagnosis.acceleratorShare(hypothesis.addressed())),
                detectable,
                value.map(known -> OptionalDouble.of(known.net())).orElse(OptionalDouble.empty()),
                value.map(known -> OptionalDouble.of(known.perVerificationHour()))
                        .orElse(OptionalDouble.empty()));
        Optional<String> unresolvable = unresolvable(job, diagnosis, hypothesis, sigma, detectable);
        Optional<String> rejection = rejection(job, hypothesis, result)
                .map(reason -> unresolvable.map(why -> reason + "; " + why).orElse(reason))
                .or(() -> unresolvable);
        return new Result(screening, rejection, unresolvable);
    }

    /** Power is checked before anything is submitted, against what the change could bring at most or its author expects. */
    private Optional<String> unresolvable(
            JobSpec job, Diagnosis diagnosis, Hypothesis hypothesis, double sigma, double detectable) {
        OptionalDouble share = job.metric().equals(MetricSpec.WALL_SECONDS)
                ? diagnosis.wallShare(hypothesis.addressed())
                : diagnosis.acceleratorShare(hypothesis.addressed());
        boolean isAsked = Incumbents.removed(hypothesis).isPresent();
        if (!Ceilings.areTold(diagnosis) || share.isEmpty() || isAsked || PowerCaps.isIn(hypothesis.change())) {
            return Optional.empty();
        }
        double most = 1 - 1 / Ceilings.ceiling(share.getAsDouble());
        double fraction = hypothesis.provenance().origin() == Provenance.Origin.HUMAN
                ? hypothesis.expectedFraction().orElse(1)
                : 1;
        double target = most * Math.min(1, fraction);
        EvidencePolicy policy = cycle.policy().evidence();
        return target < detectable
                ? Optional.of(String.format(
                        Locale.ROOT,
                        "it could save at most %.1f %% of the job (ceiling %.2fx), and %d + %d trials at sigma %.3f"
                                + " can only show %.1f %% or more",
                        100 * target,
                        1 / (1 - most),
                        policy.firstCap(),
                        policy.confirmationCap(),
                        sigma,
                        100 * detectable))
                : Optional.empty();
    }

    /** Returns the entry that ends a hypothesis that never ran. */
    public static Entry screenedOut(Hypothesis hypothesis, String reason) {
        List<String> evidence =
                hypothesis.evidence().isEmpty() ? List.of(Cycle.unmeasured(hypothesis)) : hypothesis.evidence();
        return new Entry.Decided(
                new Verdict(hypothesis, evidence, "not measured", HypothesisState.SCREENED_OUT, reason));
    }

    private Optional<String> rejection(JobSpec job, Hypothesis hypothesis, ScreenResult result) {
        Optional<String> obstacle = PowerCaps.obstacle(cycle.policy().isPowerAllowed(), job, hypothesis);
        if (obstacle.isPresent()) {
            return obstacle;
        }
        if (Allocation.isChangedBy(hypothesis) && job.deadline().isEmpty()) {
            return Optional.of("a run on another number of accelerators may take longer, and the job does not say how"
                    + " long it may take: add 'deadline:' to the job");
        }
        return result.isAccepted() ? Optional.empty() : Optional.of(result.reason());
    }

    private static OptionalDouble ceiling(Diagnosis diagnosis, OptionalDouble share) {
        return Ceilings.areTold(diagnosis) && share.isPresent()
                ? OptionalDouble.of(Ceilings.ceiling(share.getAsDouble()))
                : OptionalDouble.empty();
    }

    private double armHours(JobSpec job, Diagnosis diagnosis) {
        double seconds = diagnosis.wallSeconds() > 0
                ? diagnosis.wallSeconds()
                : job.timeLimit().orElse(cycle.policy().timeLimit()).toMillis() / 1000.0;
        return seconds / SECONDS_PER_HOUR;
    }

    /** By how its class fared; and of what a source of ideas offers, by how its ideas did. */
    private double winRate(Hypothesis hypothesis) {
        WinRate ofClass = winRate(hypothesis.bottleneck());
        if (hypothesis.provenance().origin() != Provenance.Origin.DREAM) {
            return ofClass.mean();
        }
        String source = Idea.sourceOf(hypothesis.provenance().source());
        Totals.Tally tally = cycle.view().totals().tally(source);
        return new WinRate(tally.won(), tally.decided()).meanWithin(ofClass);
    }

    /** Returns how hypotheses of a class fared so far. */
    public WinRate winRate(Bottleneck bottleneck) {
        Totals.Tally tally = cycle.view().totals().tally(bottleneck);
        return new WinRate((int) tally.won(), (int) tally.decided());
    }
}
