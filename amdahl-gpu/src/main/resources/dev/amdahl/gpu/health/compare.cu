// How many elements differ in any bit: found[2 slot] counts them, found[2 slot + 1] is lowered to the first. The Java twins are in
// dev.amdahl.gpu.health.ProductComparison.
template <typename Bits>
__device__ void compare(const Bits* expected, const Bits* actual, long long count, int slot, unsigned long long* found) {
    long long step = (long long) gridDim.x * blockDim.x;
    for (long long i = (long long) blockIdx.x * blockDim.x + threadIdx.x; i < count; i += step) {
        if (expected[i] != actual[i]) {
            atomicAdd(&found[2 * slot], 1ULL);
            atomicMin(&found[2 * slot + 1], (unsigned long long) i);
        }
    }
}

extern "C" __global__ void compareWords(
        const unsigned int* expected, const unsigned int* actual, long long count, int slot, unsigned long long* found) {
    compare(expected, actual, count, slot, found);
}

extern "C" __global__ void compareDoubles(
        const unsigned long long* expected, const unsigned long long* actual, long long count, int slot,
        unsigned long long* found) {
    compare(expected, actual, count, slot, found);
}
