package dev.amdahl.core.internal.anomaly;

import java.util.Arrays;

/** Memory errors of one host in each of the last 24 hours. Allocates nothing. Not thread-safe. */
final class ErrorCounts {
    private static final int HOURS = 24;
    private static final long HOUR = 3_600_000_000_000L;

    private final long[] corrected = new long[HOURS];
    private final long[] uncorrected = new long[HOURS];
    private long hour = Long.MIN_VALUE;

    void add(long nanos, double errors, boolean areCorrected) {
        roll(nanos);
        int bucket = (int) Math.floorMod(Math.floorDiv(nanos, HOUR), (long) HOURS);
        (areCorrected ? corrected : uncorrected)[bucket] += (long) errors;
    }

    private void roll(long nanos) {
        long now = Math.floorDiv(nanos, HOUR);
        if (hour == Long.MIN_VALUE || now - hour >= HOURS) {
            Arrays.fill(corrected, 0);
            Arrays.fill(uncorrected, 0);
        } else {
            for (long passed = hour + 1; passed <= now; passed++) {
                int bucket = (int) Math.floorMod(passed, (long) HOURS);
                corrected[bucket] = 0;
                uncorrected[bucket] = 0;
            }
        }
        hour = Math.max(hour, now);
    }

    long corrected(long nanos, long hours) {
        return sum(corrected, nanos, hours);
    }

    long uncorrected(long nanos, long hours) {
        return sum(uncorrected, nanos, hours);
    }

    /** Of that many hours, the running one among them. */
    private long sum(long[] counts, long nanos, long hours) {
        roll(nanos);
        long now = Math.floorDiv(nanos, HOUR);
        long sum = 0;
        for (long back = 0; back < Math.min(HOURS, hours); back++) {
            sum += counts[(int) Math.floorMod(now - back, (long) HOURS)];
        }
        return sum;
    }
}
