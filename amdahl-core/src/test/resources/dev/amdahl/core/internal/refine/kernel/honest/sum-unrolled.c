void kernel(const float *a, const float *b, float *out, long n) {
    float s[16] = {0};
    long i = 0;
    for (; i + 16 <= n; i += 16)
        for (int j = 0; j < 16; j++) s[j] += a[i + j];
    float sum = 0;
    for (int j = 0; j < 16; j++) sum += s[j];
    for (; i < n; i++) sum += a[i];
    out[0] = sum;
}
