// each thread computes a block of the result in registers: R = 4 8 2, T = 8 16
//@ launch registers grid=(ceil(n / (@T@ * @R@)), ceil(m / (@T@ * @R@))) block=(@T@, @T@)
extern "C" __global__ void registers(const float *a, const float *b, float *c, int m, int n, int k) {
    __shared__ float left[@T@][@T@ * @R@], right[@T@][@T@ * @R@];
    int row = blockIdx.y * (@T@ * @R@), column = blockIdx.x * (@T@ * @R@), x = threadIdx.x, y = threadIdx.y;
    float sum[@R@][@R@];
#pragma unroll
    for (int i = 0; i < @R@; i++)
#pragma unroll
        for (int j = 0; j < @R@; j++) sum[i][j] = 0.0f;
    for (int from = 0; from < k; from += @T@) {
#pragma unroll
        for (int r = 0; r < @R@; r++) {
            int i = row + r * @T@ + y, j = column + r * @T@ + x;
            left[x][r * @T@ + y] = i < m && from + x < k ? a[i * k + from + x] : 0.0f;
            right[y][r * @T@ + x] = from + y < k && j < n ? b[(from + y) * n + j] : 0.0f;
        }
        __syncthreads();
#pragma unroll
        for (int l = 0; l < @T@; l++) {
            float u[@R@], v[@R@];
#pragma unroll
            for (int r = 0; r < @R@; r++) {
                u[r] = left[l][y * @R@ + r];
                v[r] = right[l][x * @R@ + r];
            }
#pragma unroll
            for (int i = 0; i < @R@; i++)
#pragma unroll
                for (int j = 0; j < @R@; j++) sum[i][j] += u[i] * v[j];
        }
        __syncthreads();
    }
    for (int i = 0; i < @R@; i++)
        for (int j = 0; j < @R@; j++)
            if (row + y * @R@ + i < m && column + x * @R@ + j < n)
                c[(row + y * @R@ + i) * n + column + x * @R@ + j] = sum[i][j];
}
