package dev.amdahl.profilers.internal.kineto.hta;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Drops what HTA drops where a trace has several steps: host events from the start of the last step on, and device work whose
 * correlation no kept host event has. Device work comes first, grouped by correlation, each piece once for every kept host event
 * that shares its correlation.
 */
final class StepFilter {
    private final EventTable table;
    private final Correlations correlations;
    private final Extent host;
    private final double origin;

    /**
     * @param host host events of the rank, also those that the table leaves out; us as in the file
     * @param origin what was taken off every start, us
     */
    StepFilter(EventTable table, Correlations correlations, Extent host, double origin) {
        this.table = table;
        this.correlations = correlations;
        this.host = host;
        this.origin = origin;
    }

    /** All rows, in the order of the file. */
    int[] all() {
        return IntStream.range(0, table.size).toArray();
    }

    /** The rows of all steps but the last, or of all. */
    int[] steps(boolean includeLastStep) throws HtaStops {
        if (host.isEmpty()) {
            return all();
        }
        double lastStart = includeLastStep ? Double.NaN : lastStart();
        double lastEnd = includeLastStep ? lastEnd() : Double.NaN;
        int[] hostRows = IntStream.range(0, table.size)
                .filter(row ->
                        !table.isDeviceSide(row) && (table.start[row] < lastStart || table.start[row] <= lastEnd))
                .toArray();
        int[] deviceRows = deviceRows(hostRows);
        int[] rows = Arrays.copyOf(deviceRows, deviceRows.length + hostRows.length);
        System.arraycopy(hostRows, 0, rows, deviceRows.length, hostRows.length);
        return rows;
    }

    private double lastStart() {
        double last = steps().mapToDouble(row -> table.start[row]).max().orElse(Double.NaN);
        return Double.isNaN(last) ? host.firstStart() - origin : last;
    }

    /** HTA does not count this one from the earliest event as it does the starts: in practice nothing is later. */
    private double lastEnd() {
        double last = steps().mapToDouble(row -> table.start[row] + origin + table.duration[row])
                .max()
                .orElse(Double.NaN);
        return Double.isNaN(last) ? host.lastEnd() : last;
    }

    private IntStream steps() {
        return IntStream.range(0, table.size).filter(row -> table.is(row, Mark.STEP) && !table.isDeviceSide(row));
    }

    private int[] deviceRows(int[] hostRows) throws HtaStops {
        int[] times = new int[correlations.groups()];
        for (int row : hostRows) {
            if (correlations.group(row) != Correlations.NONE) {
                times[correlations.group(row)]++;
            }
        }
        int[] candidates = IntStream.range(0, table.size)
                .filter(row -> table.isDeviceSide(row)
                        && (correlations.group(row) == Correlations.NONE || times[correlations.group(row)] > 0))
                .toArray();
        long total = 0;
        for (int row : candidates) {
            if (correlations.group(row) == Correlations.NONE) {
                if (table.stream[row] != -1) {
                    throw new HtaStops(
                            "HTA repeats a synchronisation on a stream without correlation once for every host"
                                    + " event without correlation, which is not reproduced");
                }
            } else {
                total += times[correlations.group(row)];
            }
        }
        if (total > Selection.mostRows(table)) {
            throw new HtaStops("HTA repeats device work once for every call of its correlation, here " + total
                    + " rows, which is not reproduced");
        }
        return repeated(candidates, times, (int) total);
    }

    /** Rows with a correlation, grouped by it in the order of its first row, each as often as {@code times} says. */
    private int[] repeated(int[] candidates, int[] times, int total) {
        int[] next = new int[times.length];
        Arrays.fill(next, -1);
        int[] members = new int[times.length];
        for (int row : candidates) {
            int group = correlations.group(row);
            if (group != Correlations.NONE) {
                members[group]++;
            }
        }
        int[] rows = new int[total];
        int end = 0;
        for (int row : candidates) {
            int group = correlations.group(row);
            if (group == Correlations.NONE) {
                continue;
            }
            if (next[group] < 0) {
                next[group] = end;
                end += members[group] * times[group];
            }
            Arrays.fill(rows, next[group], next[group] + times[group], row);
            next[group] += times[group];
        }
        return rows;
    }
}
