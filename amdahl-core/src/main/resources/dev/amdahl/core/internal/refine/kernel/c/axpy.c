void kernel(const float *a, const float *b, float *out, long n) {
    for (long i = 0; i < n; i++) {
        out[i] = 2.5f * a[i] + b[i];
    }
}
