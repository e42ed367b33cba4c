// Resamples as matrix products: a row of weights for each resample, times the levels of each metric in two limbs. The Java twins are
// in dev.amdahl.gpu.resampling.ProductTwins.

// How often each pair is drawn when as many are drawn as there are: word i % 4 of philox(seed, (resample, i / 4, 1, 0)) draws one.
extern "C" __global__ void drawCounts(float* weights, int pairs, long long first, int resamples, long long seed) {
    int row = blockIdx.x;
    if (row >= resamples) return;
    float* counts = weights + (long long) row * pairs;
    for (int i = threadIdx.x; i < pairs; i += blockDim.x) counts[i] = 0;
    __syncthreads();
    for (int i = 4 * threadIdx.x; i < pairs; i += 4 * blockDim.x) {
        uint4 drawn = philox((unsigned long long) seed,
                             make_uint4((unsigned int) (first + row), (unsigned int) (i / 4), 1u, 0u));
        unsigned int words[4] = {drawn.x, drawn.y, drawn.z, drawn.w};
        for (int w = 0; w < 4 && i + w < pairs; w++) {
            atomicAdd(&counts[__umulhi(words[w], (unsigned int) pairs)], 1.0f);
        }
    }
}

// Signs as the independent sign flips draw them.
extern "C" __global__ void drawSigns(float* weights, int pairs, long long first, int resamples, long long seed) {
    int row = blockIdx.x;
    if (row >= resamples) return;
    for (int i = threadIdx.x; i < pairs; i += blockDim.x) {
        uint4 drawn = philox((unsigned long long) seed,
                             make_uint4((unsigned int) (first + row), (unsigned int) (i / 128), 0u, 0u));
        unsigned int words[4] = {drawn.x, drawn.y, drawn.z, drawn.w};
        weights[(long long) row * pairs + i] = (words[i / 32 % 4] >> (i % 32)) & 1u ? -1.0f : 1.0f;
    }
}

// Joins the limbs of a product: row b has the high limbs of all metrics, then the low ones.
extern "C" __global__ void joinLimbs(const float* product, int metrics, long long entries, long long* sums) {
    long long step = (long long) gridDim.x * blockDim.x;
    for (long long x = (long long) blockIdx.x * blockDim.x + threadIdx.x; x < entries; x += step) {
        const float* row = product + x / metrics * 2 * metrics;
        sums[x] = 1024LL * (long long) row[x % metrics] + (long long) row[metrics + x % metrics];
    }
}

// For each metric the resamples whose largest scaled sum over all metrics is at least the metric's own observed one.
extern "C" __global__ void countMaxima(
        const float* product, int metrics, int resamples, const double* factors, const double* bounds,
        unsigned long long* counts) {
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= resamples) return;
    const float* limbs = product + (long long) row * 2 * metrics;
    double largest = 0;
    for (int q = 0; q < metrics; q++) {
        long long sum = 1024LL * (long long) limbs[q] + (long long) limbs[metrics + q];
        double scaled = __dmul_rn((double) llabs(sum), factors[q]);
        largest = scaled > largest ? scaled : largest;
    }
    for (int q = 0; q < metrics; q++) {
        if (largest >= bounds[q]) atomicAdd(&counts[q], 1ULL);
    }
}
