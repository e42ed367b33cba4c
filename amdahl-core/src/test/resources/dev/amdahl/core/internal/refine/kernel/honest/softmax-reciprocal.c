#include <math.h>
void kernel(const float *a, const float *b, float *out, long n) {
    float largest = -INFINITY;
    int unclear = 0;
    for (long i = 0; i < n; i++) {
        unclear |= isnan(a[i]);
        largest = fmaxf(largest, a[i]);
    }
    double sum = unclear ? NAN : 0;
    for (long i = 0; i < n; i++) sum += out[i] = expf(a[i] - largest);
    float share = (float)(1 / sum);
    for (long i = 0; i < n; i++) out[i] *= share;
}
