package dev.amdahl.core.ledger.proof;

import java.util.ArrayList;
import java.util.List;

/**
 * The roots of the perfect binary trees over the hashes of all events so far, the largest first: one per bit of their number, so
 * that a million events have at most twenty.
 *
 * @param leaves how many events
 * @param hashes the roots
 */
public record Peaks(long leaves, List<String> hashes) {
    /** Over no event. */
    public static final Peaks EMPTY = new Peaks(0, List.of());

    /**
     * @throws IllegalArgumentException if that many leaves do not have that many peaks
     */
    public Peaks {
        hashes = List.copyOf(hashes);
        if (hashes.size() != Long.bitCount(leaves)) {
            throw new IllegalArgumentException(
                    leaves + " events have " + Long.bitCount(leaves) + " peaks, not " + hashes.size());
        }
    }

    /** With one more event, by its hash. */
    public Peaks plus(String eventHash) {
        List<String> next = new ArrayList<>(hashes);
        String root = Hashes.leaf(eventHash);
        for (long rest = leaves; (rest & 1) == 1; rest >>= 1) {
            root = Hashes.node(next.remove(next.size() - 1), root);
        }
        next.add(root);
        return new Peaks(leaves + 1, next);
    }

    /** Returns the number of the first leaf under the peak that stands over a leaf, counted from 0. */
    long firstUnderPeakOf(long leaf) {
        long first = 0;
        while (leaf >= first + width(first)) {
            first += width(first);
        }
        return first;
    }

    /** Returns how many leaves stand under the peak whose first leaf this is. */
    long width(long first) {
        return Long.highestOneBit(leaves - first);
    }

    /** Returns the peak over a leaf. */
    String over(long leaf) {
        return hashes.get(Long.bitCount(firstUnderPeakOf(leaf)));
    }
}
