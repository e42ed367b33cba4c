package dev.amdahl.profilers.internal.process;

import java.util.Locale;

/** What is counted per process tree; the name in lower case is the key in files and profiles. */
enum Counter {
    CPU_USER_SECONDS,
    CPU_SYSTEM_SECONDS,
    MAJOR_FAULTS,
    READ_BYTES,
    WRITE_BYTES,
    VOLUNTARY_SWITCHES,
    INVOLUNTARY_SWITCHES,
    IO_WAIT_SECONDS,
    /** Time that threads were runnable and waited for a processor, throttled by a quota included. */
    RUN_QUEUE_DELAY_SECONDS;

    String key() {
        return name().toLowerCase(Locale.ROOT);
    }
}
