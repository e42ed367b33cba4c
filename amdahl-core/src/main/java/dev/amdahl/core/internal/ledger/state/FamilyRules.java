package dev.amdahl.core.internal.ledger.state;

import dev.amdahl.core.ledger.entry.Entry;
import dev.amdahl.core.ledger.entry.Entry.Diagnosed;
import dev.amdahl.core.ledger.entry.Entry.FamilySeen;
import dev.amdahl.core.ledger.entry.Entry.FleetSeen;
import dev.amdahl.core.ledger.entry.Entry.IdeaFound;
import dev.amdahl.core.ledger.entry.Entry.OutputChecked;
import dev.amdahl.core.ledger.entry.Entry.RegimeChanged;
import dev.amdahl.core.ledger.entry.FleetWindow;
import dev.amdahl.core.ledger.entry.IllegalMoveException;
import dev.amdahl.core.ledger.view.Family;
import dev.amdahl.core.ledger.view.FamilyContext;
import dev.amdahl.spi.hypothesis.Hypothesis;
import java.util.List;
import java.util.Optional;

/** What entries about families and their ideas change. */
final class FamilyRules {
    private FamilyRules() {}

    /** A new epoch voids what was measured of the old one, and so does another version of the job; the promoted changes stay. */
    static void seen(StateBuilder draft, FamilySeen entry) {
        Optional<Family> known = draft.family(entry.family());
        if (known.isEmpty()) {
            FamilyContext context =
                    new FamilyContext(0, entry.version().orElse(""), Optional.empty(), Optional.empty(), List.of());
            Family taken = new Family(
                    entry.family(),
                    entry.acceleratorType(),
                    entry.epoch(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    List.of());
            draft.put(taken.unmeasured(entry.acceleratorType(), entry.epoch(), context));
            return;
        }
        Family family = known.get();
        String version = entry.version().orElse("");
        boolean isSameEpoch = family.acceleratorType().equals(entry.acceleratorType())
                && family.epoch().equals(entry.epoch());
        if (isSameEpoch && family.context().version().isEmpty()) {
            draft.put(family.incumbent(family.incumbent(), family.context().named(version)));
            return;
        }
        FamilyContext context = isSameEpoch
                ? family.context().version(version, draft.at())
                : family.context().after(ended(family, why(family, entry)), 0, version, draft.at());
        draft.put(family.unmeasured(entry.acceleratorType(), entry.epoch(), context));
    }

    private static String why(Family family, FamilySeen entry) {
        return family.acceleratorType().equals(entry.acceleratorType())
                ? "the epoch of the code was raised from " + family.epoch() + " to " + entry.epoch()
                : "the accelerator changed from " + family.acceleratorType() + " to " + entry.acceleratorType();
    }

    private static FamilyContext.Ended ended(Family family, String why) {
        return new FamilyContext.Ended(family.acceleratorType(), family.code(), why);
    }

    /** The job came to behave otherwise by itself: as a new epoch of its code, whose verdicts are its own. */
    static void regimeChanged(StateBuilder draft, RegimeChanged entry) {
        HypothesisRules.require(!entry.reason().isBlank(), entry, "does not say why");
        Family family = family(draft, entry, entry.family());
        FamilyContext now = family.context();
        draft.put(family.unmeasured(
                family.acceleratorType(),
                family.epoch(),
                now.after(ended(family, entry.reason()), now.regime() + 1, now.version(), draft.at())));
    }

    static void fleetSeen(StateBuilder draft, FleetSeen entry) {
        FleetWindow window = entry.window();
        HypothesisRules.require(window.from().isBefore(window.to()), entry, "ends before it begins");
        HypothesisRules.require(window.runs() >= 0, entry, "counts " + window.runs() + " runs");
        draft.put(family(draft, entry, window.family()).seen(window));
    }

    static void diagnosed(StateBuilder draft, Diagnosed entry) {
        Family family = family(draft, entry, entry.diagnosis().family());
        draft.put(family.diagnosis(entry.diagnosis(), draft.at()));
    }

    static void outputChecked(StateBuilder draft, OutputChecked entry) {
        Family family = family(draft, entry, entry.family());
        draft.put(family.outputReproducible(entry.isReproducible()));
    }

    /** An idea that was found before changes nothing. */
    static void ideaFound(StateBuilder draft, IdeaFound entry) {
        family(draft, entry, entry.family());
        String id = RowMapper.id(entry);
        if (draft.idea(id).isEmpty()) {
            draft.put(id, new Snapshot.FoundIdea(entry, false));
        }
    }

    /** An idea has become a hypothesis when one of its family names it as its source or makes its change. */
    static void useIdeas(StateBuilder draft, Hypothesis hypothesis) {
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

    static Family family(StateBuilder draft, Entry entry, String name) {
        return draft.family(name)
                .orElseThrow(() -> new IllegalMoveException(entry, "family '" + name + "' is not in the ledger"));
    }
}
