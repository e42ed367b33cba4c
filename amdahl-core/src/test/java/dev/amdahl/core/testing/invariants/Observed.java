package dev.amdahl.core.testing.invariants;

import dev.amdahl.core.ledger.EventLog.Recorded;
import dev.amdahl.core.ledger.Verification;
import dev.amdahl.core.ledger.budget.Budget;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.spi.hypothesis.Fingerprint;
import dev.amdahl.spi.hypothesis.HypothesisState;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What was seen of a ledger and of the world around it; what is not given is not checked. A builder: not thread-safe. */
public final class Observed {
    final List<Recorded> events;
    final List<List<Recorded>> earlier = new ArrayList<>();
    final List<Acknowledged> acknowledged = new ArrayList<>();
    final List<String> leftovers = new ArrayList<>();
    final Map<String, Map<Fingerprint, HypothesisState>> expected = new TreeMap<>();
    final Map<String, Integer> paidCalls = new TreeMap<>();
    Budget budget = Budget.UNLIMITED;
    boolean isQuiescent;
    private @Nullable SubmissionLog submissions;
    private @Nullable LedgerView view;
    private @Nullable Verification verification;
    private @Nullable List<Recorded> again;

    private Observed(List<Recorded> events) {
        this.events = List.copyOf(events);
    }

    /** All events of a ledger, in order. */
    public static Observed of(List<Recorded> events) {
        return new Observed(events);
    }

    /** What the scheduler started. */
    public Observed submissions(SubmissionLog log) {
        submissions = log;
        return this;
    }

    /** The events as they were read at some earlier time. */
    public Observed earlier(List<Recorded> snapshot) {
        earlier.add(List.copyOf(snapshot));
        return this;
    }

    /** Commits that returned, in the order in which they did. */
    public Observed acknowledged(List<Acknowledged> commits) {
        acknowledged.addAll(commits);
        return this;
    }

    /** What the loop was allowed to spend. */
    public Observed budget(Budget allowed) {
        budget = allowed;
        return this;
    }

    /** The state as the ledger shows it. */
    public Observed view(LedgerView shown) {
        view = shown;
        return this;
    }

    /** What the ledger says of itself. */
    public Observed verification(Verification result) {
        verification = result;
        return this;
    }

    /** Processes, work trees and temporary files that are still there although nothing runs, one line each. */
    public Observed leftovers(List<String> lines) {
        leftovers.addAll(lines);
        return this;
    }

    /** Faults have stopped, and the loop has said that it is idle. */
    public Observed quiescent() {
        isQuiescent = true;
        return this;
    }

    /** The events after recovery ran once more. */
    public Observed recoveredAgain(List<Recorded> events) {
        again = List.copyOf(events);
        return this;
    }

    /** How often each prompt was paid for, by its hash. */
    public Observed paidCalls(Map<String, Integer> byPrompt) {
        paidCalls.putAll(byPrompt);
        return this;
    }

    /** How the same changes ended in a run without the disturbance that this invariant is about. */
    public Observed undisturbed(String invariant, Map<Fingerprint, HypothesisState> ends) {
        expected.put(invariant, Map.copyOf(ends));
        return this;
    }

    Optional<SubmissionLog> submissions() {
        return Optional.ofNullable(submissions);
    }

    Optional<LedgerView> view() {
        return Optional.ofNullable(view);
    }

    Optional<Verification> verification() {
        return Optional.ofNullable(verification);
    }

    Optional<List<Recorded>> again() {
        return Optional.ofNullable(again);
    }
}
