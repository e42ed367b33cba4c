package dev.amdahl.profilers.internal.telemetry;

import java.util.OptionalLong;

/** Takes the values of samples one by one. */
public interface TelemetrySink {

    /**
     * Takes one value, which was measured and is possible.
     *
     * @param nanos the sample's time on the host's own clock, taken as UTC; empty where the file has none
     */
    void value(String device, OptionalLong nanos, Reading reading, double value);
}
