package dev.amdahl.examples.fleet;

import java.util.HashMap;
import java.util.Map;

/** What the environment chooses in a job; immutable. */
record JobSettings(
        long seed,
        int workers,
        int prefetchDepth,
        int metricEvery,
        boolean checkpointsAsynchronously,
        boolean checkpointsInFloat,
        int poolThreads,
        boolean tilesKernels,
        double sampleRate) {
    private static final Map<String, String> DEFAULTS = Map.of(
            "AMDAHL_SEED", "1",
            "NUM_WORKERS", "0",
            "PREFETCH_DEPTH", "2",
            "METRIC_EVERY", "50",
            "CHECKPOINT_MODE", "sync",
            "CHECKPOINT_PRECISION", "double",
            "POOL_THREADS", "1",
            "KERNEL_ORDER", "rows",
            "SAMPLE_RATE", "1.0");

    /** Reads the settings: {@code environment} over what the cause leaves in over the defaults. */
    static JobSettings of(PlantedCause cause, Map<String, String> environment) {
        Map<String, String> all = new HashMap<>(DEFAULTS);
        all.putAll(cause.environment());
        all.putAll(environment);
        return new JobSettings(
                number(all, "AMDAHL_SEED", Long.MIN_VALUE),
                (int) number(all, "NUM_WORKERS", 0),
                (int) number(all, "PREFETCH_DEPTH", 1),
                (int) number(all, "METRIC_EVERY", 1),
                isSecond(all, "CHECKPOINT_MODE", "sync", "async"),
                isSecond(all, "CHECKPOINT_PRECISION", "double", "float"),
                (int) number(all, "POOL_THREADS", 1),
                isSecond(all, "KERNEL_ORDER", "rows", "tiled"),
                rate(all, "SAMPLE_RATE"));
    }

    private static long number(Map<String, String> all, String key, long least) {
        String value = all.getOrDefault(key, "");
        try {
            long number = Long.parseLong(value);
            if (number >= least) {
                return number;
            }
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(key + " is '" + value + "', not a whole number", e);
        }
        throw new IllegalArgumentException(key + " is " + value + ", must be at least " + least);
    }

    private static double rate(Map<String, String> all, String key) {
        double rate = Double.parseDouble(all.getOrDefault(key, ""));
        if (rate > 0 && rate <= 1) {
            return rate;
        }
        throw new IllegalArgumentException(key + " is " + rate + ", must be in (0, 1]");
    }

    private static boolean isSecond(Map<String, String> all, String key, String first, String second) {
        String value = all.getOrDefault(key, "");
        if (value.equals(first) || value.equals(second)) {
            return value.equals(second);
        }
        throw new IllegalArgumentException(key + " is '" + value + "', must be " + first + " or " + second);
    }
}
