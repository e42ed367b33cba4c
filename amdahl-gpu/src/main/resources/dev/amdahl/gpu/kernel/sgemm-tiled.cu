// tiles of both factors in shared memory: T = 8 16 32
//@ launch tiled grid=(ceil(n / @T@), ceil(m / @T@)) block=(@T@, @T@)
extern "C" __global__ void tiled(const float *a, const float *b, float *c, int m, int n, int k) {
    __shared__ float left[@T@][@T@], right[@T@][@T@];
    int row = blockIdx.y * @T@ + threadIdx.y, column = blockIdx.x * @T@ + threadIdx.x;
    float sum = 0.0f;
    for (int from = 0; from < k; from += @T@) {
        int i = from + threadIdx.x, j = from + threadIdx.y;
        left[threadIdx.y][threadIdx.x] = row < m && i < k ? a[row * k + i] : 0.0f;
        right[threadIdx.y][threadIdx.x] = j < k && column < n ? b[j * n + column] : 0.0f;
        __syncthreads();
#pragma unroll
        for (int l = 0; l < @T@; l++) sum += left[threadIdx.y][l] * right[l][threadIdx.x];
        __syncthreads();
    }
    if (row < m && column < n) c[row * n + column] = sum;
}
