package dev.amdahl.core.internal.ledger.state;

import dev.amdahl.core.ledger.entry.Entry;
import dev.amdahl.core.ledger.entry.Entry.Compared;
import dev.amdahl.core.ledger.entry.Entry.Moved;
import dev.amdahl.core.ledger.entry.Entry.Proposed;
import dev.amdahl.core.ledger.entry.Entry.Screened;
import dev.amdahl.core.ledger.entry.Entry.Sifted;
import dev.amdahl.core.ledger.entry.Entry.Steered;
import dev.amdahl.core.ledger.entry.Entry.Voted;
import dev.amdahl.core.ledger.entry.IllegalMoveException;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.Dossier.Note;
import dev.amdahl.core.ledger.view.Dossier.Steering;
import dev.amdahl.core.ledger.view.Standing;
import dev.amdahl.spi.hypothesis.Hypothesis;
import dev.amdahl.spi.hypothesis.HypothesisState;
import java.util.List;
import java.util.Optional;

/** What entries about hypotheses change, and which of them are refused. */
final class HypothesisRules {
    private HypothesisRules() {}

    static void proposed(StateBuilder draft, Proposed entry) {
        Hypothesis hypothesis = entry.hypothesis();
        FamilyRules.family(draft, entry, hypothesis.family());
        require(draft.dossier(hypothesis.id()).isEmpty(), entry, "is in the ledger already");
        for (Standing earlier : draft.standings(hypothesis.fingerprint())) {
            requireRetriable(entry, earlier);
        }
        boolean hasEvidence = !hypothesis.evidence().isEmpty();
        draft.put(new Dossier(
                hypothesis,
                hasEvidence ? HypothesisState.PROPOSED : HypothesisState.NEEDS_EVIDENCE,
                entry.reopens().orElse(hasEvidence ? "proposed" : "no evidence yet"),
                draft.at(),
                draft.at(),
                entry.screening(),
                Optional.empty(),
                Optional.empty(),
                List.of(),
                Optional.empty(),
                "",
                Optional.empty(),
                0,
                0,
                entry.reopens(),
                entry.rationale()));
        FamilyRules.useIdeas(draft, hypothesis);
    }

    private static void requireRetriable(Proposed entry, Standing earlier) {
        HypothesisState state = earlier.state();
        boolean isRetriable = state.isTerminal()
                && state != HypothesisState.REFUTED
                && state != HypothesisState.PROMOTED
                && entry.reopens().filter(reason -> !reason.isBlank()).isPresent();
        require(isRetriable, entry, "the same change is in the ledger as " + earlier.id() + ", " + state);
    }

    static void screened(StateBuilder draft, Screened entry) {
        Dossier dossier = open(draft, entry, entry.hypothesis());
        draft.put(with(dossier).screening(entry.screening()).build());
    }

    static void sifted(StateBuilder draft, Sifted entry) {
        dossier(draft, entry, entry.hypothesis());
        require(entry.seconds() >= 0 && Double.isFinite(entry.seconds()), entry, "nothing takes so long");
        require(entry.left().filter(String::isBlank).isEmpty(), entry, "does not say why");
    }

    static void moved(StateBuilder draft, Moved entry) {
        HypothesisState to = entry.to();
        require(!to.isTerminal(), entry, to + " needs a verdict");
        require(to != HypothesisState.IN_REVIEW, entry, "a review is asked for with the head of its evidence");
        require(to != HypothesisState.NEEDS_RERUN, entry, "a panel asks for a number of pairs");
        Dossier dossier = dossier(draft, entry, entry.hypothesis());
        if (to == HypothesisState.SURVIVED) {
            DecisionRules.requireExamined(entry, dossier);
        }
        move(draft, entry, dossier, to, entry.reason());
    }

    static void steered(StateBuilder draft, Steered entry) {
        Dossier dossier = open(draft, entry, entry.hypothesis());
        require(!entry.by().isBlank(), entry, "nobody says it");
        require(entry.note().isPresent() || entry.priority().isPresent(), entry, "says nothing");
        Steering steering = dossier.steering();
        if (entry.priority().isPresent()) {
            int priority = entry.priority().getAsInt();
            require(
                    Math.abs((long) priority) <= Steering.MAX_PRIORITY,
                    entry,
                    "priority " + priority + " is out of range");
            steering = steering.withPriority(priority);
        }
        if (entry.note().isPresent()) {
            String text = entry.note().get();
            require(!text.isBlank(), entry, "the note is empty");
            require(text.length() <= Steering.MAX_CHARACTERS, entry, "the note has " + text.length() + " characters");
            steering = steering.withNote(new Note(text, entry.by(), draft.at()));
        }
        draft.put(with(dossier).steering(steering).build());
    }

    static void compared(StateBuilder draft, Compared entry) {
        Dossier dossier = open(draft, entry, entry.hypothesis());
        draft.put(with(dossier).comparison(entry.comparison()).build());
    }

    static void voted(StateBuilder draft, Voted entry) {
        require(!entry.votes().isEmpty(), entry, "no votes");
        Dossier dossier = open(draft, entry, entry.hypothesis());
        draft.put(with(dossier).votes(entry.votes()).build());
    }

    static void move(StateBuilder draft, Entry entry, Dossier dossier, HypothesisState to, String reason) {
        require(dossier.state().canBecome(to), entry, "cannot go from " + dossier.state() + " to " + to);
        DossierChange change = with(dossier).state(to, reason, draft.at());
        if (dossier.state().isUnderTest() && !to.isUnderTest()) {
            change.decidedAt(draft.seq());
        }
        if (dossier.state() == HypothesisState.IN_REVIEW) {
            BudgetRules.release(draft, BudgetRules.review(dossier.id()));
        }
        draft.put(change.build());
    }

    static Dossier dossier(StateBuilder draft, Entry entry, String id) {
        return draft.dossier(id)
                .orElseThrow(() -> new IllegalMoveException(entry, "hypothesis '" + id + "' is not in the ledger"));
    }

    /** Returns a hypothesis that has not ended. */
    static Dossier open(StateBuilder draft, Entry entry, String id) {
        Dossier dossier = dossier(draft, entry, id);
        require(!dossier.state().isTerminal(), entry, "hypothesis '" + id + "' has ended in " + dossier.state());
        return dossier;
    }

    static void require(boolean holds, Entry entry, String problem) {
        if (!holds) {
            throw new IllegalMoveException(entry, problem);
        }
    }

    static DossierChange with(Dossier dossier) {
        return new DossierChange(dossier);
    }
}
