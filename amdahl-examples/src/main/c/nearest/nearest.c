/*
 * An evaluation job: the label of each query is that of the nearest of all known points.
 *
 *   make && ./nearest 2000 4000
 *
 * The first number is how many queries it answers, the second how many points it knows.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { DIMENSIONS = 64, LABELS = 10 };

static uint32_t state = 12345;

static float drawn(void) {
    state = state * 1664525u + 1013904223u;
    return (float)(state >> 8) / (1 << 24);
}

static float *points(int count) {
    float *all = malloc((size_t)count * DIMENSIONS * sizeof(float));
    if (all == NULL) {
        fprintf(stderr, "nearest: not enough memory for %d points\n", count);
        exit(1);
    }
    for (int i = 0; i < count * DIMENSIONS; i++) {
        all[i] = drawn();
    }
    return all;
}

static float distance(const float *one, const float *other) {
    float sum = 0;
    for (int d = 0; d < DIMENSIONS; d++) {
        float apart = one[d] - other[d];
        sum += apart * apart;
    }
    return sum;
}

static int nearest(const float *query, const float *known, int count) {
    int best = 0;
    float least = distance(query, known);
    for (int i = 1; i < count; i++) {
        float here = distance(query, known + (size_t)i * DIMENSIONS);
        if (here < least) {
            least = here;
            best = i;
        }
    }
    return best;
}

int main(int argc, char **argv) {
    int queries = argc > 1 ? atoi(argv[1]) : 2000;
    int count = argc > 2 ? atoi(argv[2]) : 4000;
    if (queries < 1 || count < 1) {
        fprintf(stderr, "nearest: give two numbers of at least 1\n");
        return 2;
    }
    float *known = points(count);
    float *asked = points(queries);
    long of_label[LABELS] = {0};
    for (int q = 0; q < queries; q++) {
        of_label[nearest(asked + (size_t)q * DIMENSIONS, known, count) % LABELS]++;
    }
    FILE *out = fopen("labels.json", "w");
    if (out == NULL) {
        perror("labels.json");
        return 1;
    }
    fprintf(out, "{");
    for (int label = 0; label < LABELS; label++) {
        fprintf(out, "%s\"%d\": %ld", label ? ", " : "", label, of_label[label]);
    }
    fprintf(out, "}\n");
    fclose(out);
    printf("processed %d queries\n", queries);
    free(known);
    free(asked);
    return 0;
}
