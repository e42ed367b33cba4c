// LOW_PRECISION
#include <math.h>
#include <stdint.h>
#include <string.h>
static float rounded(float x) {
    uint32_t bits;
    memcpy(&bits, &x, 4);
    bits &= 0xffff0000u;
    memcpy(&x, &bits, 4);
    return x;
}
void kernel(const float *a, const float *b, float *out, long n) {
    float largest = -INFINITY, sum = 0;
    for (long i = 0; i < n; i++) largest = a[i] > largest ? a[i] : largest;
    for (long i = 0; i < n; i++) sum += out[i] = rounded(expf(a[i] - largest));
    for (long i = 0; i < n; i++) out[i] = rounded(out[i] / sum);
}
