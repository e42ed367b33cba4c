package dev.amdahl.core;

import dev.amdahl.core.internal.loop.Cycle;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.core.loop.Fault;
import dev.amdahl.spi.experiment.Verdict;
import dev.amdahl.spi.hypothesis.HypothesisState;
import java.util.List;

/**
 * The result of one pass of the loop.
 *
 * @param view the ledger after it
 * @param verdicts the verdicts it gave
 * @param notes what people should know, one line each, faults included
 * @param faults what went wrong and stopped nothing else
 * @param runsInFlight submissions that have not been collected
 * @param openExperiments hypotheses that are being built, tested or confirmed
 * @param hasChanged whether it wrote anything
 * @param isWaiting whether something will go on by itself after a while
 */
public record CycleReport(
        LedgerView view,
        List<Verdict> verdicts,
        List<String> notes,
        List<Fault> faults,
        int runsInFlight,
        int openExperiments,
        boolean hasChanged,
        boolean isWaiting) {
    public CycleReport {
        verdicts = List.copyOf(verdicts);
        notes = List.copyOf(notes);
        faults = List.copyOf(faults);
    }

    static CycleReport of(Cycle cycle) {
        LedgerView view = cycle.view();
        return new CycleReport(
                view,
                cycle.verdicts(),
                cycle.notes(),
                cycle.faults(),
                cycle.inFlight().size(),
                (int) view.live().stream()
                        .filter(dossier -> dossier.state().isInExperiment())
                        .count(),
                cycle.hasChanged(),
                cycle.isWaiting());
    }

    /** Hypotheses so far that were turned away before a trial was spent on them. */
    public int rejectedEarly() {
        return (int) view.totals().hypotheses(HypothesisState.SCREENED_OUT);
    }

    /** Nothing runs, and this pass found nothing to start: until a person answers or something changes, no pass will. */
    public boolean isIdle() {
        return runsInFlight == 0 && !hasChanged && !isWaiting;
    }
}
