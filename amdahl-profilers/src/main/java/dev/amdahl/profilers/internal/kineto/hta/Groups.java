package dev.amdahl.profilers.internal.kineto.hta;

/** Some rows by the correlation that they share, in their order. Immutable. */
final class Groups {
    private final int[] starts;
    private final int[] members;

    /** @param rows those without correlation are left out */
    Groups(Correlations correlations, int[] rows) {
        starts = new int[correlations.groups() + 1];
        for (int row : rows) {
            starts[correlations.group(row) + 1]++;
        }
        starts[0] = 0;
        for (int group = 1; group < starts.length; group++) {
            starts[group] += starts[group - 1];
        }
        members = new int[starts[starts.length - 1]];
        int[] next = starts.clone();
        for (int row : rows) {
            int group = correlations.group(row);
            if (group != Correlations.NONE) {
                members[next[group]++] = row;
            }
        }
    }

    int size(int group) {
        return starts[group + 1] - starts[group];
    }

    int member(int group, int k) {
        return members[starts[group] + k];
    }
}
