package dev.amdahl.core.testing.invariants;

import dev.amdahl.core.ledger.EventLog.Recorded;
import dev.amdahl.core.ledger.entry.Cost;
import dev.amdahl.core.ledger.entry.Entry;
import dev.amdahl.core.ledger.entry.RunPlan;
import dev.amdahl.core.ledger.entry.RunPurpose;
import dev.amdahl.core.ledger.entry.RunResult;
import dev.amdahl.core.ledger.entry.RunState;
import dev.amdahl.core.ledger.entry.Screening;
import dev.amdahl.core.ledger.event.Event;
import dev.amdahl.core.refute.Panel;
import dev.amdahl.spi.experiment.ArmResult;
import dev.amdahl.spi.experiment.Review;
import dev.amdahl.spi.experiment.Verdict;
import dev.amdahl.spi.experiment.Vote;
import dev.amdahl.spi.experiment.WorkerRunId;
import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.hypothesis.Change;
import dev.amdahl.spi.hypothesis.ConfigChange;
import dev.amdahl.spi.hypothesis.Fingerprint;
import dev.amdahl.spi.hypothesis.Hypothesis;
import dev.amdahl.spi.hypothesis.HypothesisState;
import dev.amdahl.spi.hypothesis.LeverSetting;
import dev.amdahl.spi.hypothesis.Provenance;
import dev.amdahl.spi.hypothesis.ResourceAxis;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** A chain of events made up for the checker, with no ledger that would refuse them. */
final class Tale {
    static final Instant AT = Instant.parse("2026-03-01T12:00:00Z");
    static final double RESERVED = 100;

    private final List<Recorded> events = new ArrayList<>();

    List<Recorded> events() {
        return List.copyOf(events);
    }

    String head() {
        return events.isEmpty()
                ? Event.GENESIS
                : events.get(events.size() - 1).event().hash();
    }

    Tale then(Entry... entries) {
        for (Entry entry : entries) {
            String kind = entry.getClass().getSimpleName();
            events.add(
                    new Recorded(Event.after(head(), events.size() + 1L, AT, kind, entry.subject(), "{}"), AT, entry));
        }
        return this;
    }

    static Hypothesis hypothesis(String id, String lever, String variable, String to) {
        Change change =
                new ConfigChange(List.of(new LeverSetting(lever, new LeverSetting.Environment(variable), "0", to)));
        return new Hypothesis(
                id,
                "sorter",
                List.of(Bottleneck.INPUT_STARVATION),
                ResourceAxis.IO,
                id,
                change,
                OptionalDouble.empty(),
                new Provenance(Provenance.Origin.RULE, "r"),
                List.of("e"),
                fingerprint(lever + to));
    }

    static Fingerprint fingerprint(String of) {
        return new Fingerprint(String.format("%064x", of.hashCode() & 0xffffffffL));
    }

    /** A family is seen and this is proposed and under test. */
    Tale tested(Hypothesis hypothesis) {
        Screening screening = new Screening(
                OptionalDouble.empty(), OptionalDouble.empty(), 0, OptionalDouble.empty(), OptionalDouble.empty());
        return then(
                new Entry.Proposed(hypothesis, screening, Optional.empty()),
                new Entry.Moved(hypothesis.id(), HypothesisState.TESTING, "first set"));
    }

    Tale seen() {
        return then(new Entry.FamilySeen("sorter", "h200", "0"));
    }

    static RunPlan plan(String key, String hypothesis, int index, int attempt) {
        return new RunPlan(key, RunPurpose.TRIAL, "sorter", hypothesis, 1, index, attempt, false, 1, RESERVED);
    }

    Tale submitted(RunPlan plan) {
        return then(new Entry.RunIntended(plan), new Entry.RunSubmitted(plan.key(), new WorkerRunId(plan.key())));
    }

    Tale collected(String key, int arms) {
        List<ArmResult> recorded = new ArrayList<>();
        for (int i = 0; i < arms; i++) {
            recorded.add(ArmResult.succeeded("ab".substring(i, i + 1), 1));
        }
        RunResult result = new RunResult("host", recorded, OptionalDouble.of(-.3), List.of(), Optional.empty(), 40);
        return then(new Entry.RunCollected(key, result)).booked(key, 40);
    }

    Tale booked(String key, double seconds) {
        return then(new Entry.Spent(key, Cost.Kind.EXPERIMENT_ACCELERATOR_SECONDS, seconds));
    }

    Tale ended(String key, RunState state) {
        return then(new Entry.RunEnded(key, state, "because"));
    }

    Tale decided(Hypothesis hypothesis, HypothesisState state) {
        return then(new Entry.Decided(new Verdict(hypothesis, List.of("k"), "-30 %", state, "because")));
    }

    static Vote vote(String refuter, Vote.Ballot ballot) {
        return new Vote(refuter, ballot, false, "because", OptionalDouble.empty(), OptionalDouble.empty(), List.of());
    }

    Tale survived(Hypothesis hypothesis) {
        return then(
                new Entry.Moved(hypothesis.id(), HypothesisState.CONFIRMING, "passed"),
                new Entry.Voted(hypothesis.id(), List.of(vote(Panel.EXAMINATION, Vote.Ballot.UPHOLDS))),
                new Entry.Moved(hypothesis.id(), HypothesisState.SURVIVED, "upheld"));
    }

    Tale answered(Hypothesis hypothesis, boolean isApproved, String head) {
        return then(new Entry.Answered(new Review(hypothesis.id(), isApproved, "ann", "saves", AT, head), true));
    }

    /** From nothing to a promotion, with all in order. */
    static Tale sound() {
        Hypothesis workers = hypothesis("h1", "workers", "WORKERS", "4");
        Tale tale = new Tale()
                .seen()
                .tested(workers)
                .submitted(plan("k1", "h1", 1, 1))
                .ended("k1", RunState.INFRA_FAILED)
                .submitted(plan("k2", "h1", 1, 2))
                .collected("k2", 2)
                .survived(workers);
        String head = tale.head();
        return tale.then(new Entry.ReviewAsked("h1", head))
                .answered(workers, true, head)
                .decided(workers, HypothesisState.PROMOTED);
    }
}
