package dev.amdahl.core.testing.simulation;

import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;

/** All chance of one simulation: which faults strike, until they stop, and how often each did. Not thread-safe. */
final class Dice {
    private final SplittableRandom random;
    private final Map<Fault, Integer> struck = new EnumMap<>(Fault.class);
    private final Set<Fault> possible;

    Dice(long seed, Set<Fault> possible) {
        this.random = new SplittableRandom(seed);
        this.possible = possible.isEmpty() ? EnumSet.noneOf(Fault.class) : EnumSet.copyOf(possible);
    }

    boolean strikes(Fault fault) {
        boolean hit = isDrawn(fault);
        if (hit) {
            count(fault);
        }
        return hit;
    }

    /** Overload of {@code isDrawn}: for a fault that is counted only once it has come about. */
    boolean isDrawn(Fault fault) {
        return random.nextDouble() < fault.rate() && possible.contains(fault);
    }

    void count(Fault fault) {
        struck.merge(fault, 1, Integer::sum);
    }

    /** From now on nothing goes wrong. */
    void calm() {
        possible.clear();
    }

    boolean isCalm() {
        return possible.isEmpty();
    }

    boolean chance(double probability) {
        return random.nextDouble() < probability;
    }

    int below(int bound) {
        return random.nextInt(bound);
    }

    Map<Fault, Integer> struck() {
        return Collections.unmodifiableMap(struck);
    }
}
