package dev.amdahl.core.stats.design;

import dev.amdahl.core.internal.stats.Arguments;
import dev.amdahl.core.stats.Summary;
import java.util.Locale;

/**
 * Median wall seconds of the two arms.
 *
 * @param baselineSeconds median of the baseline arm
 * @param variantSeconds median of the variant arm
 */
public record ArmMedians(double baselineSeconds, double variantSeconds) {

    /** @throws IllegalArgumentException if a median is not positive and finite */
    public ArmMedians {
        Arguments.requirePositive("baselineSeconds", baselineSeconds);
        Arguments.requirePositive("variantSeconds", variantSeconds);
    }

    /** Returns the medians of measured wall seconds. */
    public static ArmMedians of(double[] baselineSeconds, double[] variantSeconds) {
        return new ArmMedians(Summary.median(baselineSeconds), Summary.median(variantSeconds));
    }

    @Override
    public String toString() {
        return String.format(Locale.ROOT, "medians: baseline %.3g s, variant %.3g s", baselineSeconds, variantSeconds);
    }

    double shorter() {
        return Math.min(baselineSeconds, variantSeconds);
    }
}
