#include <stdio.h>
#include <string.h>

int main(void) {
    char text[] = "one";
    int letters = 0;
    for (size_t i = 0; i < strlen(text); i++) {
        letters += text[i] == 'o';
    }
    printf("%d\n", letters);
    unsigned state = 1;
    for (int i = 0; i < 200000000; i++) {
        state = state * 1664525u + 1013904223u;
    }
    printf("%u\n", state);
    return 0;
}
