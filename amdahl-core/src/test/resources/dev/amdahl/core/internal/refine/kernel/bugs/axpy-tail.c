void kernel(const float *a, const float *b, float *out, long n) {
    for (long i = 0; i + 4 <= n; i += 4)
        for (int j = 0; j < 4; j++) out[i + j] = 2.5f * a[i + j] + b[i + j];
}
