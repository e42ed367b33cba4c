/* Joins the paths of the shards of a data set into one manifest in memory. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *manifest(int shards) {
    char *all = malloc((size_t)shards * 32 + 1);
    char piece[32];
    all[0] = 0;
    for (int shard = 0; shard < shards; shard++) {
        snprintf(piece, sizeof piece, "data/%03d/%06d.bin", shard % 512, shard);
        strcat(all, piece);
        strcat(all, "\n");
    }
    return all;
}

static unsigned long digest(const char *text) {
    unsigned long h = 5381;
    while (*text) {
        h = h * 33 + (unsigned char)*text++;
    }
    return h;
}

int main(int argc, char **argv) {
    int n = argc > 1 ? atoi(argv[1]) : 14000;
    char *all = manifest(n);
    printf("bytes %zu digest %lx\n", strlen(all), digest(all));
    free(all);
    return 0;
}
