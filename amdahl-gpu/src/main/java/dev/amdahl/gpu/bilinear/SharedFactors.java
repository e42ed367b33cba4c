package dev.amdahl.gpu.bilinear;

import java.util.Arrays;

/**
 * Which factors of a scheme occur more than once. A place is {@code mode * stride + term}. Places are filed by a hash of their factor, in
 * rings; those that are not alone in their file are listed, so that one is drawn at the same cost however few there are, and a change
 * costs the same however many terms there are. Two unlike factors may share a file: whoever draws compares them. Not thread-safe.
 */
final class SharedFactors {
    private static final int MODES = 3;
    private static final int FILE_BITS = 9;
    private static final long GOLDEN = 0x9E3779B97F4A7C15L;
    private static final int NONE = -1;

    private final int shift;
    private final int end;
    /** By file: one place of its ring, or none. */
    private final int[] files = new int[MODES << FILE_BITS];
    /** By place. */
    private final int[] fileOf;

    private final int[] next;
    private final int[] previous;
    /** By place: where it is listed, or nowhere. */
    private final int[] listing;

    private final int[] listed;
    private int count;

    /** For schemes of up to so many terms. */
    SharedFactors(int terms) {
        shift = Integer.SIZE - Integer.numberOfLeadingZeros(Math.max(terms, 2) - 1);
        end = MODES << shift;
        fileOf = new int[end];
        next = new int[end];
        previous = new int[end];
        listing = new int[end];
        listed = new int[end];
        clear();
    }

    /** Places of one mode. */
    int stride() {
        return 1 << shift;
    }

    /** Returns the same term in the next mode; the first follows the last. */
    int turn(int place) {
        int turned = place + (1 << shift);
        return turned < end ? turned : turned - end;
    }

    /** Returns the term of a place. */
    int term(int place) {
        return place & ((1 << shift) - 1);
    }

    void clear() {
        Arrays.fill(files, NONE);
        Arrays.fill(listing, NONE);
        count = 0;
    }

    /** Places that share a file. */
    int count() {
        return count;
    }

    /** Returns one of them. */
    int draw(long bits) {
        return listed[(int) (((bits >>> 32) * count) >>> 32)];
    }

    /** Another of its file. */
    int partner(int place, long bits) {
        return (bits & 1) == 0 ? next[place] : previous[place];
    }

    /** Returns the file of a factor among those of its mode. */
    static int file(long factor) {
        return (int) ((factor * GOLDEN) >>> (Long.SIZE - FILE_BITS));
    }

    /** Files a place under a factor. */
    void enter(int place, long factor) {
        int to = (place >>> shift << FILE_BITS) | file(factor);
        fileOf[place] = to;
        int head = files[to];
        if (head == NONE) {
            files[to] = place;
            next[place] = place;
            previous[place] = place;
            return;
        }
        int last = previous[head];
        if (last == head) {
            list(head);
        }
        list(place);
        next[place] = head;
        previous[place] = last;
        next[last] = place;
        previous[head] = place;
    }

    /** Takes a place out of its file. */
    void leave(int place) {
        int after = next[place];
        if (after == place) {
            files[fileOf[place]] = NONE;
            return;
        }
        int before = previous[place];
        next[before] = after;
        previous[after] = before;
        files[fileOf[place]] = after;
        unlist(place);
        if (before == after) {
            unlist(after);
        }
    }

    private void list(int place) {
        listing[place] = count;
        listed[count++] = place;
    }

    private void unlist(int place) {
        int at = listing[place];
        int last = listed[--count];
        listed[at] = last;
        listing[last] = at;
        listing[place] = NONE;
    }
}
