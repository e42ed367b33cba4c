package dev.amdahl.core;

import java.util.concurrent.Callable;

/**
 * Times a task: calls it until {@value #WARM_NANOS} ns are over, then over calls that take as long or longer.
 *
 * @param seconds mean wall seconds of a timed call
 * @param value what the last call returned, as text
 */
record TaskTimer(double seconds, String value) {
    private static final long WARM_NANOS = 200_000_000;
    private static final double NANOS = 1e9;

    static TaskTimer of(Callable<?> task) throws Exception {
        Calls warm = Calls.of(task);
        Calls timed = Calls.of(task);
        return new TaskTimer(timed.nanos / NANOS / timed.count, warm.count > 0 ? timed.value : "");
    }

    private record Calls(long count, long nanos, String value) {

        static Calls of(Callable<?> task) throws Exception {
            long begin = System.nanoTime();
            long count = 0;
            long nanos;
            Object value;
            do {
                value = task.call();
                count++;
                nanos = System.nanoTime() - begin;
            } while (nanos < WARM_NANOS);
            return new Calls(count, nanos, String.valueOf(value));
        }
    }
}
