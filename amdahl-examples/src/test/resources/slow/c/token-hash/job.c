/* Hashes the n-grams of a synthetic text into buckets, as a data filter does. */
#include <stdio.h>
#include <stdlib.h>

enum { BUCKETS = 4096, GRAM = 12 };

static int buckets[BUCKETS];

static unsigned hash(const unsigned char *gram) {
    unsigned h = 2166136261u;
    for (int i = 0; i < GRAM; i++) {
        h ^= gram[i];
        h *= 16777619u;
        h ^= h >> 13;
    }
    return h;
}

static void make_text(unsigned char *text, int length) {
    unsigned state = 11;
    for (int i = 0; i < length; i++) {
        state = state * 1664525u + 1013904223u;
        text[i] = (unsigned char)('a' + (state >> 24) % 26);
    }
}

int main(int argc, char **argv) {
    int n = argc > 1 ? atoi(argv[1]) : 6000000;
    unsigned char *text = malloc((size_t)n + GRAM);
    make_text(text, n + GRAM);
    for (int i = 0; i < n; i++) {
        buckets[hash(text + i) % BUCKETS]++;
    }
    int most = 0;
    for (int i = 0; i < BUCKETS; i++) {
        if (buckets[i] > buckets[most]) {
            most = i;
        }
    }
    printf("grams %d fullest %d with %d\n", n, most, buckets[most]);
    free(text);
    return 0;
}
