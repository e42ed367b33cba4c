package dev.amdahl.core.testing.invariants;

import dev.amdahl.core.internal.report.claim.Examined;
import dev.amdahl.core.ledger.EventLog.Recorded;
import dev.amdahl.core.ledger.entry.Cost;
import dev.amdahl.core.ledger.entry.Entry;
import dev.amdahl.core.ledger.entry.RunPlan;
import dev.amdahl.core.ledger.entry.RunResult;
import dev.amdahl.core.ledger.entry.RunState;
import dev.amdahl.core.refute.Panel;
import dev.amdahl.spi.experiment.Vote;
import dev.amdahl.spi.hypothesis.Fingerprint;
import dev.amdahl.spi.hypothesis.Hypothesis;
import dev.amdahl.spi.hypothesis.HypothesisState;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What happened to each run and each hypothesis, read from the events alone and without the rules of the ledger. Not thread-safe. */
final class History {
    final Map<String, RunStory> runs = new LinkedHashMap<>();
    final Map<String, HypothesisStory> hypotheses = new LinkedHashMap<>();
    /** The epoch of each family as of now, while reading. */
    private final Map<String, String> epochs = new LinkedHashMap<>();

    private History() {}

    /** What happened to a run, with the numbers of the events. */
    static final class RunStory {
        final RunPlan plan;
        final long intended;
        final String epoch;
        long submitted;
        final List<Long> ends = new ArrayList<>();
        RunState state = RunState.INTENDED;
        RunState endedFrom = RunState.INTENDED;

        @Nullable
        RunResult result;

        final Map<Cost.Kind, List<Long>> booked = new LinkedHashMap<>();

        RunStory(RunPlan plan, long intended, String epoch) {
            this.plan = plan;
            this.intended = intended;
            this.epoch = epoch;
        }

        void end(RunState to, long seq) {
            endedFrom = ends.isEmpty() ? state : endedFrom;
            state = to;
            ends.add(seq);
        }
    }

    /** What became of a hypothesis: its states in order, and the questions and answers about it. */
    static final class HypothesisStory {
        final Hypothesis hypothesis;
        final String epoch;
        final List<Step> steps = new ArrayList<>();

        HypothesisStory(Hypothesis hypothesis, String epoch) {
            this.hypothesis = hypothesis;
            this.epoch = epoch;
        }

        HypothesisState state() {
            return steps.stream()
                    .filter(step -> step.state() != null)
                    .reduce((earlier, later) -> later)
                    .map(Step::state)
                    .orElse(HypothesisState.PROPOSED);
        }

        /** Whether it has not ended by then. */
        boolean isLiveAt(long seq) {
            boolean isLive = false;
            for (Step step : steps) {
                if (step.seq() < seq && step.state() != null) {
                    isLive = !step.state().isTerminal();
                }
            }
            return isLive;
        }
    }

    /** One event of a hypothesis; with the state that it leads to, if it leads to one. */
    record Step(long seq, Entry entry, @Nullable HypothesisState state) {}

    static History of(List<Recorded> events) {
        History history = new History();
        events.forEach(recorded -> history.add(recorded.event().seq(), recorded.entry()));
        return history;
    }

    /** What the record says last of that change, or nothing. */
    String lastWord(Fingerprint fingerprint) {
        return hypotheses.values().stream()
                .filter(story -> story.hypothesis.fingerprint().equals(fingerprint))
                .flatMap(story -> story.steps.stream().filter(step -> step.state() != null))
                .reduce((earlier, later) -> later)
                .map(step -> ": " + step.entry())
                .orElse("");
    }

    private void add(long seq, Entry entry) {
        if (entry instanceof Entry.FamilySeen seen) {
            epochs.put(seen.family(), seen.acceleratorType() + "|" + seen.epoch());
        } else if (entry instanceof Entry.RegimeChanged changed) {
            epochs.merge(changed.family(), "|regime " + seq, String::concat);
        } else if (entry instanceof Entry.RunIntended intended) {
            RunPlan plan = intended.plan();
            runs.putIfAbsent(plan.key(), new RunStory(plan, seq, epochs.getOrDefault(plan.family(), "")));
        } else if (entry instanceof Entry.RunSubmitted submitted) {
            RunStory run = runs.get(submitted.key());
            if (run != null) {
                run.submitted = seq;
                run.state = RunState.SUBMITTED;
            }
        } else if (entry instanceof Entry.RunCollected collected) {
            RunStory run = runs.get(collected.key());
            if (run != null) {
                run.result = collected.result();
                run.end(RunState.COLLECTED, seq);
            }
        } else if (entry instanceof Entry.RunEnded ended) {
            RunStory run = runs.get(ended.key());
            if (run != null) {
                run.end(ended.state(), seq);
            }
        } else if (entry instanceof Entry.Spent spent) {
            RunStory run = runs.get(spent.subject());
            if (run != null) {
                run.booked
                        .computeIfAbsent(spent.kind(), kind -> new ArrayList<>())
                        .add(seq);
            }
        } else {
            hypothesis(seq, entry);
        }
    }

    private void hypothesis(long seq, Entry entry) {
        if (entry instanceof Entry.Proposed proposed) {
            Hypothesis hypothesis = proposed.hypothesis();
            HypothesisState state =
                    hypothesis.evidence().isEmpty() ? HypothesisState.NEEDS_EVIDENCE : HypothesisState.PROPOSED;
            HypothesisStory story = hypotheses.computeIfAbsent(
                    hypothesis.id(),
                    id -> new HypothesisStory(hypothesis, epochs.getOrDefault(hypothesis.family(), "")));
            story.steps.add(new Step(seq, entry, state));
            return;
        }
        HypothesisStory story = hypotheses.get(entry.subject());
        if (story == null) {
            return;
        }
        HypothesisState to = null;
        if (entry instanceof Entry.Moved moved) {
            to = moved.to();
        } else if (entry instanceof Entry.Decided decided) {
            to = decided.verdict().state();
        } else if (entry instanceof Entry.ReviewAsked) {
            to = HypothesisState.IN_REVIEW;
        } else if (entry instanceof Entry.RerunAsked) {
            to = HypothesisState.NEEDS_RERUN;
        }
        story.steps.add(new Step(seq, entry, to));
    }

    /**
     * Whether these votes carry a claim: each refuter once, no veto, no objection to the examination of all pairs, and more than half of
     * those who are no fact uphold. That examination counts as its five subsets do where the pairs are too few for any.
     */
    static boolean carries(List<Vote> votes) {
        long refuters = votes.stream().map(Vote::refuter).distinct().count();
        Examined examined = Examined.of(votes);
        boolean isUpheld = examined.whole()
                .map(vote -> vote.ballot() == Vote.Ballot.UPHOLDS)
                .orElse(!examined.subsets().isEmpty());
        long subsets = examined.subsets().isEmpty()
                ? Panel.SUBSETS
                : examined.subsets().stream()
                        .filter(vote -> vote.ballot() != Vote.Ballot.REFUTES)
                        .count();
        long others = examined.others().stream()
                .filter(vote -> vote.ballot() == Vote.Ballot.UPHOLDS)
                .count();
        int panel = Panel.SUBSETS + examined.others().size();
        return refuters == votes.size() && examined.vetoes().isEmpty() && isUpheld && 2 * (subsets + others) > panel;
    }
}
