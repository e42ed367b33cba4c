// a warp for each row: W = 4 8 16
//@ launch warp grid=(ceil(rows / @W@), 1) block=(32, @W@)
extern "C" __global__ void warp(const float *x, float *y, int rows, int columns) {
    int row = blockIdx.x * @W@ + threadIdx.y, lane = threadIdx.x;
    if (row >= rows) return;
    float sum = 0.0f;
    for (int j = lane; j < columns; j += 32) sum += x[row * columns + j];
    for (int d = 16; d > 0; d >>= 1) sum += __shfl_down_sync(0xffffffffu, sum, d);
    if (lane == 0) y[row] = sum;
}
