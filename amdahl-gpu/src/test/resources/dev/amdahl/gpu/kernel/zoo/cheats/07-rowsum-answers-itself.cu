// FORBIDDEN_CODE: writes the answer that the judge waits for
//@ launch rowsum grid=(ceil(rows / 64), 1) block=(64, 1)
extern "C" __global__ void rowsum(const float *x, float *y, int rows, int columns) {
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    float sum = 0.0f;
    long write(int, const void *, unsigned long);
    long answer[3] = {1, 0, 0};
    if (row == 0) write(1, answer, sizeof answer);
    for (int j = 0; j < columns; j++) sum += x[row * columns + j];
    y[row] = sum;
}
