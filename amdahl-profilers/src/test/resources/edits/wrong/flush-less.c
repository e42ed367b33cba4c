#include <stdio.h>

int main(void) {
    FILE *out = fopen("state.txt", "w");
    long seen = 0;
    for (int i = 0; i < 10; i++) {
        fprintf(out, "state %d\n", i);
        fflush(out);
        FILE *in = fopen("state.txt", "r");
        while (fgetc(in) != EOF) {
            seen++;
        }
        fclose(in);
    }
    printf("%ld\n", seen);
    return fclose(out);
}
