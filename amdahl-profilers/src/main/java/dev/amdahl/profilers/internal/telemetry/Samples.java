package dev.amdahl.profilers.internal.telemetry;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/** The samples of each device, in the order of the file. Not thread-safe. */
final class Samples implements SampleSink {
    private static final int MAX_DEVICES = 4_096;
    private static final int MAX_SAMPLES = 1_000_000;

    private final Map<String, DeviceSamples> devices = new LinkedHashMap<>();
    private final Map<String, Long> leftOut = new TreeMap<>();
    private int size;

    @Override
    public boolean begin(String device, long timeNanos) {
        if (size == MAX_SAMPLES || (devices.size() == MAX_DEVICES && !devices.containsKey(device))) {
            return false;
        }
        size++;
        devices.computeIfAbsent(device, DeviceSamples::new).begin(timeNanos);
        return true;
    }

    @Override
    public void put(String device, Reading reading, double value) {
        DeviceSamples samples = devices.get(device);
        if (samples == null || Double.isNaN(value)) {
            return;
        }
        if (reading.isPossible(value)) {
            samples.put(reading, value);
        } else {
            leaveOut("impossible values of " + reading);
        }
    }

    @Override
    public void leaveOut(String what) {
        if (leftOut.size() < 20 || leftOut.containsKey(what)) {
            leftOut.merge(what, 1L, Long::sum);
        }
    }

    Map<String, DeviceSamples> devices() {
        return devices;
    }

    Map<String, Long> leftOut() {
        return leftOut;
    }

    int size() {
        return size;
    }

    /** Returns how many it can hold. */
    static String room() {
        return MAX_SAMPLES + " samples of " + MAX_DEVICES + " devices";
    }
}
