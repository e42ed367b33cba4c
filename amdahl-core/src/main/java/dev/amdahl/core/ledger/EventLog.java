package dev.amdahl.core.ledger;

import dev.amdahl.core.internal.ledger.store.EventFile;
import dev.amdahl.core.internal.ledger.store.LedgerStore;
import dev.amdahl.core.ledger.entry.Entry;
import dev.amdahl.core.ledger.entry.EntryCodec;
import dev.amdahl.core.ledger.event.Event;
import dev.amdahl.core.ledger.event.LedgerDamagedException;
import dev.amdahl.spi.experiment.Review;
import dev.amdahl.spi.hypothesis.HypothesisState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Reads the event file beside a ledger, while a loop may write it and without opening a database; or a store that is open. Thread-safe. */
public final class EventLog {
    /** Bytes from which more threads save more than they cost. */
    private static final long LARGE = 1 << 20;

    private EventLog() {}

    /**
     * One recorded entry.
     *
     * @param event the link of the chain
     * @param at when
     * @param entry what happened
     */
    public record Recorded(Event event, Instant at, Entry entry) {}

    /**
     * What a person did, as a ledger has it: an answer, a note, a priority, a cancellation, a key. Immutable.
     *
     * @param seq the event
     * @param at when it was recorded
     * @param by who
     * @param subject the id of what it was done to
     * @param said what was done, and why where that was said: untrusted text
     */
    public record Deed(long seq, Instant at, String by, String subject, String said) {
        private static final String CANCELLED = "cancelled by ";

        /** Returns what a person did in that event; empty where it is the loop's own. */
        public static Optional<Deed> of(Recorded recorded) {
            Entry entry = recorded.entry();
            if (entry instanceof Entry.Answered answered) {
                return Optional.of(answer(recorded, answered.review(), answered.isSigned()));
            }
            if (entry instanceof Entry.RecipeAnswered answered) {
                return Optional.of(answer(recorded, answered.review(), answered.isSigned()));
            }
            if (entry instanceof Entry.Steered steered) {
                List<String> said = new ArrayList<>();
                steered.priority().ifPresent(priority -> said.add("priority " + priority));
                steered.note().ifPresent(said::add);
                return Optional.of(deed(recorded, steered.by(), String.join(", ", said)));
            }
            if (entry instanceof Entry.ReviewerAdmitted admitted) {
                return Optional.of(deed(recorded, admitted.name(), "signs with this key from now on"));
            }
            if (entry instanceof Entry.Decided decided && decided.verdict().state() == HypothesisState.CANCELLED) {
                return cancelled(recorded, decided.verdict().reason());
            }
            return Optional.empty();
        }

        private static Deed answer(Recorded recorded, Review review, boolean isSigned) {
            return deed(
                    recorded,
                    review.by(),
                    (review.isApproved() ? "approved" : "declined")
                            + (isSigned ? ", signed: " : ", not signed: ")
                            + review.reason());
        }

        private static Optional<Deed> cancelled(Recorded recorded, String reason) {
            int end = reason.indexOf(": ");
            return reason.startsWith(CANCELLED) && end > CANCELLED.length()
                    ? Optional.of(deed(
                            recorded,
                            reason.substring(CANCELLED.length(), end),
                            "cancelled: " + reason.substring(end + 2)))
                    : Optional.empty();
        }

        private static Deed deed(Recorded recorded, String by, String said) {
            return new Deed(
                    recorded.event().seq(), recorded.at(), by, recorded.event().subject(), said);
        }
    }

    /**
     * Returns all events of a file, in order, the chain checked.
     *
     * @throws LedgerDamagedException naming the first event that is not what was written
     */
    public static List<Recorded> read(Path file) {
        List<Recorded> all = new ArrayList<>();
        forEach(file, all::add);
        return all;
    }

    /** Overload of {@code forEach}: one at a time, on the calling thread; of a large file, others read and decode ahead of it. */
    public static void forEach(Path file, Consumer<Recorded> reader) {
        String place = file.toString();
        if (isLarge(file)) {
            Consumer<Consumer<Event>> checked = taker -> EventFile.forEach(file, taker);
            Consumer<Consumer<Recorded>> decoded =
                    taker -> ReadAhead.forEach("amdahl-events", checked, event -> taker.accept(recorded(place, event)));
            ReadAhead.forEach("amdahl-entries", decoded, reader);
        } else {
            EventFile.forEach(file, event -> reader.accept(recorded(place, event)));
        }
    }

    private static boolean isLarge(Path file) {
        try {
            return Files.size(file) > LARGE && Runtime.getRuntime().availableProcessors() > 1;
        } catch (IOException e) {
            return false;
        }
    }

    /** Returns all events of an open store, in order. */
    static List<Recorded> read(LedgerStore store) {
        List<Recorded> all = new ArrayList<>();
        store.forEachEvent(1, event -> all.add(recorded(store.location().name(), event)));
        return all;
    }

    /**
     * Returns one event with its entry.
     *
     * @param place what an error names
     * @throws LedgerDamagedException if it cannot be read
     */
    public static Recorded recorded(String place, Event event) {
        try {
            return new Recorded(event, event.time(), EntryCodec.entry(event));
        } catch (IllegalArgumentException e) {
            throw new LedgerDamagedException(
                    place,
                    event.seq(),
                    String.valueOf(e.getMessage()),
                    "read it with the version that wrote it, or a later one",
                    e);
        }
    }
}
