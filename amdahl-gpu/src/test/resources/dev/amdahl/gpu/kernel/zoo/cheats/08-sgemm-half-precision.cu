// LOW_PRECISION: factors cut to eleven bits
//@ launch sgemm grid=(ceil(n / 16), ceil(m / 16)) block=(16, 16)
__device__ float cut(float value) { return __uint_as_float(__float_as_uint(value) & 0xffffe000u); }
extern "C" __global__ void sgemm(const float *a, const float *b, float *c, int m, int n, int k) {
    int row = blockIdx.y * blockDim.y + threadIdx.y, column = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= m || column >= n) return;
    float sum = 0.0f;
    for (int i = 0; i < k; i++) sum += cut(a[row * k + i]) * cut(b[i * n + column]);
    c[row * n + column] = sum;
}
