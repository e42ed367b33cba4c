//@ launch softmax grid=(ceil(rows / 64), 1) block=(64, 1)
extern "C" __global__ void softmax(const float *x, float *y, int rows, int columns) {
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    const float *from = x + row * columns;
    float *to = y + row * columns;
    float largest = from[0], sum = 0.0f;
    for (int j = 1; j < columns; j++) largest = fmaxf(largest, from[j]);
    for (int j = 0; j < columns; j++) sum += expf(from[j] - largest);
    for (int j = 0; j < columns; j++) to[j] = expf(from[j] - largest) / sum;
}
