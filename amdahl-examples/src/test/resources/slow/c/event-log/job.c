/* Writes one line of a log for each step, and then checks what it wrote. */
#include <stdio.h>
#include <stdlib.h>

static void write_steps(const char *path, int steps) {
    FILE *log = fopen(path, "w");
    unsigned state = 1;
    for (int step = 0; step < steps; step++) {
        state = state * 1664525u + 1013904223u;
        fprintf(log, "step %d loss %u.%02u\n", step, state >> 29, (state >> 8) % 100);
        fflush(log);
    }
    fclose(log);
}

static unsigned long checksum(const char *path) {
    FILE *in = fopen(path, "r");
    unsigned long sum = 0;
    int c;
    while ((c = getc(in)) != EOF) {
        sum = sum * 31 + (unsigned long)c;
    }
    fclose(in);
    return sum;
}

int main(int argc, char **argv) {
    int n = argc > 1 ? atoi(argv[1]) : 250000;
    write_steps("events.log", n);
    printf("steps %d checksum %lx\n", n, checksum("events.log"));
    remove("events.log");
    return 0;
}
