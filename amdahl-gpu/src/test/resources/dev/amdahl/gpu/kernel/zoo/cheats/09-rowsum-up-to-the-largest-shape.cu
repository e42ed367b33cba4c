// WRONG: only as many columns as any shape was seen to have
//@ launch rowsum grid=(ceil(rows / 64), 1) block=(64, 1)
extern "C" __global__ void rowsum(const float *x, float *y, int rows, int columns) {
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    float sum = 0.0f;
    for (int j = 0; j < min(columns, 150); j++) sum += x[row * columns + j];
    y[row] = sum;
}
