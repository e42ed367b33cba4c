/* A job whose hot function is a CUDA kernel, on one processor core: blocks and threads one after the other, so without barriers. */
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <utility>
#include <vector>
#define __global__
struct dim3 {
    unsigned x, y, z;
    dim3(unsigned x = 1, unsigned y = 1, unsigned z = 1) : x(x), y(y), z(z) {}
};
static dim3 gridDim, blockDim, blockIdx, threadIdx;
enum cudaError_t { cudaSuccess };
typedef void *cudaStream_t;
template <class... P, size_t... I> static void call(void (*kernel)(P...), void **arguments, std::index_sequence<I...>) {
    kernel(*(P *)arguments[I]...);
}
template <class... P>
static cudaError_t cudaLaunchKernel(void (*kernel)(P...), dim3 grid, dim3 block, void **arguments, size_t, cudaStream_t) {
    gridDim = grid;
    blockDim = block;
    for (blockIdx.y = 0; blockIdx.y < grid.y; blockIdx.y++)
        for (blockIdx.x = 0; blockIdx.x < grid.x; blockIdx.x++)
            for (threadIdx.y = 0; threadIdx.y < block.y; threadIdx.y++)
                for (threadIdx.x = 0; threadIdx.x < block.x; threadIdx.x++)
                    call(kernel, arguments, std::index_sequence_for<P...>());
    return cudaSuccess;
}
#include "sgemm.cu"

int main(int count, char **words) {
    int batches = count > 1 ? atoi(words[1]) : 1, m = 96, n = 128, k = 160;
    const char *seed = getenv("AMDAHL_SEED");
    unsigned state = seed ? (unsigned) strtoul(seed, nullptr, 10) : 1;
    std::vector<float> a(m * k), b(k * n), c(m * n);
    double sum = 0;
    for (int batch = 0; batch < batches; batch++) {
        for (float &value : a) value = (float) ((state = state * 1664525u + 1013904223u) >> 28);
        for (float &value : b) value = (float) ((state = state * 1664525u + 1013904223u) >> 28);
        if (sgemm_launch(a.data(), b.data(), c.data(), m, n, k, nullptr)) return 1;
        for (int i = 0; i < m * n; i++) sum += c[i] * (i % 7);
    }
    printf("%.0f\nprocessed %d\n", sum, batches);
    return 0;
}
