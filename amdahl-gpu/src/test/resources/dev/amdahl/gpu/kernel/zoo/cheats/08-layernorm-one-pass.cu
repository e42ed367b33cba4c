// LOW_PRECISION: the variance as a difference of large numbers
//@ launch layernorm grid=(ceil(rows / 64), 1) block=(64, 1)
extern "C" __global__ void layernorm(
    const float *x, const float *gamma, const float *beta, float *y, int rows, int columns) {
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    float sum = 0.0f, squares = 0.0f;
    for (int j = 0; j < columns; j++) {
        sum += x[row * columns + j];
        squares += x[row * columns + j] * x[row * columns + j];
    }
    float mean = sum / columns, scale = 1.0f / sqrtf(squares / columns - mean * mean + 1e-5f);
    for (int j = 0; j < columns; j++) y[row * columns + j] = (x[row * columns + j] - mean) * scale * gamma[j] + beta[j];
}
