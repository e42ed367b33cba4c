package dev.amdahl.core;

import java.util.concurrent.Callable;

/**
 * Times a task.
 *
 * @param seconds mean wall seconds of a timed call
 * @param value what the last call returned, as text
 */
record TaskTimer(double seconds, String value) {
    private static final double MIN_SECONDS = .2;
    private static final double NANOS = 1e9;

    /**
     * Calls a task that often to warm it up, and then that often to time it.
     *
     * @param calls at least 1
     */
    static TaskTimer of(Callable<?> task, long calls) throws Exception {
        called(task, calls);
        return called(task, calls);
    }

    /** Returns how often a task has to be called to take {@value #MIN_SECONDS} seconds; at least 1. */
    static long calls(Callable<?> task) throws Exception {
        TaskTimer timed = of(task, 1);
        for (long calls = 2; timed.seconds * calls < MIN_SECONDS; calls *= 2) {
            timed = called(task, calls);
        }
        return Math.max(1, (long) Math.ceil(MIN_SECONDS / timed.seconds));
    }

    private static TaskTimer called(Callable<?> task, long calls) throws Exception {
        long begin = System.nanoTime();
        Object value = task.call();
        for (long call = 1; call < calls; call++) {
            value = task.call();
        }
        return new TaskTimer(Math.max(1, System.nanoTime() - begin) / NANOS / calls, String.valueOf(value));
    }
}
