package dev.amdahl.profilers.internal.bpf;

import dev.amdahl.profilers.internal.Numbers;
import java.util.Optional;

/**
 * A row of a bpftrace histogram: {@code [4, 8)  43 |@@@|}, {@code [1] 11 |@|}, {@code (..., 0) 2 |@|}, {@code [100, ...) 1 |@|}.
 *
 * @param low the least value of the bucket
 * @param high the bound that no value of the bucket reaches
 * @param count how many
 */
record BpftraceRow(long low, long high, long count) {
    private static final String OPEN = "...";

    static Optional<BpftraceRow> of(String line) {
        int bar = line.indexOf('|');
        int end = Math.max(line.indexOf(')'), line.indexOf(']'));
        boolean isRow = !line.isEmpty() && (line.charAt(0) == '[' || line.charAt(0) == '(') && end > 1 && bar > end;
        if (!isRow) {
            return Optional.empty();
        }
        long count = Numbers.whole(line.substring(end + 1, bar));
        String range = line.substring(1, end);
        int comma = range.indexOf(',');
        String first = comma < 0 ? range : range.substring(0, comma);
        String second = comma < 0 ? "" : range.substring(comma + 1).strip();
        long low = first.strip().equals(OPEN) ? Histogram.OPEN_LOW : Numbers.signed(first);
        long high = second.equals(OPEN) ? Histogram.OPEN_HIGH : comma < 0 ? low + 1 : Numbers.signed(second);
        boolean isOpen = first.strip().equals(OPEN);
        boolean isSound = count >= 0 && low < high && (isOpen || low != Histogram.OPEN_LOW);
        return isSound ? Optional.of(new BpftraceRow(low, high, count)) : Optional.empty();
    }
}
