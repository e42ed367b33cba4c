// OUT_OF_BOUNDS: whole tiles, without a look at the edge
//@ launch transpose grid=(ceil(columns / 16), ceil(rows / 16)) block=(16, 16)
extern "C" __global__ void transpose(const float *x, float *y, int rows, int columns) {
    int row = blockIdx.y * blockDim.y + threadIdx.y, column = blockIdx.x * blockDim.x + threadIdx.x;
    y[rows * columns + 5] = 1.0f;
    if (row < rows && column < columns) y[column * rows + row] = x[row * columns + column];
}
