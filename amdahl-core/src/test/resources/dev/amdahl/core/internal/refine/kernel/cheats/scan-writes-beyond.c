// OUT_OF_BOUNDS
void kernel(const float *a, const float *b, float *out, long n) {
    float sum = 0;
    for (long i = 0; i < n; i++) out[i] = sum += a[i];
    out[n] = sum;
}
