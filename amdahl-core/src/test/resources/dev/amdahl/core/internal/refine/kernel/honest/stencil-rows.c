#include <string.h>
void kernel(const float *a, const float *b, float *out, long n) {
    if (n == 0) return;
    memcpy(out, a, (size_t)n * sizeof *a);
    for (long i = 1; i + 1 < n; i++) {
        const float *r = a + i * n;
        float *o = out + i * n;
        o[0] = r[0];
        for (long j = 1; j + 1 < n; j++) o[j] = 0.5f * r[j] + 0.125f * (r[j - n] + r[j + n] + r[j - 1] + r[j + 1]);
        o[n - 1] = r[n - 1];
    }
    memcpy(out + (n - 1) * n, a + (n - 1) * n, (size_t)n * sizeof *a);
}
