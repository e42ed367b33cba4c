package dev.amdahl.profilers.internal.kineto.hta;

import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * The events of one rank that HTA analyses, in its order; one may occur several times. Immutable once the table is.
 */
final class Selection {
    private final int rank;
    private final EventTable table;
    private final Correlations correlations;
    private final int[] rows;

    /** @param rows of the table: the events analysed */
    Selection(int rank, EventTable table, Correlations correlations, int[] rows) {
        this.rank = rank;
        this.table = table;
        this.correlations = correlations;
        this.rows = rows;
    }

    int rank() {
        return rank;
    }

    EventTable table() {
        return table;
    }

    Correlations correlations() {
        return correlations;
    }

    /** The rows of the table that are analysed. */
    int[] rows() {
        return rows;
    }

    /** How many rows a join may have before it is not reproduced. */
    static long mostRows(EventTable table) {
        return Math.max(1 << 20, 4L * table.size);
    }

    /** The rows that have a stream, of whatever category: HTA's device work. */
    int[] onStreams() {
        return where(row -> table.stream[row] != -1);
    }

    /** The rows that have a stream and are of a type. */
    int[] ofType(KernelType type) {
        return where(row -> table.stream[row] != -1 && table.type(row) == type);
    }

    int[] where(IntPredicate condition) {
        return IntStream.of(rows).filter(condition).toArray();
    }

    double end(int row) {
        return table.start[row] + table.duration[row];
    }

    double[] starts(int[] of) {
        double[] starts = new double[of.length];
        for (int i = 0; i < of.length; i++) {
            starts[i] = table.start[of[i]];
        }
        return starts;
    }
}
