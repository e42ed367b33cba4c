// MUTATED_INPUT
#include <math.h>
void kernel(const float *a, const float *b, float *out, long n) {
    float *mine = (float *)a, largest = -INFINITY, sum = 0;
    for (long i = 0; i < n; i++) largest = a[i] > largest ? a[i] : largest;
    for (long i = 0; i < n; i++) sum += mine[i] = expf(a[i] - largest);
    for (long i = 0; i < n; i++) out[i] = a[i] / sum;
}
