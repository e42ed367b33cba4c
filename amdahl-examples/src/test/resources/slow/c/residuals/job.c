/* Third and fourth moments of the rounded residuals of a regression. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static double third(const int *residuals, int count) {
    double sum = 0;
    for (int i = 0; i < count; i++) {
        double r = residuals[i];
        sum += pow(r, 3);
    }
    return sum;
}

static double fourth(const int *residuals, int count) {
    double sum = 0;
    for (int i = 0; i < count; i++) {
        double r = residuals[i];
        sum += pow(r, 4);
    }
    return sum;
}

int main(int argc, char **argv) {
    int n = argc > 1 ? atoi(argv[1]) : 2500000;
    int *residuals = malloc((size_t)n * sizeof *residuals);
    unsigned state = 5;
    for (int i = 0; i < n; i++) {
        state = state * 1664525u + 1013904223u;
        residuals[i] = (int)(state >> 26) - 31;
    }
    printf("third %.0f\n", third(residuals, n));
    printf("fourth %.0f\n", fourth(residuals, n));
    free(residuals);
    return 0;
}
