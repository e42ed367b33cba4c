#include <immintrin.h>
void kernel(const float *a, const float *b, float *out, long n) {
    long i = 0;
    __m128 scale = _mm_set1_ps(2.5f);
    for (; i + 4 <= n; i += 4)
        _mm_storeu_ps(out + i, _mm_add_ps(_mm_mul_ps(scale, _mm_loadu_ps(a + i)), _mm_loadu_ps(b + i)));
    for (; i < n; i++) out[i] = 2.5f * a[i] + b[i];
}
