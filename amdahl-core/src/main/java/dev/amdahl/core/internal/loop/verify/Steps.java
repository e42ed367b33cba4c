package dev.amdahl.core.internal.loop.verify;

import dev.amdahl.core.internal.loop.Cycle;
import dev.amdahl.core.internal.steps.Mser5;
import dev.amdahl.core.internal.steps.SteadyPart;
import dev.amdahl.core.internal.steps.StepLog;
import dev.amdahl.core.internal.steps.StepLog.UnusableException;
import dev.amdahl.core.ledger.entry.RunPlan;
import dev.amdahl.core.ledger.entry.RunPurpose;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.spi.experiment.ArmResult;
import dev.amdahl.spi.experiment.Design;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
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
        if ((!isProbe && plan.purpose() != RunPurpose.EVIDENCE)
                || !arm.isSuccess()
                || arm.folder().isEmpty()) {
            return plain;
        }
        try {
            StepLog log = StepLog.read(arm.folder().get());
            int cut = cut(plan).orElseGet(() -> Mser5.cut(log.seconds()));
            return SteadyPart.of(log, cut).recordedOn(plain);
        } catch (UnusableException unusable) {
            if (!isProbe) {
                return plain;
            }
            cycle.note("run " + plan.key() + " of " + plan.family() + ": arm " + arm.name() + " was not measured: "
                    + unusable.getMessage());
            List<String> notes = new ArrayList<>(List.of("steps not measured: " + unusable.getMessage()));
            notes.addAll(arm.notes());
            return plain.notes(notes);
        }
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
