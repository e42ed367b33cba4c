// Sign flips with independent signs: bit i % 128 of philox(seed, (resample, i / 128, stream, 0)) turns pair i. A thread has one
// resample and eight metrics; whole numbers throughout. The Java twin is in dev.amdahl.gpu.resampling.IndependentSignFlips.
#define METRICS 8
#define PAIRS 128
#define FLUSH 8

extern "C" __global__ void independentFlips(
        const int* levels, int pairs, int metrics, long long first, long long resamples, long long seed, int stream,
        const long long* sums, unsigned long long* counts) {
    __shared__ int tile[PAIRS][METRICS];
    __shared__ unsigned int found[METRICS];
    int metric = blockIdx.y * METRICS;
    long long resample = (long long) blockIdx.x * blockDim.x + threadIdx.x;
    if (threadIdx.x < METRICS) found[threadIdx.x] = 0;
    long long turned[METRICS] = {0};
    int part[METRICS] = {0};
    for (int begin = 0, tiles = 1; begin < pairs; begin += PAIRS, tiles++) {
        __syncthreads();
        for (int x = threadIdx.x; x < PAIRS * METRICS; x += blockDim.x) {
            int i = begin + x % PAIRS;
            int q = metric + x / PAIRS;
            tile[x % PAIRS][x / PAIRS] = i < pairs && q < metrics ? levels[(long long) q * pairs + i] : 0;
        }
        __syncthreads();
        uint4 drawn = philox((unsigned long long) seed,
                             make_uint4((unsigned int) (first + resample), (unsigned int) (begin / PAIRS), (unsigned int) stream, 0u));
        unsigned int words[4] = {drawn.x, drawn.y, drawn.z, drawn.w};
#pragma unroll
        for (int w = 0; w < 4; w++) {
#pragma unroll
            for (int bit = 0; bit < 32; bit++) {
                int mask = -(int) ((words[w] >> bit) & 1u);
#pragma unroll
                for (int q = 0; q < METRICS; q++) part[q] += tile[32 * w + bit][q] & mask;
            }
        }
        // 8 tiles of 128 levels within 2^20 stay within 2^30.
        if (tiles % FLUSH == 0) {
#pragma unroll
            for (int q = 0; q < METRICS; q++) {
                turned[q] += part[q];
                part[q] = 0;
            }
        }
    }
    __syncthreads();
#pragma unroll
    for (int q = 0; q < METRICS; q++) {
        if (resample < resamples && metric + q < metrics) {
            long long sum = sums[metric + q];
            long long flipped = sum - 2 * (turned[q] + part[q]);
            if (llabs(flipped) >= llabs(sum)) atomicAdd(&found[q], 1u);
        }
    }
    __syncthreads();
    if (threadIdx.x < METRICS && metric + threadIdx.x < metrics && found[threadIdx.x] > 0) {
        atomicAdd(&counts[metric + threadIdx.x], (unsigned long long) found[threadIdx.x]);
    }
}
