//@ launch softmax grid=(rows, 1) block=(1, 1)
extern "C" __global__ void softmax(const float *x, float *y, int rows, int columns) {
    const float *from = x + blockIdx.x * columns;
    float largest = from[0], sum = 0.0f;
    for (int j = 1; j < columns; j++) largest = fmaxf(largest, from[j]);
    for (int j = 0; j < columns; j++) sum += y[blockIdx.x * columns + j] = __expf(from[j] - largest);
    for (int j = 0; j < columns; j++) y[blockIdx.x * columns + j] *= 1.0f / sum;
}
