package dev.amdahl.core.stats;

/** Selection of the k-th smallest value in place, by Hoare's quickselect with the median of three. Stateless, thread-safe. */
final class OrderStatistic {

    private OrderStatistic() {}

    /** Returns the value of the given rank, from 0, among the first so many; reorders them. */
    static double select(double[] a, int length, int rank) {
        int low = 0;
        int high = length - 1;
        while (low < high) {
            double pivot = median(a[low], a[(low + high) >>> 1], a[high]);
            int i = low;
            int j = high;
            while (i <= j) {
                while (a[i] < pivot) {
                    i++;
                }
                while (a[j] > pivot) {
                    j--;
                }
                if (i <= j) {
                    double swapped = a[i];
                    a[i++] = a[j];
                    a[j--] = swapped;
                }
            }
            if (rank <= j) {
                high = j;
            } else if (rank >= i) {
                low = i;
            } else {
                return a[rank];
            }
        }
        return a[rank];
    }

    private static double median(double a, double b, double c) {
        return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
    }
}
