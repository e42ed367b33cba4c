package dev.amdahl.core.internal.capacity;

import java.util.Locale;

/** What an allocated accelerator-second of a job came to; each second is in exactly one part. */
public enum TimeBucket {
    /** Steps whose work was kept. */
    PRODUCTIVE,
    /** Steps after the last durable checkpoint before a failure. */
    LOST,
    /** Provisioning, initialisation, and standing still for checkpoints. */
    OVERHEAD,
    /** From a failure until steps are made again. */
    RESTART,
    /** Held with nothing running: after the end, or after a failure that nothing followed. */
    IDLE,
    /** The record does not tell. */
    UNKNOWN;

    /** Returns its name in documents, such as {@code productive}. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
