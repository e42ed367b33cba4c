package dev.amdahl.core.internal.fleet.prometheus;

import dev.amdahl.spi.InvalidInputException;
import java.util.Arrays;
import java.util.List;

/**
 * A metric that says which part of the time an accelerator worked.
 *
 * @param name in Prometheus
 * @param factor from its unit to a fraction: 1, or .01 for per cent
 */
record ActivityMetric(String name, double factor) {
    static final String DEFAULTS = "DCGM_FI_PROF_GR_ENGINE_ACTIVE,DCGM_FI_PROF_SM_ACTIVE,DCGM_FI_DEV_GPU_UTIL:percent";

    private static final String NAME = "[a-zA-Z_:][a-zA-Z0-9_:]*";
    private static final double ROUNDING = 1.005;

    /** Reads {@code NAME[:fraction|:percent],...}, the best first. */
    static List<ActivityMetric> parse(String text) {
        return Arrays.stream(text.split(",", -1))
                .map(String::strip)
                .map(ActivityMetric::one)
                .toList();
    }

    private static ActivityMetric one(String text) {
        boolean percent = text.endsWith(":percent");
        String name = text.replaceFirst(":(percent|fraction)$", "");
        if (!name.matches(NAME)) {
            throw new InvalidInputException(
                    "fleet source 'prometheus'",
                    "the setting 'activity' holds '" + text + "'",
                    "write NAME, NAME:fraction or NAME:percent, with commas between");
        }
        return new ActivityMetric(name, percent ? .01 : 1);
    }

    /** Returns the fraction of a mean in the metric's own unit, NaN where that is impossible: a blank of DCGM, NaN, infinite. */
    double fraction(double mean) {
        double fraction = mean * factor;
        return fraction >= 0 && fraction <= ROUNDING ? Math.min(1, fraction) : Double.NaN;
    }
}
