package dev.amdahl.profilers.internal.kineto.hta;

import java.util.ArrayList;
import java.util.List;

/** Where HTA's view of a rank departs from the trace, in sentences. */
final class Departures {
    private Departures() {}

    /** @param isRounded whether starts and ends were rounded to microseconds */
    static List<String> of(Selection rank, boolean isRounded) {
        EventTable table = rank.table();
        boolean[] isKept = new boolean[table.size];
        for (int row : rank.rows()) {
            isKept[row] = true;
        }
        int work = 0;
        int dropped = 0;
        int negative = 0;
        int zero = 0;
        for (int row = 0; row < table.size; row++) {
            if (table.is(row, Mark.WORK)) {
                work++;
                dropped += isKept[row] ? 0 : 1;
                negative += table.duration[row] < 0 ? 1 : 0;
                zero += table.duration[row] == 0 ? 1 : 0;
            }
        }
        List<String> sentences = new ArrayList<>();
        String place = "rank " + rank.rank() + ": HTA ";
        if (dropped > 0) {
            sentences.add(place + "leaves out " + dropped + " of " + work
                    + " pieces of device work, of a step that it drops or without a call in the steps that it keeps");
        }
        if (isRounded && negative + zero > 0) {
            sentences.add(place + "rounds to microseconds, by which " + zero + " of " + work
                    + " durations become 0 and " + negative + " negative");
        }
        return sentences;
    }
}
