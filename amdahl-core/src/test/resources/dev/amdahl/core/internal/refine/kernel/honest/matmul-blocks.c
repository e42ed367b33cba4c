// FASTER
#include <immintrin.h>
void kernel(const float *a, const float *b, float *out, long n) {
    long i = 0;
    for (; i + 4 <= n; i += 4) {
        long j = 0;
        for (; j + 8 <= n; j += 8) {
            __m128 s[4][2] = {{_mm_setzero_ps()}};
            for (int r = 0; r < 4; r++) s[r][0] = s[r][1] = _mm_setzero_ps();
            for (long k = 0; k < n; k++) {
                __m128 x = _mm_loadu_ps(b + k * n + j), y = _mm_loadu_ps(b + k * n + j + 4);
#pragma GCC unroll 4
                for (int r = 0; r < 4; r++) {
                    __m128 z = _mm_set1_ps(a[(i + r) * n + k]);
                    s[r][0] = _mm_add_ps(s[r][0], _mm_mul_ps(z, x));
                    s[r][1] = _mm_add_ps(s[r][1], _mm_mul_ps(z, y));
                }
            }
            for (int r = 0; r < 4; r++) {
                _mm_storeu_ps(out + (i + r) * n + j, s[r][0]);
                _mm_storeu_ps(out + (i + r) * n + j + 4, s[r][1]);
            }
        }
        for (; j < n; j++)
            for (int r = 0; r < 4; r++) {
                float sum = 0;
                for (long k = 0; k < n; k++) sum += a[(i + r) * n + k] * b[k * n + j];
                out[(i + r) * n + j] = sum;
            }
    }
    for (; i < n; i++)
        for (long j = 0; j < n; j++) {
            float sum = 0;
            for (long k = 0; k < n; k++) sum += a[i * n + k] * b[k * n + j];
            out[i * n + j] = sum;
        }
}
