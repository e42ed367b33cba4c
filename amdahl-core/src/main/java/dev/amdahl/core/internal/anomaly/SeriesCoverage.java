package dev.amdahl.core.internal.anomaly;

import dev.amdahl.spi.job.Anomaly.Place;

/**
 * What a series held.
 *
 * @param gaps stretches of more than three times the usual time between samples
 * @param seconds from the first sample to the last
 * @param unknownSeconds of them that lie in gaps
 */
public record SeriesCoverage(
        Place place, Signal signal, long samples, long gaps, double seconds, double unknownSeconds) {}
