package dev.amdahl.core.loop;

import dev.amdahl.core.internal.loop.LogContext;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.Run;
import dev.amdahl.spi.AmdahlException;
import dev.amdahl.spi.experiment.Verdict;
import dev.amdahl.spi.hypothesis.HypothesisState;

/**
 * Hears what a loop does. Called in the thread of the cycle, after the ledger has it: return quickly, and do not call the loop. What a
 * listener throws never breaks a cycle; it is logged and stands in the notes of the cycle's report. A process that is killed may have
 * committed what it told nobody, so the ledger is the record and this is news. Texts may quote jobs, so they are untrusted.
 *
 * <p>While it is called, the log context holds {@link LogContext#CYCLE} and, where it is about one,
 * {@link LogContext#HYPOTHESIS} and {@link LogContext#RUN}.
 */
public interface LoopListener {

    /** A cycle holds the lease and begins; its id is the lease's fence number, which grows over the life of a ledger. */
    default void cycleStarted(String cycleId) {}

    /** No cycle began: most often because another one holds the ledger, which is harmless. The caller gets the same exception. */
    default void cycleRefused(AmdahlException reason) {}

    /** A step begins. */
    default void stepStarted(Step step) {}

    /** A step has ended, well or not. */
    default void stepEnded(StepSummary step) {}

    /** A hypothesis entered the ledger. */
    default void hypothesisProposed(Dossier dossier) {}

    /** A hypothesis changed its state; the dossier shows it as it is now. */
    default void hypothesisMoved(HypothesisState from, Dossier dossier) {}

    /** The scheduler has taken a run. */
    default void trialSubmitted(Run run) {}

    /** The result of a run was collected; it is in the run. */
    default void trialCollected(Run run) {}

    /** A run ended without a result; its note says why. Never a verdict. */
    default void trialLost(Run run) {}

    /** A hypothesis got its verdict; a win has none until a person answers, see {@link #hypothesisMoved} to {@code IN_REVIEW}. */
    default void verdict(Verdict verdict) {}

    /** Something that people should know, one line. */
    default void note(String line) {}

    /** The cycle has ended, well or not; called last, while it still holds the lease. */
    default void cycleEnded(CycleSummary cycle) {}
}
