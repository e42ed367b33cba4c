#include <math.h>
static float flushed(float x) {
    return fabsf(x) < 1.17549435e-38f ? 0 : x;
}
void kernel(const float *a, const float *b, float *out, long n) {
    for (long i = 0; i < n; i++) out[i] = flushed(2.5f * flushed(a[i]) + flushed(b[i]));
}
