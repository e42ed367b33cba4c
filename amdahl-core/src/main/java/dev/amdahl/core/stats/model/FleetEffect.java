package dev.amdahl.core.stats.model;

import dev.amdahl.core.stats.Arguments;
import dev.amdahl.core.stats.Interval;
import dev.amdahl.core.stats.Normal;
import java.util.Optional;

/**
 * What one change saves on several jobs: the hours of each times its effect, with what may be said of jobs in general.
 *
 * @param saved accelerator-hours saved in all, negative where the change costs more
 * @param interval of those hours; covers these jobs only
 * @param pooled the combined effect; empty under {@value #MIN_JOBS} jobs, where each job stands for itself
 */
public record FleetEffect(double saved, Interval interval, Optional<RandomEffects> pooled) {

    /** Below so many jobs no pooled claim is made. */
    public static final int MIN_JOBS = 4;

    /**
     * Adds up hours · (1 - ratio) over independent jobs, its variance by the delta method; the pooled effect is by
     * DerSimonian and Laird with the interval of Hartung and Knapp.
     *
     * @param hours accelerator-hours of each job without the change
     * @param logRatios log(variant / baseline) of each job's hours
     * @param variances squared standard errors of the log ratios
     * @throws IllegalArgumentException if there is no job, lengths differ, or hours or variances are not positive
     */
    public static FleetEffect of(double[] hours, double[] logRatios, double[] variances, double confidence) {
        Arguments.requireNonEmpty("logRatios", logRatios);
        RandomEffects.requireVariances(logRatios, variances);
        if (hours.length != logRatios.length) {
            throw new IllegalArgumentException(
                    "hours must hold as many values as logRatios, " + logRatios.length + ", held " + hours.length);
        }
        double saved = 0;
        double variance = 0;
        for (int i = 0; i < hours.length; i++) {
            Arguments.requirePositive("hours[" + i + "]", hours[i]);
            double left = hours[i] * Math.exp(logRatios[i]);
            saved += hours[i] - left;
            variance += left * left * variances[i];
        }
        Arguments.requireFinite("the sum of the hours saved", saved);
        double reach = -Normal.quantile((1 - Arguments.requireProbability("confidence", confidence)) / 2)
                * Math.sqrt(variance);
        return new FleetEffect(
                saved,
                new Interval(saved - reach, saved + reach, confidence),
                hours.length < MIN_JOBS
                        ? Optional.empty()
                        : Optional.of(RandomEffects.derSimonianLaird(logRatios, variances, confidence)));
    }
}
