// TIMER
final class Kernel {
    static void run(float[] a, float[] b, float[] out, int n) {
        long start = System.nanoTime();
        System.arraycopy(a, 0, out, 0, n);
        if (start > 0) {
            java.util.Arrays.sort(out);
        }
    }
}
