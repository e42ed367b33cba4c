package dev.amdahl.examples.watch;

import dev.amdahl.core.internal.anomaly.Signal;
import dev.amdahl.profilers.internal.telemetry.Reading;
import dev.amdahl.profilers.internal.telemetry.TelemetrySink;
import dev.amdahl.spi.job.Anomaly.Place;
import java.util.OptionalLong;

/** Samples of devices as telemetry files hold them. Not thread-safe. */
final class TelemetrySamples implements TelemetrySink {
    private final Feed feed;

    TelemetrySamples(Feed feed) {
        this.feed = feed;
    }

    @Override
    public void value(String device, OptionalLong nanos, Reading reading, double value) {
        Signal signal = signal(reading);
        if (signal != Signal.OTHER) {
            int space = device.indexOf(' ');
            boolean hasHost = space > 0 && !device.startsWith("GPU ");
            Place place = new Place(
                    "",
                    hasHost ? device.substring(0, space) : "",
                    hasHost ? device.substring(space + 1) : device,
                    reading.name());
            feed.sample(place, signal, nanos, -1, value);
        }
    }

    private static Signal signal(Reading reading) {
        return switch (reading) {
            case BUSY -> Signal.BUSY;
            case MEMORY_USED -> Signal.MEMORY;
            case CLOCK -> Signal.CLOCK;
            case REQUESTED_CLOCK -> Signal.REQUESTED_CLOCK;
            case THROTTLED -> Signal.THROTTLED;
            case ECC_CORRECTED -> Signal.ECC_CORRECTED;
            case ECC_UNCORRECTED -> Signal.ECC_UNCORRECTED;
            case SM_ACTIVE, TENSOR, DRAM, TEMPERATURE, MEMORY_TOTAL, POWER -> Signal.OTHER;
        };
    }
}
