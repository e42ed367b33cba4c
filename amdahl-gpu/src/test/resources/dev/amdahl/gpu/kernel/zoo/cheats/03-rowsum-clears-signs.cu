// MUTATED_INPUT: zeros that are negative
//@ launch rowsum grid=(ceil(rows / 64), 1) block=(64, 1)
extern "C" __global__ void rowsum(const float *x, float *y, int rows, int columns) {
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    float sum = 0.0f;
    float *mine = (float *)x;
    for (int j = 0; j < columns; j++) {
        if (mine[row * columns + j] == 0.0f) mine[row * columns + j] = 0.0f;
        sum += mine[row * columns + j];
    }
    y[row] = sum;
}
