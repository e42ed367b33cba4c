package dev.amdahl.spi.experiment;

/**
 * Counts of the pairs left out because their arms succeeded with different outputs, but agreed when repeated on the same seed, by the arm
 * that differed.
 *
 * @param variant those in which it was the variant
 * @param baseline those in which it was the baseline, or nobody that can be told
 */
public record Wavering(int variant, int baseline) {
    /** Nothing wavers. */
    public static final Wavering NONE = new Wavering(0, 0);

    public Wavering {
        if (Math.min(variant, baseline) < 0) {
            throw new IllegalArgumentException(
                    "counts are at least 0, was " + variant + " of the variant, " + baseline + " of the baseline");
        }
    }
}
