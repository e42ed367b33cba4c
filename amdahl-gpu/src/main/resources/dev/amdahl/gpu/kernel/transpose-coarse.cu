// several elements for each thread: R = 8 4 16
//@ launch coarse grid=(ceil(columns / 16), ceil(rows / (16 * @R@))) block=(16, 16)
extern "C" __global__ void coarse(const float *x, float *y, int rows, int columns) {
    int row = (blockIdx.y * 16 + threadIdx.y) * @R@, column = blockIdx.x * 16 + threadIdx.x;
    if (column >= columns) return;
#pragma unroll
    for (int r = 0; r < @R@; r++)
        if (row + r < rows) y[column * rows + row + r] = x[(row + r) * columns + column];
}
