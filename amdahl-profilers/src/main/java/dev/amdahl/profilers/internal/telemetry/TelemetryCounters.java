package dev.amdahl.profilers.internal.telemetry;

import dev.amdahl.spi.Plurals;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * Counters of a set of samples:
 *
 * <ul>
 *   <li>{@code device_busy_fraction}: mean of the busy share over samples and devices.
 *   <li>{@code sm_active_frac, tensor_util, dram_util}: while the device is busy, that is the sum of the value over the sum of the
 *       busy share of the same samples; without a busy share the mean of all samples.
 *   <li>{@code gpu_temp_c}: the highest. {@code hbm_used_frac}: the largest share of a device's memory in use.
 *   <li>{@code clock_cv}: standard deviation over mean of the clock of one device in samples at least 5 % busy; the largest.
 *   <li>{@code throttle_frac}: share of the samples with a reason and a clock below the requested one; where no requested clock is
 *       given, with a reason.
 *   <li>{@code gpu_util_p5, gpu_util_p95, gpu_util_samples}: percentiles of the busy share and number of samples, each of the device where
 *       it is least; of devices with at least 20 samples.
 *   <li>{@code device_power_watts, device_power_watts_max}; {@code idle_minutes_allocated}: the longest stretch of one device in
 *       which every sample is less than 5 % busy, with times only.
 * </ul>
 *
 * Each is there only if it was measured. Not thread-safe, used once.
 */
final class TelemetryCounters {
    private static final double IDLE = .05;
    private static final double UNDER_USED = .7;
    private static final double FLUCTUATES = .1;

    private final Samples samples;
    private final Map<String, Double> counters = new TreeMap<>();
    private final List<String> findings = new ArrayList<>();

    TelemetryCounters(Samples samples) {
        this.samples = samples;
        measure();
    }

    Map<String, Double> counters() {
        return counters;
    }

    List<String> findings() {
        return findings;
    }

    private void measure() {
        counters.put("telemetry_samples", (double) samples.size());
        counters.put("telemetry_devices", (double) samples.devices().size());
        long span = devices().stream().mapToLong(DeviceSamples::spanNanos).max().orElse(0);
        if (span > 0) {
            counters.put("telemetry_seconds", span / 1e9);
        }
        mean(Reading.BUSY, "device_busy_fraction");
        mean(Reading.POWER, "device_power_watts");
        whileBusy(Reading.SM_ACTIVE, "sm_active_frac");
        whileBusy(Reading.TENSOR, "tensor_util");
        whileBusy(Reading.DRAM, "dram_util");
        largest(Reading.TEMPERATURE, "gpu_temp_c");
        largest(Reading.POWER, "device_power_watts_max");
        memory();
        clocks();
        throttling();
        idleStretch();
        utilisation();
        samples.leftOut().forEach((what, count) -> findings.add("left out " + what + ": " + Plurals.grouped(count)));
        int gaps = devices().stream().mapToInt(DeviceSamples::gaps).sum();
        if (gaps > 0) {
            findings.add(Plurals.of(gaps, "gap")
                    + " between samples, longer than three times the usual: each counts as three samples");
        }
        if (devices().stream().noneMatch(DeviceSamples::isTimed)) {
            findings.add("no rising times: every sample counts alike");
        }
    }

    private List<DeviceSamples> devices() {
        return List.copyOf(samples.devices().values());
    }

    private void mean(Reading reading, String name) {
        ratio(name, reading, false);
    }

    private void whileBusy(Reading reading, String name) {
        boolean busy = devices().stream().anyMatch(device -> device.has(Reading.BUSY));
        ratio(name, reading, busy);
        if (!busy && counters.containsKey(name)) {
            findings.add(name + " is the mean of all samples, idle ones too: the file has no busy share");
        }
    }

    private void ratio(String name, Reading reading, boolean overBusy) {
        double sum = 0;
        double weight = 0;
        for (DeviceSamples device : devices()) {
            double[] weights = device.weights();
            for (int i = 0; i < device.size(); i++) {
                double value = device.value(reading, i);
                double of = overBusy ? device.value(Reading.BUSY, i) : 1;
                if (!Double.isNaN(value) && !Double.isNaN(of)) {
                    sum += weights[i] * value;
                    weight += weights[i] * of;
                }
            }
        }
        if (!(weight > 0)) {
            return;
        }
        double result = sum / weight;
        if (overBusy && result > 1.005) {
            findings.add(name + " would be more than 1 of the busy time and was left out");
        } else {
            counters.put(name, overBusy ? Math.min(1, result) : result);
        }
    }

