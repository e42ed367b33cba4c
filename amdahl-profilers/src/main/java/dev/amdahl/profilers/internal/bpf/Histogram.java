package dev.amdahl.profilers.internal.bpf;

import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;

/**
 * Counts by bucket, of one or of several histograms whose buckets may differ. A bucket holds values from {@code low} up to, but without,
 * {@code high}; {@link #OPEN_LOW} and {@link #OPEN_HIGH} stand for no bound. Not thread-safe.
 */
final class Histogram {
    static final long OPEN_LOW = Long.MIN_VALUE;
    static final long OPEN_HIGH = Long.MAX_VALUE;
    /** More than any machine counts in its life. */
    static final long MAX = 1L << 52;

    private static final int MAX_BUCKETS = 4096;

    private final TreeMap<Long, Long> counts = new TreeMap<>();
    private long total;
    private double lowSum;
    private double highSum;

    /** Adds to a bucket; returns false where the bucket or the count is none. */
    boolean add(long low, long high, long count) {
        boolean isBucket = low < high && count >= 0 && count <= MAX && total + count <= MAX;
        if (!isBucket || (counts.size() >= MAX_BUCKETS && !counts.containsKey(high))) {
            return false;
        }
        counts.merge(high, count, Long::sum);
        total += count;
        if (count > 0) {
            lowSum += low == OPEN_LOW ? Double.NEGATIVE_INFINITY : (double) low * count;
            highSum += high == OPEN_HIGH ? Double.POSITIVE_INFINITY : (double) high * count;
        }
        return true;
    }

    void addAll(Histogram other) {
        other.counts.forEach((high, count) -> counts.merge(high, count, Long::sum));
        total += other.total;
        lowSum += other.lowSum;
        highSum += other.highSum;
    }

    int buckets() {
        return counts.size();
    }

    long total() {
        return total;
    }

    /** Returns the upper bound of the bucket that holds this quantile; empty for none, or where that bucket is open. */
    OptionalDouble upperBound(double quantile) {
        long rank = Math.max(1, (long) Math.ceil(quantile * total));
        long seen = 0;
        for (Map.Entry<Long, Long> bucket : counts.entrySet()) {
            seen += bucket.getValue();
            if (seen >= rank) {
                return bucket.getKey() == OPEN_HIGH ? OptionalDouble.empty() : OptionalDouble.of(bucket.getKey());
            }
        }
        return OptionalDouble.empty();
    }

    /** Returns what all values add up to at least; empty with an open bucket. */
    OptionalDouble lowSum() {
        return Double.isFinite(lowSum) ? OptionalDouble.of(lowSum) : OptionalDouble.empty();
    }

    /** Returns what all values add up to at most; empty with an open bucket. */
    OptionalDouble highSum() {
        return Double.isFinite(highSum) ? OptionalDouble.of(highSum) : OptionalDouble.empty();
    }

    /** Returns whether it holds all that an earlier one holds, as a map that is printed again without being cleared does. */
    boolean continues(Histogram earlier) {
        return earlier.counts.entrySet().stream()
                .allMatch(bucket -> counts.getOrDefault(bucket.getKey(), 0L) >= bucket.getValue());
    }
}
