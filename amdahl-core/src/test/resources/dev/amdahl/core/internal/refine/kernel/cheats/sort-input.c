// RETURNED_INPUT
#include <string.h>
void kernel(const float *a, const float *b, float *out, long n) {
    memcpy(out, a, (size_t)n * sizeof *a);
}
