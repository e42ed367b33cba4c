package dev.amdahl.core.internal.loop;

import dev.amdahl.core.ledger.entry.Entry;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.Dossier.Steering;
import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.Redaction;
import java.util.Optional;
import java.util.OptionalInt;

/** Takes a person's word on a hypothesis that has not ended, outside of the ten steps. */
public final class Steer {
    private static final int MAX_NAME = 200;

    private final Cycle cycle;
    private final Dossier dossier;
    private final String by;

    /**
     * Steers one hypothesis of a cycle's ledger.
     *
     * @throws InvalidInputException if it is not in the ledger or has ended, or nobody says who
     */
    public Steer(Cycle cycle, String id, String by) {
        this.cycle = cycle;
        String place = "hypothesis '" + id + "'";
        this.dossier = cycle.view()
                .dossier(id)
                .orElseThrow(() -> new InvalidInputException(
                        place, "is not in the ledger", "see ledger search for the ids of those that are"));
        if (dossier.state().isTerminal()) {
            throw new InvalidInputException(
                    place, "has ended in " + dossier.state(), "choose one that has not ended; see ledger search");
        }
        this.by = text("the name of who says it", by, MAX_NAME);
    }

    /** Leaves a note on it. */
    public void note(String text) {
        commit(Optional.of(text("the note", text, Steering.MAX_CHARACTERS)), OptionalInt.empty());
    }

    /** Sets its priority. */
    public void prioritize(int priority) {
        int most = Steering.MAX_PRIORITY;
        if (priority > most || priority < -most) {
            throw new InvalidInputException(
                    "the priority", "was " + priority, "give a whole number between " + -most + " and " + most);
        }
        commit(Optional.empty(), OptionalInt.of(priority));
    }

    private void commit(Optional<String> note, OptionalInt priority) {
        cycle.commit(new Entry.Steered(dossier.id(), note, priority, by));
    }

    /** Secrets go first: what stands in their place may be longer. */
    private static String text(String place, String said, int most) {
        String text = Redaction.ofName(said).strip();
        if (text.isEmpty()) {
            throw new InvalidInputException(place, "is empty", "give a text");
        }
        if (text.length() > most) {
            throw new InvalidInputException(place, "has " + text.length() + " characters", "use at most " + most);
        }
        return text;
    }
}
