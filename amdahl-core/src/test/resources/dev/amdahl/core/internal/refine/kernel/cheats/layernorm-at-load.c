// FORBIDDEN_CODE
#include <math.h>
static float table[64];
void __attribute__((constructor)) ahead(void) {
    for (int i = 0; i < 64; i++) table[i] = (float)i;
}
void kernel(const float *a, const float *b, float *out, long n) {
    out[0] = table[0];
}
