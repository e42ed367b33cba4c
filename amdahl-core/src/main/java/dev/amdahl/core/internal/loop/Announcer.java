package dev.amdahl.core.internal.loop;

import dev.amdahl.core.ledger.entry.Entry;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.core.ledger.view.Run;
import dev.amdahl.core.loop.CycleSummary;
import dev.amdahl.core.loop.LoopListener;
import dev.amdahl.core.loop.Step;
import dev.amdahl.core.loop.StepSummary;
import dev.amdahl.spi.AmdahlException;
import dev.amdahl.spi.experiment.Verdict;
import dev.amdahl.spi.hypothesis.HypothesisState;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells the listeners and the log what one cycle does, and keeps what went wrong in a listener. Not thread-safe. */
public final class Announcer {
    private static final Logger LOG = LoggerFactory.getLogger("dev.amdahl.core.AmdahlLoop");

    private final List<LoopListener> listeners;
    private final List<String> failures = new ArrayList<>();

    /** Tells these, in that order. */
    public Announcer(List<LoopListener> listeners) {
        this.listeners = List.copyOf(listeners);
    }

    /** Returns what listeners threw, one line for each kind of it. */
    List<String> failures() {
        return List.copyOf(failures);
    }

    /** A cycle began. */
    public void started(String cycleId) {
        tell("cycleStarted", listener -> listener.cycleStarted(cycleId));
    }

    /** No cycle was begun. */
    public void refused(AmdahlException reason) {
        LOG.info("no cycle: {}", reason.getMessage());
        tell("cycleRefused", listener -> listener.cycleRefused(reason));
    }

    /** A step began. */
    public void started(Step step) {
        tell("stepStarted", listener -> listener.stepStarted(step));
    }

    /** A step ended. */
    public void ended(StepSummary step) {
        tell("stepEnded", listener -> listener.stepEnded(step));
    }

    /** Something that people should know. */
    public void note(String line) {
        tell("note", listener -> listener.note(line));
    }

    /** The cycle ended. */
    public void ended(CycleSummary cycle) {
        LOG.info(
                "cycle {} {} in {} ms: {} commits, {} runs in flight, {} open experiments",
                cycle.cycleId(),
                cycle.failure().isPresent() ? "failed" : "ended",
                cycle.elapsed().toMillis(),
                cycle.commits(),
                cycle.runsInFlight(),
                cycle.openExperiments());
        tell("cycleEnded", listener -> listener.cycleEnded(cycle));
    }

    /** Tells what a transaction has changed, in order. */
    void committed(LedgerView before, LedgerView after, List<Entry> entries) {
        Set<String> told = new HashSet<>();
        for (Entry entry : entries) {
            if (entry instanceof Entry.Proposed
                    || entry instanceof Entry.Moved
                    || entry instanceof Entry.RerunAsked
                    || entry instanceof Entry.ReviewAsked) {
                moved(before, after, entry.subject(), told);
            } else if (entry instanceof Entry.Decided decided) {
                moved(before, after, entry.subject(), told);
                decided(decided.verdict());
            } else if (entry instanceof Entry.RunSubmitted) {
                ofRun(after, entry, "trialSubmitted", LoopListener::trialSubmitted);
            } else if (entry instanceof Entry.RunCollected) {
                ofRun(after, entry, "trialCollected", LoopListener::trialCollected);
            } else if (entry instanceof Entry.RunEnded) {
                ofRun(after, entry, "trialLost", LoopListener::trialLost);
            }
        }
    }

    private void moved(LedgerView before, LedgerView after, String id, Set<String> told) {
        if (!told.add(id)) {
            return;
        }
        Optional<Dossier> then = before.dossier(id);
        after.dossier(id)
                .filter(now -> then.isEmpty() || then.get().state() != now.state())
                .ifPresent(now -> LogContext.with(LogContext.HYPOTHESIS, id, () -> {
                    if (now.state() == HypothesisState.IN_REVIEW) {
                        LOG.info(
                                "{} {}: {}: a win, which waits for a person as {}",
                                now.state(),
                                now.hypothesis().family(),
                                now.hypothesis().title(),
                                id);
                    }
                    if (then.isEmpty()) {
                        tell("hypothesisProposed", listener -> listener.hypothesisProposed(now));
                    } else {
                        tell(
                                "hypothesisMoved",
                                listener -> listener.hypothesisMoved(then.get().state(), now));
                    }
                }));
    }

    private void decided(Verdict verdict) {
        LogContext.with(LogContext.HYPOTHESIS, verdict.hypothesis().id(), () -> {
            LOG.info(
                    "{} {}: {}: {}",
                    verdict.state(),
                    verdict.hypothesis().family(),
                    verdict.hypothesis().title(),
                    verdict.reason());
            tell("verdict", listener -> listener.verdict(verdict));
        });
    }

    /** One of the calls that take a run. */
    private interface RunCall {
        void on(LoopListener listener, Run run);
    }

    private void ofRun(LedgerView after, Entry entry, String call, RunCall made) {
        if (!listeners.isEmpty()) {
            after.run(entry.subject())
                    .ifPresent(run ->
                            LogContext.during(run.plan(), () -> tell(call, listener -> made.on(listener, run))));
        }
    }

    private void tell(String call, Consumer<LoopListener> made) {
        for (LoopListener listener : listeners) {
            try {
                made.accept(listener);
            } catch (RuntimeException | LinkageError | AssertionError | StackOverflowError broken) {
                String line = "listener " + listener.getClass().getName() + " failed in " + call + ": " + broken;
                if (!failures.contains(line)) {
                    failures.add(line);
                    LOG.warn("{}", line, broken);
                }
            }
        }
    }
}
