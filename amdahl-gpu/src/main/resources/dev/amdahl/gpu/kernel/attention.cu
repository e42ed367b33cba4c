//@ launch attention grid=(ceil(n / 32), 1) block=(32, 1)
__device__ __forceinline__ float score(const float *q, const float *k, float bias, int d) {
    float sum = 0.0f;
    for (int l = 0; l < d; l++) sum += q[l] * k[l];
    return sum / sqrtf((float)d) + bias;
}
extern "C" __global__ void attention(
    const float *q, const float *k, const float *v, const float *bias, float *y, int n, int d) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float largest = score(q + i * d, k, bias[i + n - 1], d), sum = 0.0f;
    for (int j = 1; j < n; j++) largest = fmaxf(largest, score(q + i * d, k + j * d, bias[i - j + n - 1], d));
    for (int l = 0; l < d; l++) y[i * d + l] = 0.0f;
    for (int j = 0; j < n; j++) {
        float weight = expf(score(q + i * d, k + j * d, bias[i - j + n - 1], d) - largest);
        sum += weight;
        for (int l = 0; l < d; l++) y[i * d + l] += weight * v[j * d + l];
    }
    for (int l = 0; l < d; l++) y[i * d + l] /= sum;
}
