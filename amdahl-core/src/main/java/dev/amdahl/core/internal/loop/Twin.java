package dev.amdahl.core.internal.loop;

import dev.amdahl.core.internal.refute.work.CheapChecks;
import dev.amdahl.core.ledger.entry.RunPurpose;
import dev.amdahl.core.ledger.entry.RunResult;
import dev.amdahl.core.ledger.entry.RunState;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.core.ledger.view.Run;
import dev.amdahl.spi.experiment.ArmResult;
import dev.amdahl.spi.experiment.Design;
import dev.amdahl.spi.hypothesis.FieldTrials;
import dev.amdahl.spi.hypothesis.JobSpec;
import java.util.List;
import java.util.Optional;

/**
 * Whether a change may be tried in scheduled runs at all: what the job writes with it, and without it, on one input. A pair that differs or
 * of which the variant alone fails is repeated on its seed; what happens twice is the change.
 *
 * @param pairs that were measured, in order
 * @param failed how many could not tell: the job failed unchanged, or the infrastructure did
 */
public record Twin(List<Run> pairs, int failed) {
    private static final int TWICE = 2;

    public Twin {
        pairs = List.copyOf(pairs);
    }

    /** Returns the twin of an experiment; empty where it needs none. */
    public static Optional<Twin> of(JobSpec job, LedgerView view, Dossier dossier) {
        boolean isAsked = job.field().filter(FieldTrials::hasTwin).isPresent()
                && dossier.experiment()
                        .filter(experiment -> experiment.plan().sampled().design() == Design.FIELD)
                        .isPresent();
        if (!isAsked) {
            return Optional.empty();
        }
        List<Run> over = view.runsOf(dossier.id()).stream()
                .filter(run -> run.plan().purpose() == RunPurpose.TWIN)
                .filter(run -> !run.state().isInFlight())
                .toList();
        List<Run> told = over.stream().filter(Twin::tells).toList();
        return Optional.of(new Twin(told, over.size() - told.size()));
    }

    private static boolean tells(Run run) {
        return run.state() == RunState.COLLECTED
                && !Trials.isVoid(run)
                && run.result()
                        .orElseThrow()
                        .arms()
                        .get(run.plan().isVariantFirst() ? 1 : 0)
                        .isSuccess();
    }

    /** Returns whether nothing keeps the change from scheduled runs. */
    public boolean isPassed() {
        return refuted().isEmpty() && (good() > bad() || isUnrepeatable());
    }

    /** Returns whether the unchanged job writes something else each time: its output says nothing of the change. */
    public boolean isUnrepeatable() {
        return pairs.stream()
                .flatMap(run -> run.result().orElseThrow().recheck().stream())
                .anyMatch(RunResult.Recheck::baselineDiffers);
    }

    private int bad() {
        return (int) pairs.stream().filter(run -> difference(run).isPresent()).count();
    }

    private int good() {
        return pairs.size() - bad();
    }

    /** Returns what the change does; empty while nothing shows it. */
    public Optional<String> refuted() {
        return bad() < TWICE || (isUnrepeatable() && pairs.stream().noneMatch(Twin::isFailed))
                ? Optional.empty()
                : pairs.stream()
                        .flatMap(run -> difference(run).stream())
                        .findFirst()
                        .map(what -> what + ", in " + bad() + " of " + pairs.size()
                                + " pairs on one input, before any scheduled run had the change");
    }

    private static boolean isFailed(Run run) {
        return !variant(run).isSuccess();
    }

    private static ArmResult variant(Run run) {
        return run.result().orElseThrow().arms().get(run.plan().isVariantFirst() ? 0 : 1);
    }

    private static Optional<String> difference(Run run) {
        if (isFailed(run)) {
            return Optional.of("the variant " + VerdictText.end(variant(run)) + " where the baseline succeeds");
        }
        List<String> paths = run.result().orElseThrow().mismatches();
        if (!paths.isEmpty()) {
            return Optional.of("output differs: " + String.join(", ", paths));
        }
        List<ArmResult> arms = run.result().orElseThrow().arms();
        return CheapChecks.isOtherWork(arms.get(0), arms.get(1))
                ? Optional.of("the variant does a different amount of work")
                : Optional.empty();
    }
}
