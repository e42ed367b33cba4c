package dev.amdahl.spi.experiment;

import dev.amdahl.spi.job.OutputRule;
import java.util.List;
import java.util.OptionalDouble;

/**
 * One collected block: both arms on one allocation, roles revealed.
 *
 * @param key its idempotency key
 * @param set 1 for the first set, 2 and above for confirmations
 * @param index its place within the set, 0 for the discarded warm-up pair
 * @param order which arm ran first
 * @param host where it ran; empty text when unknown
 * @param baseline the arm without the change
 * @param variant the arm with it
 * @param logRatio log(variant / baseline) of the metric, turned so that below 0 the variant is better; empty if an arm failed or the
 *     metric was not measured
 * @param mismatches declared outputs that differ between the arms by their rule
 */
public record Trial(
        String key,
        int set,
        int index,
        Order order,
        String host,
        ArmResult baseline,
        ArmResult variant,
        OptionalDouble logRatio,
        List<OutputRule> mismatches) {

    /** The order of the arms. */
    public enum Order {
        /** The baseline. */
        BASELINE_FIRST,
        /** The variant. */
        VARIANT_FIRST,
        /** Nobody said. */
        UNKNOWN
    }

    public Trial {
        mismatches = List.copyOf(mismatches);
    }

    /** Returns a copy with the order of its arms. */
    public Trial order(Order first) {
        return new Trial(key, set, index, first, host, baseline, variant, logRatio, mismatches);
    }

    /** Returns a copy with other arms, and the same effect. */
    public Trial arms(ArmResult otherBaseline, ArmResult otherVariant) {
        return new Trial(key, set, index, order, host, otherBaseline, otherVariant, logRatio, mismatches);
    }

    /** Returns whether it is the warm-up pair, which no statistic sees. */
    public boolean isWarmUp() {
        return index == 0;
    }
}
