#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    size_t size = 300000;
    char *text = malloc(size + 1);
    memset(text, 'a', size);
    text[size] = 0;
    char *last = malloc(256);
    long sum = 0;
    for (size_t i = 0; i < strlen(text); i++) {
        last[(unsigned char)text[i]] = (char)i;
        sum += text[i] + last['a'];
    }
    printf("%ld\n", sum);
    return 0;
}
