void kernel(const float *a, const float *b, float *out, long n) {
    float before = 0;
    long i = 0;
    for (; i + 4 <= n; i += 4) {
        float x = a[i], y = x + a[i + 1], z = y + a[i + 2], w = z + a[i + 3];
        out[i] = before + x;
        out[i + 1] = before + y;
        out[i + 2] = before + z;
        out[i + 3] = before += w;
    }
    for (; i < n; i++) out[i] = before += a[i];
}
