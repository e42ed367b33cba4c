package dev.amdahl.profilers.internal.process;

import java.util.Locale;

/** What is counted per process tree; the name in lower case is the key in files and profiles. */
enum Counter {
    CPU_USER_SECONDS(true),
    CPU_SYSTEM_SECONDS(true),
    MAJOR_FAULTS(true),
    READ_BYTES(true),
    WRITE_BYTES(true),
    VOLUNTARY_SWITCHES(false),
    INVOLUNTARY_SWITCHES(false),
    IO_WAIT_SECONDS(false),
    /** Time that threads were runnable and waited for a processor, throttled by a quota included. */
    RUN_QUEUE_DELAY_SECONDS(false);

    private final boolean inherited;

    Counter(boolean inherited) {
        this.inherited = inherited;
    }

    /** Returns whether the kernel adds the counts of a process to those of the parent that reaps it; the others are per thread. */
    boolean isInherited() {
        return inherited;
    }

    String key() {
        return name().toLowerCase(Locale.ROOT);
    }
}
