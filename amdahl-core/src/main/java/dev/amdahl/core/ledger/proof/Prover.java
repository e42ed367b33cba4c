package dev.amdahl.core.ledger.proof;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.amdahl.core.ledger.event.Event;
import dev.amdahl.spi.InvalidInputException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Makes the proof of one event while all events pass by once, in order. Not thread-safe. */
public final class Prover {
    private final long seq;
    private final Optional<String> head;
    private final List<String> hashes = new ArrayList<>();
    private List<Event> chain = new ArrayList<>();
    private @Nullable Event wanted;
    private boolean isOver;

    /**
     * @param seq the event to prove
     * @param head the hash of the last event to look at; empty for the newest
     */
    public Prover(long seq, Optional<String> head) {
        this.seq = seq;
        this.head = head;
    }

    /** The next event. */
    public void see(Event event) {
        if (isOver) {
            return;
        }
        if (event.seq() == seq) {
            wanted = event;
        }
        if (wanted != null) {
            if (event.seq() > seq && Seal.is(event)) {
                chain = new ArrayList<>();
            }
            chain.add(event);
        }
        hashes.add(event.hash());
        isOver = head.isPresent() && event.hash().equals(head.get());
    }

    /**
     * Returns the proof.
     *
     * @throws InvalidInputException if the event or the head was not among those seen
     */
    public Proof proof() {
        if (head.isPresent() && !isOver) {
            throw new InvalidInputException(
                    "head " + head.get(), "is the hash of none of the " + hashes.size() + " events", "check it");
        }
        if (wanted == null) {
            throw new InvalidInputException(
                    "event " + seq, "is not there, the last is " + hashes.size(), "name an event from 1 on");
        }
        Event first = chain.get(0);
        if (first.equals(wanted)) {
            return new Proof(wanted, List.of(), chain);
        }
        try {
            return new Proof(wanted, Proof.path(Seal.peaks(first), seq - 1, hashes), chain);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("event " + first.seq() + " holds no peaks", e);
        }
    }
}
