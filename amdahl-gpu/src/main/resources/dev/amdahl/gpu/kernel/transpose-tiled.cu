// a tile in shared memory, so that both sides are read and written by rows: T = 16 32 8
//@ launch tiled grid=(ceil(columns / @T@), ceil(rows / @T@)) block=(@T@, @T@)
extern "C" __global__ void tiled(const float *x, float *y, int rows, int columns) {
    __shared__ float tile[@T@][@T@ + 1];
    int row = blockIdx.y * @T@ + threadIdx.y, column = blockIdx.x * @T@ + threadIdx.x;
    if (row < rows && column < columns) tile[threadIdx.y][threadIdx.x] = x[row * columns + column];
    __syncthreads();
    row = blockIdx.y * @T@ + threadIdx.x;
    column = blockIdx.x * @T@ + threadIdx.y;
    if (row < rows && column < columns) y[column * rows + row] = tile[threadIdx.x][threadIdx.y];
}
