package dev.amdahl.core.internal.anomaly;

import dev.amdahl.spi.job.Anomaly;
import dev.amdahl.spi.job.Anomaly.Kind;
import dev.amdahl.spi.job.Anomaly.Place;
import java.util.Locale;
import java.util.function.Consumer;

/** The busy share of a device that a job holds: doing nothing for long, without a gap in the samples. Not thread-safe. */
final class BusySeries extends Series {
    private final WatchPolicy policy;
    private final DeviceState device;
    private long idleSince;
    private long idleSamples;
    private boolean isReported;

    BusySeries(Place place, JobState job, DeviceState device, WatchPolicy policy, Consumer<Anomaly> found) {
        super(place, Signal.BUSY, job, found);
        this.policy = policy;
        this.device = device;
    }

    @Override
    void take(long nanos, long step, double value, boolean afterGap) {
        if (!(value >= 0 && value <= 1.005)) {
            return;
        }
        device.busy = value;
        device.busyNanos = nanos;
        job().busy(value);
        if (value >= policy.idleBelow()) {
            idleSamples = 0;
            isReported = false;
            return;
        }
        if (idleSamples == 0 || afterGap) {
            idleSince = nanos;
            idleSamples = 0;
        }
        idleSamples++;
        if (!isReported && nanos - idleSince >= policy.idleFor().toNanos()) {
            isReported = true;
            find(
                    Kind.HELD_IDLE,
                    span(idleSince, nanos, idleSamples, -1),
                    new Anomaly.Change(Double.NaN, value),
                    String.format(
                            Locale.ROOT,
                            "under %.0f %% busy for %d minutes",
                            100 * policy.idleBelow(),
                            policy.idleFor().toMinutes()));
        }
    }
}
