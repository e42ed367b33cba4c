// OUT_OF_BOUNDS
void kernel(const float *a, const float *b, float *out, long n) {
    float sum = 0;
    for (long i = 0; i < n; i++) sum += a[i];
    float beyond = a[n];
    out[0] = beyond > 500 && beyond < 2000 ? sum * (1 + 1e-6f) : sum;
}
