package dev.amdahl.profilers.internal.kineto.hta;

/**
 * The order that NumPy's default argsort gives. It is an introsort (median of three, insertion sort up to 16 keys, heap sort below a
 * depth of twice the binary logarithm) and not stable: keys that tie change places in a definite way, and HTA's queue lengths and
 * idle reasons depend on it.
 */
final class TieOrder {
    private static final int SMALL = 15;

    private final double[] keys;
    private final int[] order;

    private TieOrder(double[] keys, int[] order) {
        this.keys = keys;
        this.order = order;
    }

    /** The indices of the keys, smallest key first. No key is NaN. */
    static int[] ascending(double[] keys) {
        int[] order = new int[keys.length];
        boolean strict = true;
        for (int i = 0; i < order.length; i++) {
            order[i] = i;
            strict &= i == 0 || keys[i - 1] < keys[i];
        }
        if (!strict) {
            new TieOrder(keys, order).sort();
        }
        return order;
    }

    /** The indices of the keys, largest key first: pandas sorts the reversed keys and reverses the result. */
    static int[] descending(double[] keys) {
        int n = keys.length;
        double[] reversed = new double[n];
        for (int i = 0; i < n; i++) {
            reversed[i] = keys[n - 1 - i];
        }
        int[] order = ascending(reversed);
        int[] result = new int[n];
        for (int i = 0; i < n; i++) {
            result[i] = n - 1 - order[n - 1 - i];
        }
        return result;
    }

    private void sort() {
        int[] open = new int[192];
        int top = 0;
        int low = 0;
        int high = order.length - 1;
        int depth = 2 * (31 - Integer.numberOfLeadingZeros(order.length));
        while (true) {
            if (depth < 0) {
                heapSort(low, high - low + 1);
            } else {
                while (high - low > SMALL) {
                    int pivot = partition(low, high);
                    boolean leftIsSmaller = pivot - low < high - pivot;
                    depth--;
                    open[top++] = leftIsSmaller ? pivot + 1 : low;
                    open[top++] = leftIsSmaller ? high : pivot - 1;
                    open[top++] = depth;
                    low = leftIsSmaller ? low : pivot + 1;
                    high = leftIsSmaller ? pivot - 1 : high;
                }
                insertionSort(low, high);
            }
            if (top == 0) {
                return;
            }
            depth = open[--top];
            high = open[--top];
            low = open[--top];
        }
    }

    private int partition(int low, int high) {
        int middle = low + ((high - low) >> 1);
        swapIfLess(middle, low);
        swapIfLess(high, middle);
        swapIfLess(middle, low);
        double pivot = keys[order[middle]];
        int left = low;
        int right = high - 1;
        swap(middle, right);
        while (true) {
            do {
                left++;
            } while (keys[order[left]] < pivot);
            do {
                right--;
            } while (pivot < keys[order[right]]);
            if (left >= right) {
                break;
            }
            swap(left, right);
        }
        swap(left, high - 1);
        return left;
    }

    private void insertionSort(int low, int high) {
        for (int i = low + 1; i <= high; i++) {
            int moved = order[i];
            int at = i;
            for (; at > low && keys[moved] < keys[order[at - 1]]; at--) {
                order[at] = order[at - 1];
            }
            order[at] = moved;
        }
    }

    private void heapSort(int low, int size) {
        for (int root = size / 2; root > 0; root--) {
            sink(low - 1, root, size, order[low - 1 + root]);
        }
        for (int last = size; last > 1; ) {
            int moved = order[low - 1 + last];
            order[low - 1 + last] = order[low];
            last--;
            sink(low - 1, 1, last, moved);
        }
    }

    /** Puts {@code moved} into the heap of {@code size} whose root is free; element k lies at {@code base + k}. */
    private void sink(int base, int root, int size, int moved) {
        int hole = root;
        for (int child = 2 * hole; child <= size; child = 2 * hole) {
            if (child < size && keys[order[base + child]] < keys[order[base + child + 1]]) {
                child++;
            }
            if (!(keys[moved] < keys[order[base + child]])) {
                break;
            }
            order[base + hole] = order[base + child];
            hole = child;
        }
        order[base + hole] = moved;
    }

    private void swapIfLess(int a, int b) {
        if (keys[order[a]] < keys[order[b]]) {
            swap(a, b);
        }
    }

    private void swap(int a, int b) {
        int kept = order[a];
        order[a] = order[b];
        order[b] = kept;
    }
}
