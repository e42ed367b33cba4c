package dev.amdahl.core.ledger;

import dev.amdahl.core.ledger.Entry.Diagnosed;
import dev.amdahl.core.ledger.Entry.FamilySeen;
import dev.amdahl.core.ledger.Entry.IdeaFound;
import dev.amdahl.core.ledger.Entry.OutputChecked;
import dev.amdahl.spi.hypothesis.Hypothesis;
import java.util.List;
import java.util.Optional;

/** What entries about families and their ideas change. */
final class FamilyRules {
    private FamilyRules() {}

    /** A new epoch voids what was measured of the old one; the promoted changes stay. */
    static void seen(Draft draft, FamilySeen entry) {
        List<dev.amdahl.spi.hypothesis.Fingerprint> incumbent =
                draft.family(entry.family()).map(Family::incumbent).orElse(List.of());
        draft.put(new Family(
                entry.family(),
                entry.acceleratorType(),
                entry.epoch(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                incumbent));
    }

    static void diagnosed(Draft draft, Diagnosed entry) {
        Family family = family(draft, entry, entry.diagnosis().family());
        draft.put(new Family(
                family.name(),
                family.acceleratorType(),
                family.epoch(),
                Optional.of(entry.diagnosis()),
                Optional.of(draft.at()),
                family.outputReproducible(),
                family.incumbent()));
    }

    static void outputChecked(Draft draft, OutputChecked entry) {
        Family family = family(draft, entry, entry.family());
        draft.put(new Family(
                family.name(),
                family.acceleratorType(),
                family.epoch(),
                family.diagnosis(),
                family.diagnosedAt(),
                Optional.of(entry.isReproducible()),
                family.incumbent()));
    }

    /** An idea that was found before changes nothing. */
    static void ideaFound(Draft draft, IdeaFound entry) {
        family(draft, entry, entry.family());
        String id = entry.family() + "/" + entry.idea().id();
        if (draft.idea(id).isEmpty()) {
            draft.put(id, new Snapshot.FoundIdea(entry, false));
        }
    }

    /** An idea has become a hypothesis when one of its family names it as its source or makes its change. */
    static void useIdeas(Draft draft, Hypothesis hypothesis) {
        for (String id : draft.ideaIds()) {
            draft.idea(id)
                    .filter(idea -> !idea.isUsed() && becomes(idea.found(), hypothesis))
                    .ifPresent(idea -> draft.put(id, new Snapshot.FoundIdea(idea.found(), true)));
        }
    }

    private static boolean becomes(IdeaFound found, Hypothesis hypothesis) {
        return found.family().equals(hypothesis.family())
                && (found.idea().id().equals(hypothesis.provenance().source())
                        || found.idea()
                                .change()
                                .filter(hypothesis.change()::equals)
                                .isPresent());
    }

    static Family family(Draft draft, Entry entry, String name) {
        return draft.family(name)
                .orElseThrow(() -> new IllegalMoveException(entry, "family '" + name + "' is not in the ledger"));
    }
}
