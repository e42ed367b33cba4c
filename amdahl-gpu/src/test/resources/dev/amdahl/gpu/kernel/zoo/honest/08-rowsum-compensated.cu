//@ launch rowsum grid=(ceil(rows / 64), 1) block=(64, 1)
extern "C" __global__ void rowsum(const float *x, float *y, int rows, int columns) {
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    float sum = 0.0f;
    float lost = 0.0f;
    for (int j = 0; j < columns; j++) {
        float value = x[row * columns + j] - lost, next = sum + value;
        lost = (next - sum) - value;
        sum = next;
    }
    y[row] = sum;
}
