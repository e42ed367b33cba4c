package dev.amdahl.core.internal.loop.screen;

import dev.amdahl.core.internal.loop.Cycle;
import dev.amdahl.core.internal.loop.Measurements;
import dev.amdahl.core.internal.loop.Trials;
import dev.amdahl.core.internal.loop.VerdictText;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.FamilyContext;
import dev.amdahl.core.ledger.view.Standing;
import dev.amdahl.core.stats.Summary;
import dev.amdahl.core.stats.design.Power;
import dev.amdahl.spi.experiment.ExperimentPlan;
import dev.amdahl.spi.hypothesis.Fingerprint;
import dev.amdahl.spi.hypothesis.Hypothesis;
import dev.amdahl.spi.hypothesis.HypothesisState;
import dev.amdahl.spi.hypothesis.JobSpec;
import dev.amdahl.spi.hypothesis.Proposal;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * Whether a change that was tried before may be tried once more, and why: the ledger keeps the reason. What was refuted never is, but in
 * another epoch, where it is another hypothesis.
 */
public final class Reopening {
    private static final Set<HypothesisState> BY_INCUMBENT =
            EnumSet.of(HypothesisState.NO_EFFECT, HypothesisState.NOT_SEEN, HypothesisState.INCONCLUSIVE);
    private static final Set<HypothesisState> NEVER =
            EnumSet.of(HypothesisState.REFUTED, HypothesisState.PROMOTED, HypothesisState.DECLINED);

    /** Share of the smallest visible effect of then at which what was not seen is tried once more. */
    private static final double QUIETER = .7;

    /** Experiments on one change, ended by edits of its job, after which it waits for a new profile. */
    private static final int MAX_EDITS = 5;

    private final Cycle cycle;

    /** Decides by the ledger of one cycle. */
    public Reopening(Cycle cycle) {
        this.cycle = cycle;
    }

    /**
     * What to do with a proposal.
     *
     * @param isProposed whether it becomes a hypothesis
     * @param reopens why, where the same change has ended before
     */
    public record Answer(boolean isProposed, Optional<String> reopens) {
        private static final Answer NO = new Answer(false, Optional.empty());

        private static Answer because(Optional<String> reason) {
            return new Answer(reason.isPresent(), reason);
        }
    }

    /** Decides on a proposal by what became of the same change, here and in other circumstances. */
    public Answer judge(
            JobSpec job, Measurements measured, Identity identity, Proposal proposal, Hypothesis hypothesis) {
        List<Standing> known = cycle.view().standings(hypothesis.fingerprint());
        if (!known.isEmpty()) {
            Standing newest = known.get(known.size() - 1);
            return NEVER.contains(newest.state()) || !newest.state().isTerminal()
                    ? Answer.NO
                    : Answer.because(cycle.view()
                            .dossier(newest.id())
                            .flatMap(ended -> again(job, measured, hypothesis, ended)));
        }
        return elsewhere(measured, identity, proposal, job.family());
    }

    /** Returns the same change, tried in an earlier context of the job: a verdict there says nothing here. */
    private Answer elsewhere(Measurements measured, Identity identity, Proposal proposal, String family) {
        List<FamilyContext.Ended> earlier = cycle.view()
                .family(family)
                .map(known -> known.context().earlier())
                .orElse(List.of());
        for (int i = earlier.size() - 1; i >= 0; i--) {
            FamilyContext.Ended then = earlier.get(i);
            Fingerprint fingerprint = identity.in(proposal, then.acceleratorType(), then.code());
            List<Standing> same = cycle.view().standings(fingerprint);
            if (!same.isEmpty()) {
                Dossier last =
                        cycle.view().dossier(same.get(same.size() - 1).id()).orElseThrow();
                boolean isInEffect = last.state() == HypothesisState.PROMOTED
                        && measured.incumbent().contains(fingerprint);
                return isInEffect
                        ? Answer.NO
                        : new Answer(
                                true,
                                Optional.of("a new epoch of the job began, " + then.why() + "; before that it was "
                                        + last.state() + " as " + last.id() + ": " + last.reason()));
            }
        }
        return new Answer(true, Optional.empty());
    }

    private Optional<String> again(JobSpec job, Measurements measured, Hypothesis hypothesis, Dossier known) {
        boolean isProfiledAnew = measured.family()
                .flatMap(family -> family.diagnosedAt())
                .filter(at -> at.isAfter(known.movedAt()))
                .isPresent();
        boolean isBlind = cycle.setup().evidenceRuns(job) == 0;
        return switch (known.state()) {
            case RUN_FAILED -> isProfiledAnew ? Optional.of("the job runs again") : Optional.empty();
            case BUILD_FAILED ->
                isProfiledAnew && known.reason().startsWith(VerdictText.BUILDER_FAILED)
                        ? Optional.of("it was not built before: " + known.reason())
                        : Optional.empty();
            case STALE -> Optional.of("it was shown but too late or for another incumbent: " + known.reason());
            case DECAYED ->
                isProfiledAnew || isBlind
                        ? Optional.of("its benefit was lost after promotion: " + known.reason())
                        : Optional.empty();
            case EXPIRED ->
                isProfiledAnew || (isBlind && known.experiment().isPresent()) || isDeclaredAnew(hypothesis, known)
                        ? Optional.of("it was not decided before: " + known.reason())
                        : Optional.empty();
            case NOT_SEEN -> byNoise(measured, known).or(() -> byIncumbent(measured, known));
            case SCREENED_OUT ->
                isProfiledAnew
                                && new Screens(cycle)
                                        .judge(job, measured, hypothesis)
                                        .rejection()
                                        .isEmpty()
                        ? Optional.of("the job was profiled again since it was screened out: " + known.reason())
                        : Optional.empty();
            default -> byIncumbent(measured, known);
        };
    }

    /** Returns what ended for an edit is tried again; not so what is edited again and again. */
    private boolean isDeclaredAnew(Hypothesis hypothesis, Dossier known) {
        return VerdictText.isOfDeclaration(known.reason())
                && cycle.view().standings(hypothesis.fingerprint()).size() < MAX_EDITS;
    }

    /** What was not seen may be seen when the design shows a much smaller effect than its own pairs did, or were planned to. */
    private Optional<String> byNoise(Measurements measured, Dossier known) {
        if (known.experiment().isEmpty()) {
            return Optional.empty();
        }
        ExperimentPlan plan = known.experiment().get().plan();
        double[] pairs = Trials.of(cycle.view(), known).logRatios(1);
        double sigma = pairs.length < 2 ? plan.sigma() : Math.min(plan.sigma(), Summary.standardDeviation(pairs));
        Power power = new Power(cycle.policy().evidence());
        double then = power.smallestDetectableEffect(sigma, plan.bar());
        double now = power.smallestDetectableEffect(measured.sigma(), plan.bar());
        return now <= QUIETER * then
                ? Optional.of(String.format(
                        Locale.ROOT,
                        "the noise has fallen since nothing was seen: an effect of %.1f %% shows now, of %.1f %% did then",
                        100 * now,
                        100 * then))
                : Optional.empty();
    }

    private static Optional<String> byIncumbent(Measurements measured, Dossier known) {
        boolean isOther = known.experiment()
                .filter(experiment -> !experiment.incumbent().equals(measured.incumbent()))
                .isPresent();
        return BY_INCUMBENT.contains(known.state()) && isOther
                ? Optional.of("the incumbent changed since it ended as " + known.state())
                : Optional.empty();
    }
}
