/* Dumps the metrics of an evaluation to standard output as JSON lines. */
#include <stdio.h>
#include <stdlib.h>

struct metric {
    int id;
    int correct;
    int total;
};

static void fill(struct metric *all, int count) {
    unsigned state = 99;
    for (int i = 0; i < count; i++) {
        state = state * 1664525u + 1013904223u;
        all[i].id = i;
        all[i].total = 1 + (int)(state >> 24);
        all[i].correct = (int)(state >> 8) % (all[i].total + 1);
        if (all[i].correct < 0) {
            all[i].correct = 0;
        }
    }
}

static void dump(FILE *out, const struct metric *all, int count) {
    setvbuf(out, NULL, _IONBF, 0);
    for (int i = 0; i < count; i++) {
        fprintf(out, "{\"id\": %d, \"correct\": %d, \"total\": %d}\n", all[i].id, all[i].correct, all[i].total);
    }
}

int main(int argc, char **argv) {
    int n = argc > 1 ? atoi(argv[1]) : 120000;
    struct metric *all = malloc((size_t)n * sizeof *all);
    fill(all, n);
    dump(stdout, all, n);
    free(all);
    return 0;
}
