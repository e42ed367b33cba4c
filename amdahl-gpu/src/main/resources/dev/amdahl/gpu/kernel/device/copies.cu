// Counts the words in which a copy differs from what was loaded, outside of its output. The Java twin is in
// dev.amdahl.gpu.kernel.device.DeviceCopies.
extern "C" __global__ void changedWords(
        const unsigned int* loaded, const unsigned int* copy, int from, int to, int words, unsigned int* changed,
        int place) {
    long long step = (long long) gridDim.x * blockDim.x;
    unsigned int count = 0;
    for (long long i = (long long) blockIdx.x * blockDim.x + threadIdx.x; i < words; i += step) {
        if ((i < from || i >= to) && loaded[i] != copy[i]) count++;
    }
    if (count > 0) atomicAdd(changed + place, count);
}

// Writes what was loaded of an input into a copy, turned round by a number of words. The Java twin is there too.
extern "C" __global__ void turn(const unsigned int* loaded, unsigned int* copy, int from, int length, int shift) {
    long long step = (long long) gridDim.x * blockDim.x;
    for (long long i = (long long) blockIdx.x * blockDim.x + threadIdx.x; i < length; i += step) {
        copy[from + i] = loaded[from + (i + shift) % length];
    }
}

// Leaves a pattern in shared memory; what is compared at the end is never so, and keeps the writes.
extern "C" __global__ void leaveShared(unsigned int pattern, int words, unsigned int* never) {
    extern __shared__ unsigned int left[];
    for (int i = threadIdx.x; i < words; i += blockDim.x) left[i] = pattern;
    __syncthreads();
    if (left[(threadIdx.x + 1) % words] != pattern) atomicAdd(never, 1u);
}
