#include <stdio.h>
#include <string.h>

int main(void) {
    char text[] = "learning rate # as it was";
    char *cut = text;
    int letters = 0;
    for (size_t i = 0; i < strlen(text); i++) {
        if (cut[i] == '#') {
            cut[i] = 0;
        }
        letters++;
    }
    printf("%d\n", letters);
    return 0;
}
