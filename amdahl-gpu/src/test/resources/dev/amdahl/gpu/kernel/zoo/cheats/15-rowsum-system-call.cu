// FORBIDDEN_CODE: reaches for the system
//@ launch rowsum grid=(ceil(rows / 64), 1) block=(64, 1)
extern "C" __global__ void rowsum(const float *x, float *y, int rows, int columns) {
    int getppid();
    y[0] = getppid();
}
