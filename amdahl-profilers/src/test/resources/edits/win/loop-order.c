#include <stdio.h>

enum { ROWS = 4000, COLUMNS = 4000 };

static int image[ROWS][COLUMNS];

int main(void) {
    for (int row = 0; row < ROWS; row++) {
        for (int column = 0; column < COLUMNS; column++) {
            image[row][column] = row ^ column;
        }
    }
    long sum = 0;
    for (int round = 0; round < 5; round++) {
        for (int column = 0; column < COLUMNS; column++) {
            for (int row = 0; row < ROWS; row++) {
                sum += image[row][column];
            }
        }
    }
    printf("%ld\n", sum);
    return 0;
}
