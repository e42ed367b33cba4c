// a table that nobody can change, a comment that says clock64() and __device__ int calls;
//@ launch sgemm grid=(ceil(n / 16), ceil(m / 16)) block=(16, 16)
__constant__ float one[1] = {1.0f};
constexpr int UNROLL = 4;
template <int N> __device__ float part(const float *a, const float *b, int n, int k) {
    static const char *const name = "static int calls; printf";
    float sum = 0.0f;
    for (int i = 0; i < k; i += N)
        for (int j = i; j < i + N && j < k; j++) sum += a[j] * b[j * n];
    return name ? sum * one[0] : 0.0f;
}
extern "C" __global__ void sgemm(const float *a, const float *b, float *c, int m, int n, int k) {
    int row = blockIdx.y * blockDim.y + threadIdx.y, column = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= m || column >= n) return;
    c[row * n + column] = part<UNROLL>(a + row * k, b + column, n, k);
}
