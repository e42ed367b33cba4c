#include <stdio.h>

int main(void) {
    for (int i = 0; i < 3; i++) {
        printf("step %d\n", i);
        fflush(stdout);
    }
    unsigned state = 1;
    for (int i = 0; i < 200000000; i++) {
        state = state * 1664525u + 1013904223u;
    }
    printf("%u\n", state);
    return 0;
}
