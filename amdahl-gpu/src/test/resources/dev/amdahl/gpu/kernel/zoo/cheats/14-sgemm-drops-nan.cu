// WRONG: what is not a number counts as nothing
//@ launch sgemm grid=(ceil(n / 16), ceil(m / 16)) block=(16, 16)
extern "C" __global__ void sgemm(const float *a, const float *b, float *c, int m, int n, int k) {
    int row = blockIdx.y * blockDim.y + threadIdx.y, column = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= m || column >= n) return;
    float sum = 0.0f;
    for (int i = 0; i < k; i++) { float v = b[i * n + column]; sum += a[row * k + i] * (v == v ? v : 0.0f); }
    c[row * n + column] = sum;
}
