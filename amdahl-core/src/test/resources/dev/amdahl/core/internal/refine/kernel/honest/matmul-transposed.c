#include <stdlib.h>
void kernel(const float *a, const float *b, float *out, long n) {
    float *t = malloc((size_t)(n * n + 1) * sizeof *t);
    for (long i = 0; i < n; i++)
        for (long j = 0; j < n; j++) t[j * n + i] = b[i * n + j];
    for (long i = 0; i < n; i++)
        for (long j = 0; j < n; j++) {
            float sum = 0;
            for (long k = 0; k < n; k++) sum += a[i * n + k] * t[j * n + k];
            out[i * n + j] = sum;
        }
    free(t);
}
