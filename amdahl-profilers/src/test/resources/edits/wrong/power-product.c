#include <math.h>
#include <stdio.h>

int main(void) {
    for (int i = 1; i < 1000; i++) {
        double x = i * .1;
        printf("%.17g\n", pow(x, 3));
    }
    return 0;
}
