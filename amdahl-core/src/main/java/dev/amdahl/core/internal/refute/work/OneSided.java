package dev.amdahl.core.internal.refute.work;

/**
 * Whether something befalls the variant more often than the baseline, looked at after each trial. Of what befalls one arm alone, each arm's
 * share is a half if the change has no part in it; the bet that it is the variant, .85 of what is held each time, is then fair, so that it
 * ever grows {@value #BAR}-fold with probability 1 / {@value #BAR} at most (Ville's inequality). Five of five times are beyond chance, eight
 * of nine are. Not thread-safe.
 */
final class OneSided {
    private static final double BET = .85;
    private static final double BAR = 20;

    private int ofVariant;
    private int ofBaseline;
    private double evidence = 1;
    private double largest = 1;

    /** One trial; what befell both arms, or neither, says nothing. */
    void add(boolean isOfVariant, boolean isOfBaseline) {
        if (isOfVariant != isOfBaseline) {
            ofVariant += isOfVariant ? 1 : 0;
            ofBaseline += isOfBaseline ? 1 : 0;
            evidence *= isOfVariant ? 1 + BET : 1 - BET;
            largest = Math.max(largest, evidence);
        }
    }

    boolean isBeyondChance() {
        return largest >= BAR;
    }

    int ofVariant() {
        return ofVariant;
    }

    int ofBaseline() {
        return ofBaseline;
    }
}
