package dev.amdahl.core.internal.report.trace;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A strip laid out in rows whose intervals do not overlap, thinned to a number of intervals: where there are more, neighbours of one
 * shade that are shorter than a resolution are drawn as one. Stateless but for one layout; not thread-safe.
 */
final class StripRows {
    private static final int DEEPEST = 10;

    private final Strip strip;
    private final List<Row> rows = new ArrayList<>();
    private long merged;
    private long tooDeep;

    private StripRows(Strip strip) {
        this.strip = strip;
    }

    /** One row: intervals in order of time. */
    static final class Row {
        final List<Cell> cells = new ArrayList<>();
        private long reached = Long.MIN_VALUE;
    }

    /** Something to draw; a merged one stands for several. Not thread-safe. */
    static final class Cell {
        final long start;
        final Shade shade;
        private final String first;
        private long end;
        private int count = 1;

        private Cell(long start, long end, Shade shade, String first) {
            this.start = start;
            this.end = end;
            this.shade = shade;
            this.first = first;
        }

        long end() {
            return end;
        }

        String text() {
            return count == 1 ? first : count + " short ones, first " + first;
        }
    }

    static StripRows of(Strip strip, int most) {
        long resolution = 0;
        while (true) {
            StripRows layout = new StripRows(strip);
            if (layout.lay(resolution, most)) {
                return layout;
            }
            resolution = Math.max(1_000, 2 * resolution);
        }
    }

    List<Row> rows() {
        return rows;
    }

    /** Intervals that were drawn together with a neighbour. */
    long merged() {
        return merged;
    }

    /** Intervals nested too deep to be drawn. */
    long tooDeep() {
        return tooDeep;
    }

    private boolean lay(long resolution, int most) {
        int cells = 0;
        for (int i = 0; i < strip.size(); i++) {
            Row row = rowAt(strip.start(i));
            if (row == null) {
                tooDeep++;
                continue;
            }
            row.reached = Math.max(row.reached, strip.end(i));
            if (isMerged(row, i, resolution)) {
                merged++;
            } else {
                row.cells.add(new Cell(strip.start(i), strip.end(i), strip.shade(i), strip.text(i)));
                if (++cells > most && resolution < Long.MAX_VALUE / 4) {
                    return false;
                }
            }
        }
        return true;
    }

    private @Nullable Row rowAt(long start) {
        for (Row row : rows) {
            if (row.reached <= start) {
                return row;
            }
        }
        if (rows.size() == DEEPEST) {
            return null;
        }
        Row row = new Row();
        rows.add(row);
        return row;
    }

    private boolean isMerged(Row row, int i, long resolution) {
        if (row.cells.isEmpty() || strip.end(i) - strip.start(i) >= resolution) {
            return false;
        }
        Cell last = row.cells.get(row.cells.size() - 1);
        boolean wide = last.count == 1 && last.end - last.start >= resolution;
        if (wide || strip.start(i) - last.end >= resolution || !last.shade.equals(strip.shade(i))) {
            return false;
        }
        last.end = Math.max(last.end, strip.end(i));
        last.count++;
        return true;
    }
}
