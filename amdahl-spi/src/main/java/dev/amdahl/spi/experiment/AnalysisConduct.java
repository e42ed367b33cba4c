package dev.amdahl.spi.experiment;

import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * The conduct of the analysis behind a claim, needed to read its p-value fairly. Unknown parts are empty, and a check that needs them does
 * not apply.
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
public record AnalysisConduct(
        OptionalInt looks,
        boolean isAnytimeValid,
        List<String> metrics,
        boolean isMetricFixed,
        OptionalInt baselinesAssigned,
        OptionalInt variantsAssigned,
        OptionalDouble claimedLogRatio) {

    /** Nothing is known. */
    public static final AnalysisConduct UNKNOWN = new AnalysisConduct(
            OptionalInt.empty(),
            false,
            List.of(),
            false,
            OptionalInt.empty(),
            OptionalInt.empty(),
            OptionalDouble.empty());

    public AnalysisConduct {
        metrics = List.copyOf(metrics);
    }

    /** Returns the same, looked at so often. */
    public AnalysisConduct looks(int times, boolean anytimeValid) {
        return new AnalysisConduct(
                OptionalInt.of(times),
                anytimeValid,
                metrics,
                isMetricFixed,
                baselinesAssigned,
                variantsAssigned,
                claimedLogRatio);
    }

    /** Returns the same with the metrics that were examined. */
    public AnalysisConduct metrics(List<String> examined, boolean fixed) {
        return new AnalysisConduct(
                looks, isAnytimeValid, examined, fixed, baselinesAssigned, variantsAssigned, claimedLogRatio);
    }

    /** The same with the numbers of runs that were started. */
    public AnalysisConduct assigned(int baselines, int variants) {
        return new AnalysisConduct(
                looks,
                isAnytimeValid,
                metrics,
                isMetricFixed,
                OptionalInt.of(baselines),
                OptionalInt.of(variants),
                claimedLogRatio);
    }

    /** Returns the same with the effect that is claimed. */
    public AnalysisConduct claimed(double logRatio) {
        return new AnalysisConduct(
                looks,
                isAnytimeValid,
                metrics,
                isMetricFixed,
                baselinesAssigned,
                variantsAssigned,
                OptionalDouble.of(logRatio));
    }
}
