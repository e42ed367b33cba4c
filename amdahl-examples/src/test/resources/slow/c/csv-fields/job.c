/* Counts the fields of one very long row of a feature table, and how often each byte occurs in it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int bytes[256];

static char *make_row(int fields) {
    char *row = malloc((size_t)fields * 8 + 1);
    char *at = row;
    unsigned seed = 7;
    for (int i = 0; i < fields; i++) {
        seed = seed * 1103515245u + 12345u;
        at += sprintf(at, "%u,", seed >> 16 & 0xfff);
    }
    *at = 0;
    return row;
}

static int count_fields(const char *row) {
    int fields = 0;
    for (size_t i = 0; i < strlen(row); i++) {
        bytes[(unsigned char)row[i]]++;
        if (row[i] == ',') {
            fields++;
        }
    }
    return fields;
}

int main(int argc, char **argv) {
    int n = argc > 1 ? atoi(argv[1]) : 32000;
    char *row = make_row(n);
    printf("fields %d\n", count_fields(row));
    for (int c = '0'; c <= '9'; c++) {
        printf("%c %d\n", c, bytes[c]);
    }
    free(row);
    return 0;
}
