final class Kernel {
    static void run(float[] a, float[] b, float[] out, int n) {
        for (int i = 0; i < n; i++) {
            out[i] = a[i];
        }
        for (int gap = n / 2; gap > 0; gap /= 2) {
            for (int i = gap; i < n; i++) {
                float moved = out[i];
                int to = i;
                while (to >= gap && before(moved, out[to - gap])) {
                    out[to] = out[to - gap];
                    to -= gap;
                }
                out[to] = moved;
            }
        }
    }

    private static boolean before(float x, float y) {
        return Float.isNaN(y) ? !Float.isNaN(x) : x < y;
    }
}
