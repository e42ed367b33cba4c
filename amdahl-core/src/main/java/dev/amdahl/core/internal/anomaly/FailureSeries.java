package dev.amdahl.core.internal.anomaly;

import dev.amdahl.spi.job.Anomaly.Place;

/** Failures: a sample other than 0 that differs from the one before is one. Not thread-safe. */
final class FailureSeries extends Series {
    private final AnomalyDetector watcher;
    private double last;

    FailureSeries(Place place, JobState job, AnomalyDetector watcher) {
        super(place, Signal.FAILURE, job, anomaly -> {});
        this.watcher = watcher;
    }

    @Override
    void take(long nanos, long step, double value, boolean afterGap) {
        if (value != 0 && value != last && !Double.isNaN(value)) {
            watcher.failed(place(), nanos, step, place().series() + " " + (long) value);
        }
        last = value;
    }
}
