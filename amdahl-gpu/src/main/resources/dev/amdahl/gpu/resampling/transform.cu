// Counts of the signed sums of every metric under 2^k sign vectors by Walsh-Hadamard transforms of 1,024 sums each, which one warp holds in
// its registers: no table leaves the multiprocessor. A sign vector has a row (its low ten bits) and a column (the others); blockIdx.y is
// the metric. sum_t is unsigned, of 32 bits where no metric's magnitudes add up to more than 2^31 - 1, else of 64: what is between may wrap,
// the sums themselves do not. The Java twin is dev.amdahl.gpu.resampling.TransformTwins.
#define WARPS 4
#define PITCH 33

__device__ __forceinline__ void add(unsigned int* at, unsigned int by) { atomicAdd(at, by); }
__device__ __forceinline__ void add(unsigned long long* at, unsigned long long by) { atomicAdd(at, by); }

__device__ __forceinline__ void stages(sum_t (&x)[32]) {
#pragma unroll
    for (int half = 1; half < 32; half *= 2) {
#pragma unroll
        for (int t = 0; t < 16; t++) {
            int i = t / half * 2 * half + t % half;
            sum_t a = x[i];
            x[i] = a + x[i + half];
            x[i + half] = a - x[i + half];
        }
    }
}

// The code of a pair has the place of its row in the low 11 bits, and its column above. A warp adds each level, turned where code and column
// say so, to the row, and does the stages of the high and of the low five bits of the row. All sums are moved up by one less than the
// bound, so that those as far from 0 as the bound, and no others, reach the limit.
extern "C" __global__ void __launch_bounds__(32 * WARPS) countFlips(
        const int* levels, const int* codes, int pairs, int columns, const long long* observed, unsigned long long* counts) {
    __shared__ sum_t rows[WARPS][32 * PITCH];
    int lane = threadIdx.x % 32;
    sum_t* own = rows[threadIdx.x / 32];
    const int* mine = levels + (long long) blockIdx.y * pairs;
    sum_t bound = (sum_t) observed[blockIdx.y];
    sum_t limit = bound == 0 ? 0 : 2 * bound - 1;
    unsigned int found = 0;
    for (int column = blockIdx.x * WARPS + threadIdx.x / 32; column < columns; column += gridDim.x * WARPS) {
#pragma unroll
        for (int j = 0; j < PITCH; j++) own[32 * j + lane] = 0;
        if (lane == 0) own[0] = bound - 1;
        __syncwarp();
        for (int i = lane; i < pairs; i += 32) {
            int code = codes[i];
            sum_t level = (sum_t) mine[i];
            add(&own[code & 2047], __popc(code & column << 11) % 2 == 0 ? level : 0 - level);
        }
        __syncwarp();
        sum_t x[32];
#pragma unroll
        for (int j = 0; j < 32; j++) x[j] = own[PITCH * j + lane];
        stages(x);
#pragma unroll
        for (int j = 0; j < 32; j++) own[PITCH * j + lane] = x[j];
        __syncwarp();
#pragma unroll
        for (int j = 0; j < 32; j++) x[j] = own[PITCH * lane + j];
        __syncwarp();
        stages(x);
#pragma unroll
        for (int j = 0; j < 32; j++) found += x[j] >= limit ? 1 : 0;
    }
    for (int by = 16; by > 0; by /= 2) found += __shfl_down_sync(0xffffffffu, found, by);
    if (lane == 0 && found > 0) atomicAdd(&counts[blockIdx.y], (unsigned long long) found);
}
