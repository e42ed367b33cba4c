#include <math.h>
#include <stdlib.h>
#include <string.h>
/* Sorts with qsort from the library: no pthread, no clock_gettime, no asm. */
static int compare(const void *l, const void *r) {
    float x = *(const float *)l, y = *(const float *)r;
    if (isnan(x) || isnan(y)) return !isnan(y) ? 1 : !isnan(x) ? -1 : 0;
    return x < y ? -1 : x > y;
}
void kernel(const float *a, const float *b, float *out, long n) {
    memcpy(out, a, (size_t)n * sizeof *a);
    qsort(out, (size_t)n, sizeof *out, compare);
}
