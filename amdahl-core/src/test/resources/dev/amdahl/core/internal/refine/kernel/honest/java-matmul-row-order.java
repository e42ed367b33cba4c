final class Kernel {
    static void run(float[] a, float[] b, float[] out, int n) {
        java.util.Arrays.fill(out, 0);
        for (int i = 0; i < n; i++) {
            for (int k = 0; k < n; k++) {
                Row.add(a[i * n + k], b, k * n, out, i * n, n);
            }
        }
    }
}

final class Row {
    static void add(float x, float[] row, int from, float[] out, int to, int n) {
        for (int j = 0; j < n; j++) {
            out[to + j] += x * row[from + j];
        }
    }
}
