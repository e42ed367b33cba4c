// one root and one division for each row, several sums side by side: B = 32 64 128
//@ launch reciprocal grid=(ceil(rows / @B@), 1) block=(@B@, 1)
extern "C" __global__ void reciprocal(
    const float *x, const float *gamma, const float *beta, float *y, int rows, int columns) {
    int row = blockIdx.x * @B@ + threadIdx.x;
    if (row >= rows) return;
    const float *from = x + row * columns;
    float s0 = 0.0f, s1 = 0.0f, s2 = 0.0f, s3 = 0.0f;
    int j = 0;
    for (; j + 4 <= columns; j += 4) {
        s0 += from[j]; s1 += from[j + 1]; s2 += from[j + 2]; s3 += from[j + 3];
    }
    for (; j < columns; j++) s0 += from[j];
    float mean = (s0 + s1 + (s2 + s3)) / columns;
    s0 = s1 = s2 = s3 = 0.0f;
    for (j = 0; j + 4 <= columns; j += 4) {
        float a = from[j] - mean, b = from[j + 1] - mean, c = from[j + 2] - mean, d = from[j + 3] - mean;
        s0 += a * a; s1 += b * b; s2 += c * c; s3 += d * d;
    }
    for (; j < columns; j++) s0 += (from[j] - mean) * (from[j] - mean);
    float scale = 1.0f / sqrtf((s0 + s1 + (s2 + s3)) / columns + 1e-5f);
    for (j = 0; j < columns; j++) y[row * columns + j] = (from[j] - mean) * scale * gamma[j] + beta[j];
}
