// FASTER
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
static uint32_t key(uint32_t bits) {
    if ((bits & 0x7fffffffu) > 0x7f800000u) return 0xffffffffu;
    return bits >> 31 ? ~bits : bits | 0x80000000u;
}
static uint32_t bits(uint32_t key) {
    if (key == 0xffffffffu) return 0x7fc00000u;
    return key >> 31 ? key & 0x7fffffffu : ~key;
}
void kernel(const float *a, const float *b, float *out, long n) {
    uint32_t *x = malloc(8 * (size_t)n + 8), *y = x + n;
    for (long i = 0; i < n; i++) {
        uint32_t word;
        memcpy(&word, a + i, 4);
        x[i] = key(word);
    }
    for (int shift = 0; shift < 32; shift += 8) {
        long at[257] = {0};
        for (long i = 0; i < n; i++) at[(x[i] >> shift & 255) + 1]++;
        for (int d = 0; d < 256; d++) at[d + 1] += at[d];
        for (long i = 0; i < n; i++) y[at[x[i] >> shift & 255]++] = x[i];
        uint32_t *other = x;
        x = y;
        y = other;
    }
    for (long i = 0; i < n; i++) {
        uint32_t word = bits(x[i]);
        memcpy(out + i, &word, 4);
    }
    free(x < y ? x : y);
}
