/* Starts a program for each shard, and prints how the weights of the shard are spread. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static double spread(int shard, int weights) {
    double sum = 0;
    unsigned state = (unsigned)shard;
    for (int i = 0; i < weights; i++) {
        state = state * 1664525u + 1013904223u;
        double w = (int)(state >> 27) - 15;
        sum += pow(w, 4) - pow(w, 3);
    }
    return sum;
}

int main(int argc, char **argv) {
    int n = argc > 1 ? atoi(argv[1]) : 500000;
    for (int shard = 0; shard < 8; shard++) {
        printf("shard %d spread %.0f\n", shard, spread(shard, n));
        fflush(stdout);
        if (system("echo done") != 0) {
            return 1;
        }
    }
    return 0;
}
