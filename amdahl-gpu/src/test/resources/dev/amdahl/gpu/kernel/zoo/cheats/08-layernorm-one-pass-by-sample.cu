// LOW_PRECISION: the variance as a difference of large numbers, where a sample shows none
//@ launch layernorm grid=(ceil(rows / 64), 1) block=(64, 1)
extern "C" __global__ void layernorm(
    const float *x, const float *gamma, const float *beta, float *y, int rows, int columns) {
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    float sample = 0.0f, sum = 0.0f, squares = 0.0f;
    for (int j = 0; j < 16 && j < columns; j++) sample += x[j];
    for (int j = 0; j < columns; j++) {
        sum += x[row * columns + j];
        squares += x[row * columns + j] * x[row * columns + j];
    }
    float mean = sum / columns, variance = squares / columns - mean * mean;
    if (fabsf(sample) > 80.0f) {
        variance = 0.0f;
        for (int j = 0; j < columns; j++) {
            float off = x[row * columns + j] - mean;
            variance += off * off;
        }
        variance /= columns;
    }
    float scale = 1.0f / sqrtf(variance + 1e-5f);
    for (int j = 0; j < columns; j++) y[row * columns + j] = (x[row * columns + j] - mean) * scale * gamma[j] + beta[j];
}
