package dev.amdahl.spi.experiment;

/**
 * Counts of the pairs that were assigned, and of those left out by rules that look neither at the effect nor at the role of an arm. The
 * warm-up pair is in none of the counts.
 *
 * @param assigned pairs that ended, whatever became of them
 * @param baseline left out for the circumstances of the baseline alone
 * @param variant left out for the circumstances of the variant alone
 * @param both left out for the circumstances of both arms
 * @param other left out for no arm in particular, such as a lost run
 */
public record Exclusions(int assigned, int baseline, int variant, int both, int other) {
    /** Nothing was counted. */
    public static final Exclusions NONE = new Exclusions(0, 0, 0, 0, 0);

    public Exclusions {
        if (Math.min(Math.min(assigned, baseline), Math.min(variant, Math.min(both, other))) < 0) {
            throw new IllegalArgumentException("counts are at least 0, was " + assigned + " assigned, " + baseline
                    + " left out for the baseline, " + variant + " for the variant, " + both + " for both, " + other
                    + " for neither");
        }
    }

    /** Pairs that were left out. */
    public int excluded() {
        return baseline + variant + both + other;
    }

    /** Pairs that remain to be analysed. */
    public int analysed() {
        return assigned - excluded();
    }
}
