// a block for each row, two trees in shared memory
#include <cuda_runtime.h>
#define THREADS 64
template <typename Op> __device__ __forceinline__ float folded(float *part, float value, Op op) {
    part[threadIdx.x] = value;
    __syncthreads();
    for (int half = THREADS / 2; half > 0; half >>= 1) {
        if (threadIdx.x < half) part[threadIdx.x] = op(part[threadIdx.x], part[threadIdx.x + half]);
        __syncthreads();
    }
    float all = part[0];
    __syncthreads();
    return all;
}
//@ launch softmax grid=(rows, 1) block=(64, 1)
extern "C" __global__ void softmax(const float *x, float *y, int rows, int columns) {
    __shared__ float part[THREADS];
    const float *from = x + blockIdx.x * columns;
    float largest = from[0], sum = 0.0f;
    for (int j = threadIdx.x; j < columns; j += THREADS) largest = fmaxf(largest, from[j]);
    largest = folded(part, largest, [](float a, float b) { return fmaxf(a, b); });
    for (int j = threadIdx.x; j < columns; j += THREADS) sum += expf(from[j] - largest);
    sum = folded(part, sum, [](float a, float b) { return a + b; });
    for (int j = threadIdx.x; j < columns; j += THREADS) y[blockIdx.x * columns + j] = expf(from[j] - largest) / sum;
}
