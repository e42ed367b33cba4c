// two launches: the first clears, the second adds in any order
//@ launch clear grid=(ceil(rows / 64), 1) block=(64, 1)
//@ launch rowsum grid=(ceil(columns / 32), rows) block=(32, 1)
extern "C" __global__ void clear(const float *x, float *y, int rows, int columns) {
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < rows) y[row] = 0.0f;
}
extern "C" __global__ void rowsum(const float *x, float *y, int rows, int columns) {
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    if (j < columns) atomicAdd(y + blockIdx.y, x[blockIdx.y * columns + j]);
}
