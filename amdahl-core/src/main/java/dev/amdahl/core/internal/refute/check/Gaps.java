package dev.amdahl.core.internal.refute.check;

import dev.amdahl.core.internal.stats.Binomial;
import dev.amdahl.spi.experiment.ArmResult;
import dev.amdahl.spi.experiment.Trial;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * The pairs that lack something which job and host do supply. A few that fall on both arms alike are left out, as a reading is lost now and
 * then; where they are many, or fall on one arm, nothing can be told before others are run in their place.
 *
 * @param sample all pairs
 * @param whole those that have it in both arms
 * @param baseline how many lack it in the baseline alone
 * @param variant how many lack it in the variant alone
 */
public record Gaps(Sample sample, List<Trial> whole, int baseline, int variant) {
    private static final double MAX_SHARE = .10;
    private static final int FEW = 2;
    private static final double ALPHA = .05;

    /** Returns what lacks where, by what an arm must have. */
    public static Gaps of(Sample sample, Predicate<ArmResult> has) {
        return of(sample, trial -> !has.test(trial.baseline()), trial -> !has.test(trial.variant()));
    }

    /** Returns what lacks where, by how it is told of a pair that its baseline, or its variant, lacks it. */
    public static Gaps of(Sample sample, Predicate<Trial> baselineLacks, Predicate<Trial> variantLacks) {
        int baseline = 0;
        int variant = 0;
        List<Trial> whole = new ArrayList<>();
        for (Trial trial : sample.pairs()) {
            boolean isBaseline = baselineLacks.test(trial);
            boolean isVariant = variantLacks.test(trial);
            baseline += isBaseline && !isVariant ? 1 : 0;
            variant += isVariant && !isBaseline ? 1 : 0;
            if (!isBaseline && !isVariant) {
                whole.add(trial);
            }
        }
        return new Gaps(sample, List.copyOf(whole), baseline, variant);
    }

    /** Returns how many pairs lack it. */
    public int count() {
        return sample.size() - whole.size();
    }

    /** Returns whether they may be left out: at most one in ten, or two, and as often for either arm. */
    public boolean isSmall() {
        int oneSided = baseline + variant;
        return count() <= Math.max(FEW, MAX_SHARE * sample.size())
                && (oneSided == 0 || Binomial.twoSided(baseline, oneSided, .5) >= ALPHA);
    }

    /**
     * Examines the pairs that have it, or says that it is missing.
     *
     * @param what is lacking, in words
     */
    public Finding examine(Check check, String what, Function<Sample, Finding> examine) {
        if (count() == 0) {
            return examine.apply(sample);
        }
        return isSmall()
                ? examine.apply(sample.of(whole))
                : Finding.missing(
                        check.name() + ": " + what + " is missing from " + count() + " of " + sample.size()
                                + " pairs although it can be supplied",
                        Math.max(count(), (int) Math.ceil(count() / MAX_SHARE) - sample.size()));
    }
}
