package dev.amdahl.profilers.internal.telemetry;

import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;

/** Hands samples on and keeps of each device the time of its newest one alone. Not thread-safe. */
final class StreamedSamples implements SampleSink {
    private static final int MAX_DEVICES = 4_096;

    private final TelemetrySink sink;
    private final Map<String, OptionalLong> times = new HashMap<>();

    StreamedSamples(TelemetrySink sink) {
        this.sink = sink;
    }

    @Override
    public boolean begin(String device, long timeNanos) {
        if (times.size() == MAX_DEVICES && !times.containsKey(device)) {
            return false;
        }
        times.put(device, timeNanos == DeviceSamples.NO_TIME ? OptionalLong.empty() : OptionalLong.of(timeNanos));
        return true;
    }

    @Override
    public void put(String device, Reading reading, double value) {
        if (!Double.isNaN(value) && reading.isPossible(value)) {
            sink.value(device, times.getOrDefault(device, OptionalLong.empty()), reading, value);
        }
    }

    @Override
    public void leaveOut(String what) {}
}
