package dev.amdahl.core.ledger.proof;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.amdahl.core.ledger.event.Event;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * That an event is under a head: its path to a peak that a later event holds, and all events from that one to the head; or, if
 * none was sealed since, all events from the event itself to the head. Holds all that a check needs.
 *
 * @param event the event
 * @param path hashes beside the way from it up to a peak, lowest first
 * @param chain the events from the sealing one, or from the event itself, to the head
 */
public record Proof(Event event, List<String> path, List<Event> chain) {
    /** The kind of event that holds the peaks over all events before it. */
    public static final String SEAL = "Sealed";

    public Proof {
        path = List.copyOf(path);
        chain = List.copyOf(chain);
    }

    /** Returns the hash that the event is proven to be under. */
    public String head() {
        return chain.isEmpty() ? "" : chain.get(chain.size() - 1).hash();
    }

    /** Returns the number of events under that head. */
    public long events() {
        return chain.isEmpty() ? 0 : chain.get(chain.size() - 1).seq();
    }

    /** Returns what is wrong with it; empty if the event is under the head. Needs nothing but this proof. */
    public Optional<String> problem() {
        if (!event.isSound()) {
            return Optional.of("event " + event.seq() + " is not what was written");
        }
        if (chain.isEmpty()) {
            return Optional.of("no event leads to the head");
        }
        for (int i = 0; i < chain.size(); i++) {
            Event link = chain.get(i);
            if (!link.isSound()) {
                return Optional.of("event " + link.seq() + " is not what was written");
            }
            if (i > 0 && !follows(chain.get(i - 1), link)) {
                return Optional.of("event " + link.seq() + " does not follow the event before it");
            }
        }
        Event first = chain.get(0);
        return first.equals(event) && path.isEmpty() ? Optional.empty() : sealProblem(first);
    }

    private static boolean follows(Event before, Event event) {
        return event.seq() == before.seq() + 1 && event.previous().equals(before.hash());
    }

    private Optional<String> sealProblem(Event seal) {
        if (event.seq() < 1 || event.seq() >= seal.seq()) {
            return Optional.of("event " + seal.seq() + " does not seal event " + event.seq());
        }
        try {
            return climb(Seal.peaks(seal)) ? Optional.empty() : Optional.of("the path does not lead to the peak");
        } catch (IllegalArgumentException | JsonProcessingException e) {
            return Optional.of("event " + seal.seq() + " holds no peaks of the events before it");
        }
    }

    private boolean climb(Peaks peaks) {
        long leaf = event.seq() - 1;
        long first = peaks.firstUnderPeakOf(leaf);
        if (path.size() != Long.numberOfTrailingZeros(peaks.width(first))) {
            return false;
        }
        String hash = Hashes.leaf(event.hash());
        long place = leaf - first;
        for (String beside : path) {
            hash = (place & 1) == 0 ? Hashes.node(hash, beside) : Hashes.node(beside, hash);
            place >>= 1;
        }
        return hash.equals(peaks.over(leaf));
    }

    /** Returns the path of a leaf, from the hashes of all events that the peaks stand over. */
    static List<String> path(Peaks peaks, long leaf, List<String> eventHashes) {
        long first = peaks.firstUnderPeakOf(leaf);
        List<String> level = new ArrayList<>();
        for (long i = first; i < first + peaks.width(first); i++) {
            level.add(Hashes.leaf(eventHashes.get((int) i)));
        }
        List<String> path = new ArrayList<>();
        int place = (int) (leaf - first);
        while (level.size() > 1) {
            path.add(level.get(place ^ 1));
            List<String> above = new ArrayList<>();
            for (int i = 0; i < level.size(); i += 2) {
                above.add(Hashes.node(level.get(i), level.get(i + 1)));
            }
            level = above;
            place >>= 1;
        }
        return path;
    }
}
