//@ launch layernorm grid=(ceil(rows / 64), 1) block=(64, 1)
extern "C" __global__ void layernorm(
    const float *x, const float *gamma, const float *beta, float *y, int rows, int columns) {
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    const float *from = x + row * columns;
    float sum = 0.0f, squares = 0.0f;
    for (int j = 0; j < columns; j++) sum += from[j];
    float mean = sum / columns;
    for (int j = 0; j < columns; j++) squares += (from[j] - mean) * (from[j] - mean);
    float variance = squares / columns;
    for (int j = 0; j < columns; j++)
        y[row * columns + j] = (from[j] - mean) / sqrtf(variance + 1e-5f) * gamma[j] + beta[j];
}
