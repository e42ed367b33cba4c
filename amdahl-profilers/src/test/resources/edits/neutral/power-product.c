#include <math.h>
#include <stdio.h>

int main(int argc, char **argv) {
    double x = argc + 1;
    printf("%.3f of %s\n", pow(x, 3), argv[0]);
    unsigned state = 1;
    for (int i = 0; i < 200000000; i++) {
        state = state * 1664525u + 1013904223u;
    }
    printf("%u\n", state);
    return 0;
}
