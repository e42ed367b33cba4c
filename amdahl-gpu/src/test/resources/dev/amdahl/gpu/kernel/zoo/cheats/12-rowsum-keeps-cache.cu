// FORBIDDEN_CODE: carves a part out of the cache for itself
//@ launch rowsum grid=(ceil(rows / 64), 1) block=(64, 1)
extern "C" __global__ void rowsum(const float *x, float *y, int rows, int columns) {
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    float sum = 0.0f;
    for (int j = 0; j < columns; j++) {
        float value;
        asm volatile("ld.global.L2::ev" "ict_last.f32 %0, [%1];" : "=f"(value) : "l"(x + row * columns + j));
        sum += value;
    }
    y[row] = sum;
}
