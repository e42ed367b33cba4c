/* Decodes length-prefixed frames from a file, byte by byte. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static void write_frames(const char *path, int frames) {
    FILE *out = fopen(path, "w");
    unsigned state = 3;
    for (int frame = 0; frame < frames; frame++) {
        state = state * 1664525u + 1013904223u;
        int length = 1 + (int)(state >> 28);
        putc(length, out);
        for (int i = 0; i < length; i++) {
            putc((int)(state >> (i & 15)) & 255, out);
        }
    }
    fclose(out);
}

static long decode(const char *path, int *frames) {
    int fd = open(path, O_RDONLY);
    unsigned char c;
    long sum = 0;
    *frames = 0;
    while (read(fd, &c, 1) == 1) {
        int length = c;
        for (int i = 0; i < length && read(fd, &c, 1) == 1; i++) {
            sum = sum * 3 + c;
        }
        ++*frames;
    }
    close(fd);
    return sum;
}

int main(int argc, char **argv) {
    int n = argc > 1 ? atoi(argv[1]) : 80000;
    int frames;
    write_frames("frames.bin", n);
    long sum = decode("frames.bin", &frames);
    printf("frames %d sum %lx\n", frames, sum);
    remove("frames.bin");
    return 0;
}
