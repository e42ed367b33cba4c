static double pairwise(const float *a, long n) {
    if (n < 64) {
        double sum = 0;
        for (long i = 0; i < n; i++) sum += a[i];
        return sum;
    }
    return pairwise(a, n / 2) + pairwise(a + n / 2, n - n / 2);
}
void kernel(const float *a, const float *b, float *out, long n) {
    out[0] = (float)pairwise(a, n);
}
