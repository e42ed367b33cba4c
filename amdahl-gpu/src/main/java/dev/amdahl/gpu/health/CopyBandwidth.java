package dev.amdahl.gpu.health;

import dev.amdahl.gpu.ComputeBackend;
import dev.amdahl.gpu.DeviceBuffer;
import dev.amdahl.gpu.DeviceRates;
import dev.amdahl.gpu.ElementType;
import dev.amdahl.gpu.PinnedWords;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * How fast bytes move: within the device (read and written), from the host and to it, through ordinary host arrays. A figure for the
 * comparison with others of its kind; what comes back must be what was sent.
 *
 * @param bytes of one copy within the device, at least 8
 * @param repetitions timed copies, of which the median counts, at least 1
 */
public record CopyBandwidth(long bytes, int repetitions) implements HealthCheck {
    static final String NAME = "copy";

    private static final int MAX_HOST_WORDS = 8 << 20;
    private static final double NANOS = 1e-9;

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public CheckResult run(ComputeBackend device) {
        double within = DeviceRates.copy(device, bytes, repetitions).perSecond();
        int words = (int) Math.min(MAX_HOST_WORDS, bytes / Long.BYTES);
        long[] sent = new long[words];
        Arrays.setAll(sent, i -> i * 0x9E3779B97F4A7C15L);
        long[] received = new long[words];
        double[] up = new double[repetitions];
        double[] down = new double[repetitions];
        try (DeviceBuffer<long[]> buffer = device.allocate(ElementType.INT64, words)) {
            for (int i = 0; i < repetitions; i++) {
                long start = System.nanoTime();
                buffer.upload(sent);
                device.synchronize();
                long middle = System.nanoTime();
                buffer.download(0, received, 0, words);
                up[i] = (middle - start) * NANOS;
                down[i] = (System.nanoTime() - middle) * NANOS;
            }
        }
        Map<String, Double> figures = new HashMap<>(Map.of(
                "copy_bytes_per_second", within,
                "host_to_device_bytes_per_second", rate(words, up),
                "device_to_host_bytes_per_second", rate(words, down)));
        device.pinned(words).ifPresent(pinned -> figures.putAll(pinned(device, pinned)));
        int wrong = Arrays.mismatch(sent, received);
        return wrong < 0
                ? CheckResult.passed(NAME, figures)
                : CheckResult.failed(NAME, figures, "word " + wrong + " came back from the device as another");
    }

    /** Returns the same without a detour over other memory of the host. */
    private Map<String, Double> pinned(ComputeBackend device, PinnedWords pinned) {
        int words = pinned.words().capacity();
        double[] up = new double[repetitions];
        double[] down = new double[repetitions];
        try (pinned;
                DeviceBuffer<long[]> buffer = device.allocate(ElementType.INT64, words)) {
            for (int i = 0; i < repetitions; i++) {
                up[i] = device.seconds(() -> pinned.upload(buffer));
                down[i] = device.seconds(() -> pinned.download(buffer));
            }
        }
        return Map.of(
                "pinned_to_device_bytes_per_second", rate(words, up),
                "device_to_pinned_bytes_per_second", rate(words, down));
    }

    private static double rate(int words, double[] seconds) {
        Arrays.sort(seconds);
        return (double) words * Long.BYTES / Math.max(NANOS, seconds[seconds.length / 2]);
    }
}
