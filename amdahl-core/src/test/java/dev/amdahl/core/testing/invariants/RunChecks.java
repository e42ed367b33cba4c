package dev.amdahl.core.testing.invariants;

import dev.amdahl.core.ledger.EventLog.Recorded;
import dev.amdahl.core.ledger.entry.Entry;
import dev.amdahl.core.ledger.entry.RunPlan;
import dev.amdahl.core.ledger.entry.RunPurpose;
import dev.amdahl.core.ledger.entry.RunResult;
import dev.amdahl.core.ledger.entry.RunState;
import dev.amdahl.core.testing.invariants.History.HypothesisStory;
import dev.amdahl.core.testing.invariants.History.RunStory;
import dev.amdahl.core.testing.invariants.Invariants.Findings;
import dev.amdahl.spi.hypothesis.HypothesisState;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** I1, I4, I7, I12 and P17: submissions, what they ended as and what they cost. */
final class RunChecks {
    private static final double TOLERANCE = 1e-6;

    private RunChecks() {}

    static void check(Observed observed, History history, Findings findings) {
        observed.submissions().ifPresent(log -> started(log.started(), history, findings));
        places(history, findings);
        for (RunStory run : history.runs.values()) {
            ends(run, observed.isQuiescent, findings);
            halves(run, findings);
            bookings(run, findings);
        }
        cancelled(observed, history, findings);
        budget(observed, findings);
    }

    private static void started(Map<String, Integer> started, History history, Findings findings) {
        started.forEach((key, times) -> {
            RunStory run = history.runs.get(key);
            long seq = run == null ? 0 : run.intended;
            findings.require(times <= 1, "I1", key, seq, "was started " + times + " times");
            findings.require(run != null, "I1", key, 0, "was started without a recorded intent");
        });
    }

    /** One place of a design is one key: another key for the same place and attempt would be the same run twice. */
    private static void places(History history, Findings findings) {
        Map<String, RunStory> byPlace = new HashMap<>();
        for (RunStory run : history.runs.values()) {
            RunPlan plan = run.plan;
            HypothesisStory tested = history.hypotheses.get(plan.hypothesis());
            String subject = tested == null
                    ? plan.family() + "|" + run.epoch
                    : tested.hypothesis.fingerprint().hex();
            String place = plan.purpose() + "|" + subject + "|" + plan.set() + "|" + plan.index() + "|";
            RunStory same = byPlace.put(place + plan.attempt(), run);
            findings.require(
                    same == null, "I1", plan.key(), run.intended, "has the place and attempt of an earlier run");
            RunStory before = byPlace.get(place + (plan.attempt() - 1));
            if (before != null) {
                boolean hasFailed = !before.ends.isEmpty()
                        && before.ends.get(0) < run.intended
                        && (before.state != RunState.UNKNOWN_SUBMISSION || isReopened(before.plan, plan));
                findings.require(
                        hasFailed,
                        "I12",
                        plan.key(),
                        run.intended,
                        "was tried again before " + before.plan.key() + " failed");
            }
        }
    }

    /** An earlier time that the same change was tried ended with its hypothesis. */
    private static boolean isReopened(RunPlan before, RunPlan plan) {
        return !before.hypothesis().equals(plan.hypothesis());
    }

    private static void ends(RunStory run, boolean isQuiescent, Findings findings) {
        String key = run.plan.key();
        findings.require(run.ends.size() <= 1, "I4", key, last(run.ends), "ended " + run.ends.size() + " times");
        if (isQuiescent) {
            findings.require(!run.ends.isEmpty(), "I4", key, run.intended, "never ended");
        }
        boolean fromIntent = run.submitted == 0 && !run.ends.isEmpty();
        findings.require(
                !(fromIntent && (run.state == RunState.INFRA_FAILED || run.state == RunState.LOST)),
                "I12",
                key,
                last(run.ends),
                "was called " + run.state + " although nobody knows whether it was submitted");
    }

    private static void halves(RunStory run, Findings findings) {
        RunResult result = run.result;
        if (result != null && run.plan.purpose() != RunPurpose.EVIDENCE) {
            findings.require(
                    result.arms().size() == 2 || result.logRatio().isEmpty(),
                    "P17",
                    run.plan.key(),
                    last(run.ends),
                    "was compared with " + result.arms().size() + " arms");
        }
    }

    private static void bookings(RunStory run, Findings findings) {
        run.booked.forEach((kind, seqs) -> findings.require(
                seqs.size() == 1, "I7", run.plan.key(), last(seqs), "was booked " + seqs.size() + " times as " + kind));
    }

    /** An intent that is called off while the scheduler has started it would run on unheard. */
    private static void cancelled(Observed observed, History history, Findings findings) {
        Map<String, Integer> started =
                observed.submissions().map(SubmissionLog::started).orElse(Map.of());
        for (RunStory run : history.runs.values()) {
            HypothesisStory tested = history.hypotheses.get(run.plan.hypothesis());
            boolean byPerson = tested != null && tested.state() == HypothesisState.CANCELLED;
            boolean isCalledOff = run.state == RunState.CANCELLED && run.submitted == 0 && !byPerson;
            findings.require(
                    !isCalledOff || started.getOrDefault(run.plan.key(), 0) == 0,
                    "I12",
                    run.plan.key(),
                    last(run.ends),
                    "was called off although it had been started");
        }
    }

    /** At each intent, what is spent and set aside stays within the budget. */
    private static void budget(Observed observed, Findings findings) {
        double most = observed.budget.total().acceleratorHours() * 3600;
        double spent = 0;
        Map<String, Double> reserved = new HashMap<>();
        for (Recorded recorded : observed.events) {
            Entry entry = recorded.entry();
            if (entry instanceof Entry.RunIntended intended) {
                reserved.put(intended.plan().key(), intended.plan().reservedSeconds());
                double held = sum(reserved);
                findings.require(
                        spent + held <= most * (1 + TOLERANCE),
                        "I7",
                        intended.plan().key(),
                        recorded.event().seq(),
                        spent + " s spent and " + held + " s set aside exceed " + most + " s");
            } else if (entry instanceof Entry.RunCollected || entry instanceof Entry.RunEnded) {
                reserved.remove(entry.subject());
            } else if (entry instanceof Entry.Spent cost && cost.kind().isOfRun()) {
                spent += cost.amount();
            }
        }
    }

    private static double sum(Map<String, Double> amounts) {
        return amounts.values().stream().mapToDouble(Double::doubleValue).sum();
    }

    private static long last(List<Long> seqs) {
        return seqs.isEmpty() ? 0 : seqs.get(seqs.size() - 1);
    }
}
