#include <stdio.h>

enum { ROWS = 5, COLUMNS = 5 };

static int paths[ROWS + 1][COLUMNS];

int main(void) {
    for (int column = 1; column < COLUMNS; column++) {
        for (int row = 0; row < ROWS; row++) {
            paths[row][column] = paths[row + 1][column - 1] + 1;
        }
    }
    for (int row = 0; row < ROWS; row++) {
        printf("%d\n", paths[row][COLUMNS - 1]);
    }
    return 0;
}
