package dev.amdahl.core.internal.loop.verify;

import dev.amdahl.core.internal.loop.Cycle;
import dev.amdahl.core.internal.loop.WindowDraw;
import dev.amdahl.core.internal.steps.Mser5;
import dev.amdahl.core.internal.steps.SteadyPart;
import dev.amdahl.core.internal.steps.StepLog;
import dev.amdahl.core.internal.steps.StepLog.UnusableException;
import dev.amdahl.core.ledger.entry.RunPlan;
import dev.amdahl.core.ledger.entry.RunResult;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.spi.experiment.ArmResult;
import dev.amdahl.spi.experiment.Design;
import dev.amdahl.spi.experiment.TrialResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/** Reads the steps of a run while its files are there, and records what they come to. */
final class Steps {
    /** Probes whose steps differ by more did not do the same. */
    private static final double MAX_DIFFERENCE = .1;

    private final Cycle cycle;

    Steps(Cycle cycle) {
        this.cycle = cycle;
    }

    /**
     * Returns an arm with the figures of its steady part, where its run has one: of probes always, and of an evidence run where the job
     * wrote its steps. A probe without them has no figure, and a note says why.
     */
    ArmResult recordedOn(RunPlan plan, ArmResult arm) {
        ArmResult plain = SteadyPart.without(arm);
        boolean isProbe = plan.runs() == Design.PROBE;
        if ((!isProbe && !plan.purpose().isTraced())
                || !arm.isSuccess()
                || arm.folder().isEmpty()) {
            return plain;
        }
        try {
            StepLog log = StepLog.read(arm.folder().get());
            int cut = cut(plan).orElseGet(() -> Mser5.cut(log.seconds()));
            return SteadyPart.of(log, cut).recordedOn(plain, log);
        } catch (UnusableException unusable) {
            if (!isProbe) {
                return plain;
            }
            cycle.note("run " + plan.key() + " of " + plan.family() + ": arm " + arm.name() + " was not measured: "
                    + unusable.getMessage());
            return noted(plain, unusable);
        }
    }

    /** Returns what a run came to that switched the change on and off; without pairs, and with a note, where its log is not what it should be. */
    RunResult windows(LedgerView view, RunPlan plan, TrialResult result, ArmResult arm, double acceleratorSeconds) {
        List<RunResult.WindowPair> pairs = List.of();
        ArmResult noted = arm;
        if (arm.isSuccess() && arm.folder().isPresent()) {
            try {
                pairs = WindowDraw.of(view, plan)
                        .pairs(StepLog.read(arm.folder().get()));
            } catch (UnusableException unusable) {
                cycle.note("run " + plan.key() + " of " + plan.family() + " has no pairs: " + unusable.getMessage());
                noted = noted(arm, unusable);
            }
        }
        Optional<Health.Unhealthy> unhealthy = Health.of(view, plan.family()).examine(List.of(arm.covariates()));
        return new RunResult(
                result.host(),
                List.of(noted),
                OptionalDouble.empty(),
                List.of(),
                result.voidReason().or(() -> unhealthy.map(Health.Unhealthy::reason)),
                acceleratorSeconds,
                List.of(),
                Optional.empty(),
                pairs,
                Optional.empty());
    }

    private static ArmResult noted(ArmResult arm, UnusableException unusable) {
        List<String> notes = new ArrayList<>(List.of("steps not measured: " + unusable.getMessage()));
        notes.addAll(arm.notes());
        return arm.notes(notes);
    }

    /** Returns the warm-up that the plan of its experiment fixed; empty outside experiments. */
    private OptionalInt cut(RunPlan plan) {
        return plan.purpose().isOfExperiment()
                ? cycle.view()
                        .dossier(plan.hypothesis())
                        .flatMap(Dossier::experiment)
                        .map(experiment ->
                                OptionalInt.of(experiment.plan().sampled().warmUpSteps()))
                        .orElse(OptionalInt.empty())
                : OptionalInt.empty();
    }

    private static double steps(ArmResult arm) {
        return SteadyPart.steps(arm).orElse(0) + SteadyPart.cut(arm).orElse(0);
    }

    /** Returns why two probes cannot be compared: one ended early, or was not measured. */
    static Optional<String> difference(RunPlan plan, ArmResult baseline, ArmResult variant) {
        if (plan.runs() != Design.PROBE || !baseline.isSuccess() || !variant.isSuccess()) {
            return Optional.empty();
        }
        double b = steps(baseline);
        double v = steps(variant);
        if (b == 0 || v == 0) {
            return Optional.of("it has no usable step log");
        }
        return Math.abs(b - v) > MAX_DIFFERENCE * Math.max(b, v)
                ? Optional.of(String.format(
                        Locale.ROOT,
                        "one arm made %.0f steps and the other %.0f: a probe ended early",
                        Math.min(b, v),
                        Math.max(b, v)))
                : Optional.empty();
    }
}