    private void largest(Reading reading, String name) {
        double largest = Double.NEGATIVE_INFINITY;
        for (DeviceSamples device : devices()) {
            for (int i = 0; i < device.size(); i++) {
                double value = device.value(reading, i);
                largest = Double.isNaN(value) ? largest : Math.max(largest, value);
            }
        }
        if (Double.isFinite(largest)) {
            counters.put(name, largest);
        }
    }

    private void memory() {
        double largest = Double.NaN;
        for (DeviceSamples device : devices()) {
            for (int i = 0; i < device.size(); i++) {
                double share = device.value(Reading.MEMORY_USED, i) / device.value(Reading.MEMORY_TOTAL, i);
                if (share >= 0 && share <= 1) {
                    largest = Double.isNaN(largest) ? share : Math.max(largest, share);
                }
            }
        }
        if (!Double.isNaN(largest)) {
            counters.put("hbm_used_frac", largest);
        }
    }

    private void clocks() {
        double largest = Double.NaN;
        for (DeviceSamples device : devices()) {
            double count = 0;
            double mean = 0;
            double squares = 0;
            for (int i = 0; i < device.size(); i++) {
                double clock = device.value(Reading.CLOCK, i);
                if (!Double.isNaN(clock) && !(device.value(Reading.BUSY, i) < IDLE)) {
                    count++;
                    double step = clock - mean;
                    mean += step / count;
                    squares += step * (clock - mean);
                }
            }
            if (count > 1 && mean > 0) {
                double variation = Math.sqrt(squares / (count - 1)) / mean;
                largest = Double.isNaN(largest) ? variation : Math.max(largest, variation);
            }
        }
        if (!Double.isNaN(largest)) {
            counters.put("clock_cv", largest);
        }
    }

    private void throttling() {
        double throttled = 0;
        double weight = 0;
        boolean byReason = false;
        for (DeviceSamples device : devices()) {
            double[] weights = device.weights();
            for (int i = 0; i < device.size(); i++) {
                double reason = device.value(Reading.THROTTLED, i);
                if (Double.isNaN(reason)) {
                    continue;
                }
                double clock = device.value(Reading.CLOCK, i);
                double requested = device.value(Reading.REQUESTED_CLOCK, i);
                boolean known = !Double.isNaN(clock) && !Double.isNaN(requested);
                byReason |= !known && reason > 0;
                throttled += known && clock >= requested ? 0 : weights[i] * Math.min(1, reason);
                weight += weights[i];
            }
        }
        if (weight > 0) {
            counters.put("throttle_frac", throttled / weight);
        }
        if (byReason) {
            findings.add("throttle_frac counts samples with a reason: the requested clock is not in the file");
        }
    }

    private void idleStretch() {
        double longest = -1;
        for (DeviceSamples device : devices()) {
            if (!device.isTimed() || !device.has(Reading.BUSY)) {
                continue;
            }
            longest = Math.max(longest, 0);
            long stretch = 0;
            for (int i = 1; i < device.size(); i++) {
                boolean idle = device.value(Reading.BUSY, i) < IDLE && device.value(Reading.BUSY, i - 1) < IDLE;
                stretch = idle ? stretch + device.intervalNanos(i) : 0;
                longest = Math.max(longest, stretch / 60e9);
            }
        }
        if (longest >= 0) {
            counters.put("idle_minutes_allocated", longest);
        }
    }

    private void utilisation() {
        for (DeviceSamples device : devices()) {
            double[] busy = new double[device.size()];
            int count = 0;
            for (int i = 0; i < device.size(); i++) {
                double value = device.value(Reading.BUSY, i);
                if (!Double.isNaN(value)) {
                    busy[count++] = value;
                }
            }
            if (count < 20) {
                continue;
            }
            Arrays.sort(busy, 0, count);
            double low = busy[(int) (.05 * (count - 1))];
            double high = busy[(int) (.95 * (count - 1))];
            counters.merge("gpu_util_p5", low, Math::min);
            counters.merge("gpu_util_p95", high, Math::min);
            counters.merge("gpu_util_samples", (double) count, Math::min);
            if (findings.size() > 20) {
                continue;
            }
            if (high < UNDER_USED) {
                findings.add(words("device %s: 95 %% of the samples are at most %.0f %% busy", device, high));
            } else if (low < FLUCTUATES) {
                findings.add(words(
                        "device %s: busy share fluctuates, 5 %% of the samples are at most %.0f %%", device, low));
            }
        }
    }

    private static String words(String format, DeviceSamples device, double share) {
        return String.format(Locale.ROOT, format, device.name(), 100 * share);
    }
}
