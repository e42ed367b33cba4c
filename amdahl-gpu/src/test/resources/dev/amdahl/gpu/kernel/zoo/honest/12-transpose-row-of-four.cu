// four columns for each thread, the last ones one by one
//@ launch transpose grid=(ceil(columns / 128), rows) block=(32, 1)
extern "C" __global__ void transpose(const float *__restrict__ x, float *__restrict__ y, int rows, int columns) {
    int row = blockIdx.y, from = (blockIdx.x * 32 + threadIdx.x) * 4;
#pragma unroll
    for (int i = 0; i < 4; i++)
        if (from + i < columns) y[(from + i) * rows + row] = __ldg(&x[row * columns + from + i]);
}
