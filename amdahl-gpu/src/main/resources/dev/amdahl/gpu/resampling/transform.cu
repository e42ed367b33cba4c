// Signed sums of every metric under 2^k sign vectors by the Walsh-Hadamard transform, in whole numbers. The table of a metric has 2^k
// entries; blockIdx.y is the metric. The Java twin is dev.amdahl.gpu.resampling.TransformTwins.
#define LOW_BITS 10
typedef long long sum_t;

__device__ void butterflies(sum_t* entries, int count, int columns) {
    for (int half = columns; half < count; half *= 2) {
        for (int t = threadIdx.x; t < count / 2; t += blockDim.x) {
            int at = (t / half) * 2 * half + t % half;
            sum_t a = entries[at];
            sum_t b = entries[at + half];
            entries[at] = a + b;
            entries[at + half] = a - b;
        }
        __syncthreads();
    }
}

// Adds each level to the entry of its pair's code, then does the stages of the low bits. Pairs come ordered by the high bits of their
// codes: those of block x are starts[x] to starts[x + 1].
extern "C" __global__ void scatterLow(
        const int* levels, const int* codes, const int* starts, int pairs, int k, sum_t* table) {
    __shared__ sum_t entries[1 << LOW_BITS];
    int bits = k < LOW_BITS ? k : LOW_BITS;
    int size = 1 << bits;
    for (int x = threadIdx.x; x < size; x += blockDim.x) entries[x] = 0;
    __syncthreads();
    for (int i = starts[blockIdx.x] + threadIdx.x; i < starts[blockIdx.x + 1]; i += blockDim.x) {
        sum_t level = levels[(long long) blockIdx.y * pairs + i];
        atomicAdd((unsigned long long*) &entries[codes[i] & (size - 1)], (unsigned long long) level);
    }
    __syncthreads();
    butterflies(entries, size, 1);
    sum_t* to = table + ((long long) blockIdx.y << k) + ((long long) blockIdx.x << bits);
    for (int x = threadIdx.x; x < size; x += blockDim.x) to[x] = entries[x];
}

// Loads the entries that differ in the bits [low, low + bits) for some neighbouring columns, and does the stages of these bits.
__device__ sum_t* stages(sum_t* entries, sum_t* table, int k, int low, int bits, int columns, int write) {
    int groups = (1 << low) / columns;
    long long base = ((long long) blockIdx.y << k) + ((long long) (blockIdx.x / groups) << (low + bits))
            + (long long) (blockIdx.x % groups) * columns;
    int count = columns << bits;
    for (int x = threadIdx.x; x < count; x += blockDim.x) {
        entries[x] = table[base + ((long long) (x / columns) << low) + x % columns];
    }
    __syncthreads();
    butterflies(entries, count, columns);
    if (write) {
        for (int x = threadIdx.x; x < count; x += blockDim.x) {
            table[base + ((long long) (x / columns) << low) + x % columns] = entries[x];
        }
    }
    return entries;
}

extern "C" __global__ void middleBits(sum_t* table, int k, int low, int bits, int columns) {
    extern __shared__ sum_t entries[];
    stages(entries, table, k, low, bits, columns, 1);
}

// The last stages; counts the sums that are at least as far from 0 as the metric's observed one.
extern "C" __global__ void countHigh(
        sum_t* table, int k, int low, int bits, int columns, const sum_t* observed, unsigned long long* counts) {
    extern __shared__ sum_t entries[];
    stages(entries, table, k, low, bits, columns, 0);
    sum_t bound = observed[blockIdx.y];
    unsigned int found = 0;
    for (int x = threadIdx.x; x < (columns << bits); x += blockDim.x) {
        found += llabs(entries[x]) >= bound ? 1 : 0;
    }
    for (int lane = 16; lane > 0; lane /= 2) found += __shfl_down_sync(0xffffffffu, found, lane);
    if (threadIdx.x % 32 == 0 && found > 0) atomicAdd(&counts[blockIdx.y], (unsigned long long) found);
}
