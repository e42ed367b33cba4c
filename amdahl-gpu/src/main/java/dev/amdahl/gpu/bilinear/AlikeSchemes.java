package dev.amdahl.gpu.bilinear;

import java.util.Collection;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Schemes of the same rank or of one more that take other numbers of additions, found by a walk: which of them is fast only a device can
 * tell. Stateless, thread-safe.
 */
public final class AlikeSchemes {
    private static final int ROUNDS = 20_000;
    private static final int FLIPS = 50;
    /** One in so many of those that are returned has one multiplication more. */
    private static final int DEARER = 4;

    private AlikeSchemes() {}

    /**
     * Returns those with the fewest coefficients, the given one or what is better first.
     *
     * @param start exact over the integers, with no coefficient but -1, 0 and 1
     * @param count most of them
     */
    public static List<Scheme> of(Scheme start, int count, long seed) {
        if (!start.isExact(Ring.Z)) {
            throw new IllegalArgumentException("not a scheme of " + start.format() + " over the integers");
        }
        Walk walk = new TernaryWalk(start, new Draw(seed));
        TreeMap<Integer, Scheme> alike = new TreeMap<>();
        TreeMap<Integer, Scheme> dearer = new TreeMap<>();
        alike.put(start.coefficients(), start);
        int rank = start.rank();
        for (int round = 0; round < ROUNDS; round++) {
            long made = walk.flip(FLIPS);
            if (walk.rank() < rank) {
                rank = walk.rank();
                alike.clear();
                dearer.clear();
            }
            Scheme found = walk.scheme();
            if (walk.rank() == rank) {
                alike.putIfAbsent(found.coefficients(), found);
            } else if (walk.rank() == rank + 1) {
                dearer.putIfAbsent(found.coefficients(), found);
            }
            if (walk.rank() > rank + 1) {
                walk.jump(alike.firstEntry().getValue());
            } else if (made < FLIPS || round % FLIPS == 0) {
                walk.plus();
            }
        }
        int few = count / DEARER;
        return Stream.concat(first(alike.values(), count - few), first(dearer.values(), few))
                .filter(scheme -> scheme.isExact(Ring.Z))
                .toList();
    }

    private static Stream<Scheme> first(Collection<Scheme> schemes, int count) {
        return schemes.stream().limit(count);
    }
}
