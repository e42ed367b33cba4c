/* Rescales a stack of grey images in place: each pixel from 8 to 10 bits. */
#include <stdio.h>
#include <stdlib.h>

enum { SIDE = 2048 };

static int image[SIDE][SIDE];
static int scaled[SIDE][SIDE];

static void read_image(int number) {
    for (int y = 0; y < SIDE; y++) {
        for (int x = 0; x < SIDE; x++) {
            image[y][x] = (x * 7 + y * 13 + number) & 255;
        }
    }
}

static void rescale(void) {
    for (int x = 0; x < SIDE; x++) {
        for (int y = 0; y < SIDE; y++) {
            scaled[y][x] = image[y][x] * 1023 / 255;
        }
    }
}

static long total(void) {
    long sum = 0;
    for (int y = 0; y < SIDE; y++) {
        for (int x = 0; x < SIDE; x++) {
            sum += scaled[y][x] ^ x;
        }
    }
    return sum;
}

int main(int argc, char **argv) {
    int n = argc > 1 ? atoi(argv[1]) % 8 : 3;
    for (int number = 0; number < n; number++) {
        read_image(number);
        rescale();
        printf("image %d total %ld\n", number, total());
    }
    printf("images %d\n", n);
    return 0;
}
