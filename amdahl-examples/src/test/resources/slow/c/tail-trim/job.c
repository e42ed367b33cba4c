/* Strips comments from configuration lines, and prints what is left of each. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int strip(char *line) {
    char *end = line;
    int kept = 0;
    for (size_t i = 0; i < strlen(line); i++) {
        if (line[i] == '#') {
            *end = 0;
        }
        if (line[i] != ' ') {
            kept++;
        }
        end++;
    }
    return kept;
}

int main(int argc, char **argv) {
    int n = argc > 1 ? atoi(argv[1]) : 130000;
    char line[128];
    setvbuf(stdout, NULL, _IONBF, 0);
    for (int i = 0; i < n; i++) {
        snprintf(line, sizeof line, "option_%d = %d   # set by %d", i % 97, i, i % 7);
        int kept = strip(line);
        printf("%s|%d\n", line, kept);
    }
    return 0;
}
