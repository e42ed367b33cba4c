#include <math.h>
#include <stdio.h>

int main(void) {
    double sum = 0;
    for (int i = 0; i < 40000000; i++) {
        double x = i * 1e-7;
        sum += pow(x, 3) - pow(x, 4);
    }
    printf("%.4e\n", sum);
    return 0;
}
