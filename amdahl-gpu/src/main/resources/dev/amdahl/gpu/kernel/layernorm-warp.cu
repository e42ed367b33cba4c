// a warp for each row: W = 4 8 16
//@ launch warp grid=(ceil(rows / @W@), 1) block=(32, @W@)
__device__ __forceinline__ float total(float value) {
    for (int d = 16; d > 0; d >>= 1) value += __shfl_xor_sync(0xffffffffu, value, d);
    return value;
}
extern "C" __global__ void warp(
    const float *x, const float *gamma, const float *beta, float *y, int rows, int columns) {
    int row = blockIdx.x * @W@ + threadIdx.y, lane = threadIdx.x;
    if (row >= rows) return;
    const float *from = x + row * columns;
    float sum = 0.0f, squares = 0.0f;
    for (int j = lane; j < columns; j += 32) sum += from[j];
    float mean = total(sum) / columns;
    for (int j = lane; j < columns; j += 32) squares += (from[j] - mean) * (from[j] - mean);
    float scale = 1.0f / sqrtf(total(squares) / columns + 1e-5f);
    for (int j = lane; j < columns; j += 32) y[row * columns + j] = (from[j] - mean) * scale * gamma[j] + beta[j];
}
