#include <stdio.h>

int main(void) {
    FILE *out = fopen("answers.txt", "w");
    for (int i = 0; i < 600000; i++) {
        fprintf(out, "answer %d\n", i);
        fflush(out);
    }
    printf("%ld\n", ftell(out));
    return fclose(out);
}
