void kernel(const float *a, const float *b, float *out, long n) {
    for (long i = 0; i < n; i++) {
        for (long j = 0; j < n; j++) {
            float sum = 0;
            for (long k = 0; k < n; k++) {
                sum += a[i * n + k] * b[k * n + j];
            }
            out[i * n + j] = sum;
        }
    }
}
