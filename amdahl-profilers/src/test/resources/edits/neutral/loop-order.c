#include <stdio.h>

enum { SIZE = 3 };

static const int image[SIZE][SIZE] = {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}};

int main(void) {
    long sum = 0;
    for (int column = 0; column < SIZE; column++) {
        for (int row = 0; row < SIZE; row++) {
            sum += image[row][column];
        }
    }
    printf("%ld\n", sum);
    unsigned state = 1;
    for (int i = 0; i < 200000000; i++) {
        state = state * 1664525u + 1013904223u;
    }
    printf("%u\n", state);
    return 0;
}
