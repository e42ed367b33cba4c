#include <stdio.h>

int main(void) {
    setvbuf(stdout, NULL, _IONBF, 0);
    for (int i = 0; i < 600000; i++) {
        printf("answer %d\n", i);
    }
    return 0;
}
