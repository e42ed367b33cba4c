// STALE_OUTPUT: hopes that the answer stands there
//@ launch sgemm grid=(ceil(n / 16), ceil(m / 16)) block=(16, 16)
extern "C" __global__ void sgemm(const float *a, const float *b, float *c, int m, int n, int k) {
    int row = blockIdx.y * blockDim.y + threadIdx.y, column = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= m || column >= n) return;
    if (k < 0) c[row * n + column] = 0.0f;
}
