package dev.amdahl.core.internal.anomaly;

import dev.amdahl.spi.job.Anomaly;
import dev.amdahl.spi.job.Anomaly.Kind;
import dev.amdahl.spi.job.Anomaly.Place;
import java.util.Locale;
import java.util.function.Consumer;

/**
 * Reasons for a lower clock, the clock, or the clock that was asked for: throttled once it is so for most of the last samples while
 * the device works. A reason with the clock as asked for takes nothing away. Not thread-safe.
 */
final class ThrottleSeries extends Series {
    private final Signal signal;
    private final DeviceState device;

    ThrottleSeries(Place place, Signal signal, JobState job, DeviceState device, Consumer<Anomaly> found) {
        super(place, signal, job, found);
        this.signal = signal;
        this.device = device;
        device.hasReasons |= signal == Signal.THROTTLED;
    }

    @Override
    void take(long nanos, long step, double value, boolean afterGap) {
        if (!(value >= 0 && value < Double.POSITIVE_INFINITY)) {
            return;
        }
        boolean begins = false;
        switch (signal) {
            case THROTTLED -> begins = device.reason(nanos, value);
            case CLOCK -> {
                device.clock = value;
                begins = device.clock(nanos);
            }
            default -> device.requestedClock = value;
        }
        if (device.isThrottled()) {
            job().throttledNanos = nanos;
        }
        if (begins) {
            boolean known = device.clock > 0 && device.requestedClock > 0;
            find(
                    Kind.THROTTLED,
                    span(device.throttledSince, nanos, device.throttledSamples, -1),
                    new Anomaly.Change(device.requestedClock, device.clock),
                    known
                            ? String.format(
                                    Locale.ROOT,
                                    "clock %.0f MHz instead of the requested %.0f",
                                    device.clock,
                                    device.requestedClock)
                            : "the driver gives a reason for a lower clock");
        }
    }
}
