package dev.amdahl.core.internal.anomaly;

import dev.amdahl.spi.job.Anomaly;
import dev.amdahl.spi.job.Anomaly.Place;
import java.util.function.Consumer;

/** Numbers of finished steps. Not thread-safe. */
final class StepSeries extends Series {
    StepSeries(Place place, JobState job, Consumer<Anomaly> found) {
        super(place, Signal.STEP, job, found);
    }

    @Override
    void take(long nanos, long step, double value, boolean afterGap) {
        if (value >= 0 && value < 0x1p53) {
            job().progress(nanos, (long) value);
        }
    }
}
