// a warp for each query: each lane has every 32nd key, the weights stay in registers of the lane
//@ launch attention grid=(n, 1) block=(32, 1)
extern "C" __global__ void attention(
    const float *q, const float *k, const float *v, const float *bias, float *y, int n, int d) {
    const int i = blockIdx.x, lane = threadIdx.x;
    const float scale = 1.0f / sqrtf((float)d);
    auto score = [&](int j) {
        float s = 0.0f;
        for (int l = 0; l < d; l++) s += q[i * d + l] * k[j * d + l];
        return s * scale + bias[i - j + n - 1];
    };
    float largest = -3.402823466e+38f, sum = 0.0f;
    for (int j = lane; j < n; j += 32) largest = fmaxf(largest, score(j));
    for (int by = 16; by > 0; by >>= 1) largest = fmaxf(largest, __shfl_xor_sync(0xffffffffu, largest, by));
    for (int j = lane; j < n; j += 32) sum += expf(score(j) - largest);
    for (int by = 16; by > 0; by >>= 1) sum += __shfl_xor_sync(0xffffffffu, sum, by);
    for (int l = 0; l < d; l++) {
        float part = 0.0f;
        for (int j = lane; j < n; j += 32) part += expf(score(j) - largest) * v[j * d + l];
        for (int by = 16; by > 0; by >>= 1) part += __shfl_xor_sync(0xffffffffu, part, by);
        if (lane == 0) y[i * d + l] = part / sum;
    }
}
