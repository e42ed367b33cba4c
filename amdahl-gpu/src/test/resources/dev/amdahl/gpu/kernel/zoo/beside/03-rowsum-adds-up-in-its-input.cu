// MUTATED_INPUT: the sum grows where the input stands, which is restored
//@ launch rowsum grid=(ceil(rows / 64), 1) block=(64, 1)
extern "C" __global__ void rowsum(const float *x, float *y, int rows, int columns) {
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    float *mine = const_cast<float *>(x) + (long long) row * columns;
    float kept = mine[0];
    for (int column = 1; column < columns; column++) mine[0] += mine[column];
    y[row] = mine[0];
    mine[0] = kept;
}
