package dev.amdahl.core.testing.invariants;

import dev.amdahl.core.ledger.event.Event;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.core.ledger.view.Run;
import dev.amdahl.core.testing.invariants.History.HypothesisStory;
import dev.amdahl.core.testing.invariants.Invariants.Findings;
import dev.amdahl.spi.hypothesis.Fingerprint;
import dev.amdahl.spi.hypothesis.HypothesisState;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** I10, I13, I14, I15 and I16: the ledger against its events, the machine, the bills, and another run of the same world. */
final class WorldChecks {
    private WorldChecks() {}

    static void check(Observed observed, History history, Findings findings) {
        observed.verification()
                .ifPresent(result -> result.problems()
                        .forEach(problem ->
                                findings.add("I10", "ledger", result.firstBad().orElse(0), problem)));
        observed.view().ifPresent(view -> projected(observed, view, history, findings));
        observed.leftovers.forEach(line -> findings.add("I13", "machine", 0, line));
        observed.paidCalls.forEach(
                (prompt, times) -> findings.require(times <= 1, "I14", prompt, 0, "was paid for " + times + " times"));
        Map<Fingerprint, HypothesisState> ends = ends(history);
        observed.expected.forEach((invariant, expected) -> {
            expected.forEach((fingerprint, end) -> findings.require(
                    end == ends.get(fingerprint),
                    invariant,
                    fingerprint.hex(),
                    0,
                    "ended as " + ends.get(fingerprint) + " and undisturbed as " + end
                            + history.lastWord(fingerprint)));
            ends.keySet().stream()
                    .filter(fingerprint -> !expected.containsKey(fingerprint))
                    .forEach(fingerprint ->
                            findings.add(invariant, fingerprint.hex(), 0, "is not there in the undisturbed run"));
        });
    }

    private static Map<Fingerprint, HypothesisState> ends(History history) {
        Map<Fingerprint, HypothesisState> ends = new HashMap<>();
        history.hypotheses.values().forEach(story -> ends.put(story.hypothesis.fingerprint(), story.state()));
        return ends;
    }

    private static void projected(Observed observed, LedgerView view, History history, Findings findings) {
        long events = observed.events.size();
        String head = events == 0
                ? Event.GENESIS
                : observed.events.get((int) events - 1).event().hash();
        findings.require(view.head().equals(head), "I10", "head", events, "is not that of the last event");
        for (HypothesisStory story : history.hypotheses.values()) {
            Optional<HypothesisState> shown =
                    view.dossier(story.hypothesis.id()).map(Dossier::state);
            findings.require(
                    shown.equals(Optional.of(story.state())),
                    "I10",
                    story.hypothesis.id(),
                    events,
                    "is shown as " + shown + " and its events lead to " + story.state());
        }
        history.runs.forEach((key, run) -> findings.require(
                view.run(key).map(Run::state).equals(Optional.of(run.state)),
                "I10",
                key,
                events,
                "is shown as " + view.run(key).map(Run::state) + " and its events lead to " + run.state));
    }
}
