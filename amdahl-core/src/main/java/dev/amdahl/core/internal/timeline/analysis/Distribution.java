package dev.amdahl.core.internal.timeline.analysis;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A set of durations in nanoseconds. Percentiles are of the nearest rank: the smallest value that at least that share does not
 * exceed.
 *
 * @param count how many
 * @param totalNanos their sum, at most the largest long
 */
public record Distribution(
        @JsonProperty("count") long count,
        @JsonProperty("total_ns") long totalNanos,
        @JsonProperty("mean_ns") double meanNanos,
        @JsonProperty("min_ns") long minNanos,
        @JsonProperty("p50_ns") long p50Nanos,
        @JsonProperty("p95_ns") long p95Nanos,
        @JsonProperty("max_ns") long maxNanos) {

    /** The distribution of {@code values[from, to)}, which it sorts; null if there are none. */
    static @Nullable Distribution of(long[] values, int from, int to) {
        return from == to ? null : ofSome(values, from, to);
    }

    /** Returns the distribution of at least one value, which it sorts. */
    static Distribution ofSome(long[] values, int from, int to) {
        Arrays.sort(values, from, to);
        long total = 0;
        for (int i = from; i < to; i++) {
            total = plus(total, values[i]);
        }
        int n = to - from;
        return new Distribution(
                n,
                total,
                (double) total / n,
                values[from],
                values[from + rank(n, 50)],
                values[from + rank(n, 95)],
                values[to - 1]);
    }

    /** Index of the percentile among n sorted values. */
    private static int rank(int n, int percent) {
        return (int) (((long) n * percent + 99) / 100) - 1;
    }

    /** Returns the sum of what is not negative, at most the largest long. */
    static long plus(long a, long b) {
        return b > Long.MAX_VALUE - a ? Long.MAX_VALUE : a + b;
    }
}
