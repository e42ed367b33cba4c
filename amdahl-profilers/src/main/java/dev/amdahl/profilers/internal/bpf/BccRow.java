package dev.amdahl.profilers.internal.bpf;

import dev.amdahl.profilers.internal.Numbers;
import java.util.Optional;

/**
 * A row of a bcc histogram: {@code 4 -> 7 : 203 |****|}, or with one value in front of the colon.
 *
 * @param low the least value of the bucket
 * @param high the bound that no value of the bucket reaches
 * @param count how many
 */
record BccRow(long low, long high, long count) {

    static Optional<BccRow> of(String line) {
        int bar = line.indexOf('|');
        int colon = line.indexOf(':');
        if (colon < 1 || bar < colon) {
            return Optional.empty();
        }
        long count = Numbers.whole(line.substring(colon + 1, bar));
        String range = line.substring(0, colon);
        int arrow = range.indexOf("->");
        long low = Numbers.whole(arrow < 0 ? range : range.substring(0, arrow));
        long high = arrow < 0 ? low : Numbers.whole(range.substring(arrow + 2));
        boolean isRow = count >= 0 && low >= 0 && high >= low && high < Long.MAX_VALUE;
        return isRow ? Optional.of(new BccRow(low, high + 1, count)) : Optional.empty();
    }

    /** Returns what a histogram counts, from its head {@code usecs : count distribution}. */
    static Optional<String> unit(String line) {
        int colon = line.indexOf(':');
        boolean isHead = colon > 0 && line.substring(colon + 1).strip().matches("count {1,20}distribution");
        String unit = isHead ? line.substring(0, colon).strip() : "";
        return unit.isEmpty() || unit.length() > 40 ? Optional.empty() : Optional.of(unit);
    }
}
