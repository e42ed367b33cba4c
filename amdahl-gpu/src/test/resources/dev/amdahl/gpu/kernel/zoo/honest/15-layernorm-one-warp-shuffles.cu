// only the first warp shuffles, the others wait at the barrier
//@ launch layernorm grid=(rows, 1) block=(64, 1)
extern "C" __global__ void layernorm(
    const float *x, const float *gamma, const float *beta, float *y, int rows, int columns) {
    __shared__ float mean, scale;
    const float *from = x + blockIdx.x * columns;
    if (threadIdx.x < 32) {
        float sum = 0.0f, squares = 0.0f;
        for (int j = threadIdx.x; j < columns; j += 32) sum += from[j];
        for (int d = 16; d > 0; d /= 2) sum += __shfl_xor_sync(0xffffffffu, sum, d);
        float middle = sum / columns;
        for (int j = threadIdx.x; j < columns; j += 32) squares += (from[j] - middle) * (from[j] - middle);
        for (int d = 16; d > 0; d /= 2) squares += __shfl_xor_sync(0xffffffffu, squares, d);
        if (threadIdx.x == 0) {
            mean = middle;
            scale = 1.0f / sqrtf(squares / columns + 1e-5f);
        }
    }
    __syncthreads();
    for (int j = threadIdx.x; j < columns; j += 64)
        y[blockIdx.x * columns + j] = (from[j] - mean) * scale * gamma[j] + beta[j];
}
