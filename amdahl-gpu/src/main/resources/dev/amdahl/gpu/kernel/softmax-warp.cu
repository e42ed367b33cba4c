// a warp for each row, the exponentials kept in the output: W = 4 8
//@ launch warp grid=(ceil(rows / @W@), 1) block=(32, @W@)
extern "C" __global__ void warp(const float *x, float *y, int rows, int columns) {
    int row = blockIdx.x * @W@ + threadIdx.y, lane = threadIdx.x;
    if (row >= rows) return;
    const float *from = x + row * columns;
    float *to = y + row * columns;
    float largest = from[0], sum = 0.0f;
    for (int j = lane; j < columns; j += 32) largest = fmaxf(largest, from[j]);
    for (int d = 16; d > 0; d >>= 1) largest = fmaxf(largest, __shfl_xor_sync(0xffffffffu, largest, d));
    for (int j = lane; j < columns; j += 32) {
        float value = expf(from[j] - largest);
        to[j] = value;
        sum += value;
    }
    for (int d = 16; d > 0; d >>= 1) sum += __shfl_xor_sync(0xffffffffu, sum, d);
    float scale = 1.0f / sum;
    for (int j = lane; j < columns; j += 32) to[j] *= scale;
}
