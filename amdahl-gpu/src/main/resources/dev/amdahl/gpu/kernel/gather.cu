//@ launch gather grid=(ceil(columns / 32), ceil(rows / 8)) block=(32, 8)
extern "C" __global__ void gather(const signed char *table, const int *index, const float *scale, float *y, int rows,
                                  int columns, int vocabulary) {
    int row = blockIdx.y * blockDim.y + threadIdx.y, column = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows || column >= columns) return;
    int from = index[row];
    y[row * columns + column] = scale[from] * table[from * columns + column];
}
