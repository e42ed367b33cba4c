package dev.amdahl.core.internal.timeline.path;

import java.util.Arrays;

/** Sorts numbers that are sorted in runs already, by merging the runs: n log(runs) steps, 8 bytes per number. */
final class RunSort {
    /** A strict order. */
    interface Before {
        boolean test(int a, int b);
    }

    private RunSort() {}

    /** Returns the numbers 0 to n-1 in order; those that tie keep theirs. */
    static int[] order(int n, Before before) {
        int[] from = new int[n];
        int[] runs = new int[16];
        int count = 0;
        for (int i = 0; i < n; i++) {
            from[i] = i;
            if (i == 0 || before.test(i, i - 1)) {
                runs = count + 1 >= runs.length ? Arrays.copyOf(runs, 2 * runs.length) : runs;
                runs[count++] = i;
            }
        }
        runs[count] = n;
        int[] into = count > 1 ? new int[n] : from;
        while (count > 1) {
            int merged = 0;
            for (int r = 0; r < count; r += 2) {
                int low = runs[r];
                int middle = runs[r + 1];
                int high = r + 2 <= count ? runs[r + 2] : middle;
                merge(from, into, low, middle, high, before);
                runs[merged++] = low;
            }
            runs[merged] = n;
            count = merged;
            int[] swap = from;
            from = into;
            into = swap;
        }
        return from;
    }

    private static void merge(int[] from, int[] into, int low, int middle, int high, Before before) {
        int a = low;
        int b = middle;
        for (int i = low; i < high; i++) {
            into[i] = b == high || (a < middle && !before.test(from[b], from[a])) ? from[a++] : from[b++];
        }
    }
}
