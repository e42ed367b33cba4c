package dev.amdahl.core.internal.loop;

import dev.amdahl.core.ledger.entry.Entry;
import dev.amdahl.core.ledger.entry.RunState;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.Run;
import dev.amdahl.spi.experiment.WorkerRunId;
import dev.amdahl.spi.hypothesis.HypothesisState;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Ends a hypothesis on a person's word, outside of the ten steps. */
public final class Cancel {

    private final Cycle cycle;

    /** Ends hypotheses of one cycle's ledger. */
    public Cancel(Cycle cycle) {
        this.cycle = cycle;
    }

    /** Records the end first, so that no later cycle submits another run, then stops what runs. */
    public void run(String id, String by, String reason) {
        Dossier dossier = cycle.view()
                .dossier(id)
                .orElseThrow(() -> new IllegalArgumentException("hypothesis '" + id + "' is not in the ledger"));
        if (by.isBlank() || reason.isBlank()) {
            throw new IllegalArgumentException("say who cancels " + id + " and why");
        }
        String why = "cancelled by " + by + ": " + reason;
        commit(id, why, new Entry.Decided(cycle.verdict(dossier, HypothesisState.CANCELLED, "not decided", why)));
    }

    /** Commits what ends a hypothesis, and with it the end of its runs; then stops them. Commits nothing where there is nothing to say. */
    public void commit(String hypothesis, String why, Entry... decided) {
        List<WorkerRunId> started = new ArrayList<>();
        List<Entry> entries = new ArrayList<>(List.of(decided));
        entries.addAll(ended(hypothesis, why, started));
        if (!entries.isEmpty()) {
            cycle.commit(entries);
            started.forEach(cycle.setup().scheduler()::cancel);
        }
    }

    /** The runs of a hypothesis in flight end; those that the scheduler holds are added to what is to be cancelled there. */
    public List<Entry> ended(String hypothesis, String why, List<WorkerRunId> started) {
        List<Entry> entries = new ArrayList<>();
        for (Run run : cycle.view().inFlight()) {
            if (run.plan().hypothesis().equals(hypothesis)) {
                boolean isElsewhere = cycle.setup().isElsewhere(run);
                if (isElsewhere) {
                    cycle.note("run " + run.plan().key() + " has to be cancelled by hand: it was submitted to "
                            + run.plan().scheduler().orElseThrow());
                }
                Optional<WorkerRunId> worker = isElsewhere
                        ? Optional.empty()
                        : run.worker()
                                .or(() -> cycle.setup()
                                        .scheduler()
                                        .find(run.plan().key()));
                worker.ifPresent(started::add);
                entries.add(new Entry.RunEnded(run.plan().key(), RunState.CANCELLED, why));
                entries.addAll(
                        worker.isPresent() || isElsewhere
                                ? new RunAccounts(cycle).unmeasured(run)
                                : RunAccounts.booking(run.plan(), 0));
            }
        }
        return entries;
    }
}
