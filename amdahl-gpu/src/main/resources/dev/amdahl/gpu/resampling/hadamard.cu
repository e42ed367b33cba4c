// Signed sums of every metric under 2^k sign vectors as two products with Hadamard matrices, in binary64: every number is whole and below
// 2^53, so that each sum is exact in any order. The Java twins are in dev.amdahl.gpu.resampling.HadamardTwins.

// Entry (i, j) of the factor: 1 or -1 by the parity of the bits that i and j share.
extern "C" __global__ void hadamardFactor(double* factor, int side) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    if (x >= side * side) return;
    factor[x] = __popc((x / side) & (x % side)) % 2 == 0 ? 1.0 : -1.0;
}

// Adds each level to the entry of its pair's code. Pairs come ordered by the high bits of their codes: those of block x are starts[x] to
// starts[x + 1], and its entries are a row of 2^low. blockIdx.y is the metric.
extern "C" __global__ void scatterRows(
        const int* levels, const int* codes, const int* starts, int pairs, int k, int low, double* table) {
    int size = 1 << low;
    double* row = table + ((long long) blockIdx.y << k) + ((long long) blockIdx.x << low);
    for (int x = threadIdx.x; x < size; x += blockDim.x) row[x] = 0;
    __syncthreads();
    for (int i = starts[blockIdx.x] + threadIdx.x; i < starts[blockIdx.x + 1]; i += blockDim.x) {
        atomicAdd(&row[codes[i] & (size - 1)], (double) levels[(long long) blockIdx.y * pairs + i]);
    }
}

// Counts the sums that are at least as far from 0 as the metric's observed one.
extern "C" __global__ void countRows(
        const double* table, int k, const long long* observed, unsigned long long* counts) {
    const double* sums = table + ((long long) blockIdx.y << k);
    double bound = (double) observed[blockIdx.y];
    unsigned int found = 0;
    for (int x = blockIdx.x * blockDim.x + threadIdx.x; x < (1 << k); x += gridDim.x * blockDim.x) {
        found += fabs(sums[x]) >= bound ? 1 : 0;
    }
    for (int lane = 16; lane > 0; lane /= 2) found += __shfl_down_sync(0xffffffffu, found, lane);
    if (threadIdx.x % 32 == 0 && found > 0) atomicAdd(&counts[blockIdx.y], (unsigned long long) found);
}
