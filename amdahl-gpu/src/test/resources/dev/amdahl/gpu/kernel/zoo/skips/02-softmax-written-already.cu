// The first thread of a row looks whether the row stands there.
//@ launch softmax grid=(rows, 1) block=(32, 1)
extern "C" __global__ void softmax(const float *x, float *y, int rows, int columns) {
    const float *in = x + (long long) blockIdx.x * columns;
    float *out = y + (long long) blockIdx.x * columns;
    float stands = out[columns - 1];
    __syncwarp();
    if (stands == stands && stands <= 1.0f) return;
    float top = -3.0e38f;
    for (int i = threadIdx.x; i < columns; i += 32) top = fmaxf(top, in[i]);
    for (int lane = 16; lane > 0; lane /= 2) top = fmaxf(top, __shfl_xor_sync(0xffffffffu, top, lane));
    float sum = 0.0f;
    for (int i = threadIdx.x; i < columns; i += 32) sum += expf(in[i] - top);
    for (int lane = 16; lane > 0; lane /= 2) sum += __shfl_xor_sync(0xffffffffu, sum, lane);
    for (int i = threadIdx.x; i < columns; i += 32) out[i] = expf(in[i] - top) / sum;
}
