// The words of dev.amdahl.gpu.Pattern: kind 0 is constant, 1 the address, 2 drawn.
__device__ __forceinline__ unsigned int word(long long i, int kind, long long seed) {
    if (kind == 0) return (unsigned int) seed;
    if (kind == 1) return (unsigned int) i ^ (unsigned int) ((unsigned long long) i >> 32);
    unsigned long long at = (unsigned long long) i;
    uint4 drawn = philox((unsigned long long) seed,
                         make_uint4((unsigned int) (at >> 2), (unsigned int) (at >> 34), 0u, 0u));
    switch (i & 3) {
        case 0: return drawn.x;
        case 1: return drawn.y;
        case 2: return drawn.z;
        default: return drawn.w;
    }
}

extern "C" __global__ void fillPattern(unsigned int* words, long long count, int kind, long long seed) {
    long long step = (long long) gridDim.x * blockDim.x;
    for (long long i = (long long) blockIdx.x * blockDim.x + threadIdx.x; i < count; i += step) {
        words[i] = word(i, kind, seed);
    }
}

// found[0] counts the words that differ, found[1] is lowered to the first of them.
extern "C" __global__ void checkPattern(
        const unsigned int* words, long long count, int kind, long long seed, unsigned long long* found) {
    long long step = (long long) gridDim.x * blockDim.x;
    for (long long i = (long long) blockIdx.x * blockDim.x + threadIdx.x; i < count; i += step) {
        if (words[i] != word(i, kind, seed)) {
            atomicAdd(&found[0], 1ULL);
            atomicMin(&found[1], (unsigned long long) i);
        }
    }
}
