package dev.amdahl.core.analysis;

import dev.amdahl.core.internal.anomaly.AnomalyDetector;
import dev.amdahl.core.internal.anomaly.Signal;
import dev.amdahl.core.internal.anomaly.WatchPolicy;
import dev.amdahl.spi.job.Anomaly;
import java.util.function.Consumer;

/**
 * Watches the series of running jobs for what goes wrong: diverging losses, slow steps, hangs, idle or throttled devices. Memory is bounded
 * by the number of series. A sample that was not taken must not be given. Not thread-safe.
 */
public final class JobWatch {
    private final AnomalyDetector watcher;

    private JobWatch(Consumer<Anomaly> found) {
        watcher = new AnomalyDetector(WatchPolicy.DEFAULT, found);
    }

    /** Creates a watch that reports each anomaly in the call that shows it. */
    public static JobWatch reportingTo(Consumer<Anomaly> found) {
        return new JobWatch(found);
    }

    /**
     * Registers a series; what it measures follows from its name, such as {@code loss}, {@code step_seconds}, {@code gpu_busy}.
     *
     * @return its number, for {@link #accept}
     */
    public int series(Anomaly.Place place) {
        return watcher.series(place, Signal.of(place.series()));
    }

    /**
     * Takes a sample; those of one job must come in the order of their times.
     *
     * @param series number of the series
     * @param epochNanos time of the sample, nanoseconds since 1970
     * @param step step of the job that it belongs to, -1 if unknown
     */
    public void accept(int series, long epochNanos, long step, double value) {
        watcher.accept(series, epochNanos, step, value);
    }

    /** Tells the time when no sample comes, so that a hang is seen. */
    public void tick(long epochNanos) {
        watcher.tick(epochNanos);
    }
}
