package dev.amdahl.core.internal.timeline;

import dev.amdahl.spi.hypothesis.Account;
import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.hypothesis.Diagnosis;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * Amdahl's figures: S = 1 / sum(f_i / s_i), ceiling 1 / (1 - f), partial removal 1 / (1 - sum f_i r_i). Shares are exposed
 * shares that add up to at most 1. After G. M. Amdahl, AFIPS 1967.
 */
public final class Ceilings {
    private Ceilings() {}

    /**
     * Speed-up of the whole when each stage gets its own factor; an infinite factor removes the stage. What the shares leave
     * over keeps its time.
     */
    public static double speedup(double[] shares, double[] factors) {
        double left = 0;
        double sum = 0;
        for (int i = 0; i < shares.length; i++) {
            if (!(factors[i] > 0)) {
                throw new IllegalArgumentException("speed-up of stage " + i + " must be > 0, was " + factors[i]);
            }
            sum += share(shares[i]);
            left += shares[i] / factors[i];
        }
        return reciprocal(left + (1 - share(sum)));
    }

    /** Speed-up of the whole when a stage vanishes; infinite at share 1. */
    public static double ceiling(double share) {
        return reciprocal(1 - share(share));
    }

    /**
     * Returns whether ceilings can be told: the diagnosis explains itself, and not by the mere fact that a processor was busy, which may
     * have been with work of any class.
     */
    public static boolean areTold(Diagnosis diagnosis) {
        return diagnosis.isExplained() && !isOnlyBusy(diagnosis);
    }

    /** Returns whether all that is known of most of the time is that a processor was busy. */
    public static boolean isOnlyBusy(Diagnosis diagnosis) {
        List<Bottleneck> seen = diagnosis.accounts().stream()
                .filter(account -> account.wallSeconds() > 0)
                .map(Account::bottleneck)
                .toList();
        return seen.contains(Bottleneck.HOST_SERIAL)
                && seen.stream()
                        .noneMatch(one -> one.kind() == Bottleneck.Kind.WORK || one.kind() == Bottleneck.Kind.RELABEL);
    }

    /** Returns each class of loss of a diagnosis once, alone, largest accelerator-hour ceiling first, then largest wall ceiling. */
    public static List<ClassCeiling> of(Diagnosis diagnosis) {
        return diagnosis.accounts().stream()
                .map(Account::bottleneck)
                .distinct()
                .filter(Ceilings::isLoss)
                .map(bottleneck -> combined(diagnosis, Set.of(bottleneck)))
                .sorted(Comparator.comparingDouble(ClassCeiling::acceleratorCeiling)
                        .thenComparingDouble(ClassCeiling::wallCeiling)
                        .reversed())
                .toList();
    }

    /** Returns the losses of {@link #of(Diagnosis)} taken together from the largest on: the first, the first two, and so on to all. */
    public static List<ClassCeiling> cumulative(Diagnosis diagnosis) {
        List<ClassCeiling> result = new ArrayList<>();
        Set<Bottleneck> together = EnumSet.noneOf(Bottleneck.class);
        for (ClassCeiling one : of(diagnosis)) {
            together.addAll(one.classes());
            result.add(combined(diagnosis, together));
        }
        return List.copyOf(result);
    }

    /** Classes taken together; shares of a diagnosis without seconds are 0. */
    public static ClassCeiling combined(Diagnosis diagnosis, Set<Bottleneck> classes) {
        double accelerator = diagnosis.acceleratorShare(classes).orElse(0);
        double wall = diagnosis.wallShare(classes).orElse(0);
        return new ClassCeiling(
                classes,
                accelerator * diagnosis.acceleratorSeconds(),
                accelerator,
                wall,
                ceiling(accelerator),
                ceiling(wall));
    }

    private static boolean isLoss(Bottleneck bottleneck) {
        return bottleneck.kind() != Bottleneck.Kind.WORK && bottleneck.kind() != Bottleneck.Kind.UNKNOWN;
    }

    private static double share(double value) {
        if (!(value >= 0 && value <= 1 + 1e-9)) {
            throw new IllegalArgumentException("share must lie in [0, 1], was " + value);
        }
        return Math.min(1, value);
    }

    private static double reciprocal(double left) {
        return left <= 0 ? Double.POSITIVE_INFINITY : 1 / left;
    }
}
