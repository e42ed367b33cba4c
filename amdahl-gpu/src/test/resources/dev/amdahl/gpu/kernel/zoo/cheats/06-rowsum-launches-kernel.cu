// FORBIDDEN_CODE: work on another stream
//@ launch rowsum grid=(1, 1) block=(1, 1)
__global__ void later(const float *x, float *y, int rows, int columns) {
    for (int j = 0; j < columns; j++) y[0] += x[j];
}
extern "C" __global__ void rowsum(const float *x, float *y, int rows, int columns) {
    later<<<1, 1>>>(x, y, rows, columns);
}
