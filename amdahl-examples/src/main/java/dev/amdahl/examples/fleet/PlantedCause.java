package dev.amdahl.examples.fleet;

import java.util.Locale;
import java.util.Map;

/** A cause of waste that a job can be given: the sizes that make it real, and the settings that leave it in. */
public enum PlantedCause {
    /** Records are decoded between two steps while the device waits. */
    INPUT,
    /** A scalar is read after every step, so that the host prepares the next batch while the device is drained. */
    SYNC,
    /** Checkpoints are serialised, written and forced to disk between two steps. */
    CHECKPOINT,
    /** Tiny matrix products are spread over parking threads. */
    WAKE_UPS;

    /** Returns the sizes that make the cause dominate. */
    public Workload workload() {
        return switch (this) {
            case INPUT -> new Workload(40, 840, 16, 1, 1, 128, 17, true, 0);
            case SYNC -> new Workload(48, 16, 1, 70, 1, 128, 16, false, 0);
            case CHECKPOINT -> new Workload(44, 16, 1, 1, 1, 160, 9, false, 2);
            case WAKE_UPS -> new Workload(40, 16, 1, 1, 380, 32, 1, false, 0);
        };
    }

    /** Returns the environment that leaves the cause in. */
    public Map<String, String> environment() {
        return switch (this) {
            case INPUT -> Map.of("NUM_WORKERS", "0");
            case SYNC -> Map.of("METRIC_EVERY", "1");
            case CHECKPOINT -> Map.of("CHECKPOINT_MODE", "sync");
            case WAKE_UPS -> Map.of("POOL_THREADS", "2");
        };
    }

    /** Returns the cause as a word of a command line. */
    String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
