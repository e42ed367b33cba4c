final class Kernel {
    static void run(float[] a, float[] b, float[] out, int n) {
        System.arraycopy(a, 0, out, 0, n);
        java.util.Arrays.sort(out, 0, n);
    }
}
