package dev.amdahl.spi.experiment;

import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * How a claim came about, beside its trials: what a fair reading of its p-value needs. What is not known is empty, and the check
 * that needs it does not apply.
 *
 * @param looks how often the trials were looked at before the claim was made
 * @param isAnytimeValid whether the claim rests on evidence that stays valid however often it is looked at
 * @param metrics every metric that was examined, the claimed one included
 * @param isMetricFixed whether the claimed metric was fixed before the first trial
 * @param baselinesAssigned baseline runs that were started, warm-ups excluded
 * @param variantsAssigned variant runs that were started, warm-ups excluded
 * @param claimedLogRatio the claimed log ratio, below 0 for better, where it is another than that of the comparison, such as one
 *     against a stored baseline
 */
public record Conduct(
        OptionalInt looks,
        boolean isAnytimeValid,
        List<String> metrics,
        boolean isMetricFixed,
        OptionalInt baselinesAssigned,
        OptionalInt variantsAssigned,
        OptionalDouble claimedLogRatio) {

    /** Nothing is known. */
    public static final Conduct UNKNOWN = new Conduct(
            OptionalInt.empty(),
            false,
            List.of(),
            false,
            OptionalInt.empty(),
            OptionalInt.empty(),
            OptionalDouble.empty());

    public Conduct {
        metrics = List.copyOf(metrics);
    }

    /** The same, looked at so often. */
    public Conduct looks(int times, boolean anytimeValid) {
        return new Conduct(
                OptionalInt.of(times),
                anytimeValid,
                metrics,
                isMetricFixed,
                baselinesAssigned,
                variantsAssigned,
                claimedLogRatio);
    }

    /** The same with the metrics that were examined. */
    public Conduct metrics(List<String> examined, boolean fixed) {
        return new Conduct(
                looks, isAnytimeValid, examined, fixed, baselinesAssigned, variantsAssigned, claimedLogRatio);
    }

    /** The same with the numbers of runs that were started. */
    public Conduct assigned(int baselines, int variants) {
        return new Conduct(
                looks,
                isAnytimeValid,
                metrics,
                isMetricFixed,
                OptionalInt.of(baselines),
                OptionalInt.of(variants),
                claimedLogRatio);
    }

    /** The same with the effect that is claimed. */
    public Conduct claimed(double logRatio) {
        return new Conduct(
                looks,
                isAnytimeValid,
                metrics,
                isMetricFixed,
                baselinesAssigned,
                variantsAssigned,
                OptionalDouble.of(logRatio));
    }
}
