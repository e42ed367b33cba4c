final class Kernel {
    static void run(float[] a, float[] b, float[] out, int n) {
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                float sum = 0;
                for (int k = 0; k < n; k++) {
                    sum += a[i * n + k] * b[k * n + j];
                }
                out[i * n + j] = sum;
            }
        }
    }
}
