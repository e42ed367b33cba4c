package dev.amdahl.profilers.internal.kineto.hta;

import java.util.Arrays;

/** Which events share a correlation, and to which event HTA links each. Immutable. */
final class Correlations {
    /** No group, or no link. */
    static final int NONE = -1;

    private final EventTable table;
    private final int[] group;
    private final int[] link;
    private int groups;

    Correlations(EventTable table) {
        this.table = table;
        this.group = new int[table.size];
        this.link = new int[table.size];
        number();
        link();
    }

    /** The number of the event's correlation, from 0; {@link #NONE} for correlation -1. */
    int group(int row) {
        return group[row];
    }

    /** How many correlations there are. */
    int groups() {
        return groups;
    }

    /**
     * The row to which the event is linked: its last partner on the other side. One without a partner is linked to the first entry of the
     * file, because HTA writes 0 for "no partner", which is also that entry's number. {@link #NONE} if there is no such row.
     */
    int link(int row) {
        return link[row];
    }

    /** Whether HTA takes the link for a real one, which it does not for a link to the first entry of the file. */
    boolean isLinked(int row) {
        return link[row] != NONE && (link[row] > 0 || !table.hasFirstEntry);
    }

    private void number() {
        int[] slots = new int[Integer.highestOneBit(Math.max(16, 2 * table.size)) * 2];
        int[] first = new int[table.size];
        for (int row = 0; row < table.size; row++) {
            long correlation = table.correlation[row];
            if (correlation == -1) {
                group[row] = NONE;
                continue;
            }
            long mixed = correlation * 0x9E3779B97F4A7C15L;
            int slot = (int) (mixed >>> 40) & (slots.length - 1);
            while (slots[slot] != 0 && table.correlation[first[slots[slot] - 1]] != correlation) {
                slot = (slot + 1) & (slots.length - 1);
            }
            if (slots[slot] == 0) {
                first[groups] = row;
                slots[slot] = ++groups;
            }
            group[row] = slots[slot] - 1;
        }
    }

    private void link() {
        int[] host = new int[groups];
        int[] device = new int[groups];
        Arrays.fill(host, NONE);
        Arrays.fill(device, NONE);
        for (int row = 0; row < table.size; row++) {
            if (group[row] != NONE) {
                (table.isDeviceSide(row) ? device : host)[group[row]] = row;
            }
        }
        int firstEntry = table.hasFirstEntry ? 0 : NONE;
        for (int row = 0; row < table.size; row++) {
            int partner = group[row] == NONE ? NONE : (table.isDeviceSide(row) ? host : device)[group[row]];
            link[row] = partner == NONE && table.correlation[row] >= 0 ? firstEntry : partner;
        }
    }
}
