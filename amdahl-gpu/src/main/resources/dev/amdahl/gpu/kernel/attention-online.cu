// each score once, the sum rescaled as a larger one comes: B = 32 64
//@ launch online grid=(ceil(n / @B@), 1) block=(@B@, 1)
extern "C" __global__ void online(
    const float *q, const float *k, const float *v, const float *bias, float *y, int n, int d) {
    int i = blockIdx.x * @B@ + threadIdx.x;
    if (i >= n) return;
    float root = 1.0f / sqrtf((float)d), largest = 0.0f, sum = 0.0f;
    for (int j = 0; j < n; j++) {
        float score = 0.0f;
        for (int l = 0; l < d; l++) score += q[i * d + l] * k[j * d + l];
        score = score * root + bias[i - j + n - 1];
        float keep = 1.0f, weight = 1.0f;
        if (j == 0) {
            keep = 0.0f;
            largest = score;
        } else if (score > largest) {
            keep = expf(largest - score);
            largest = score;
        } else {
            weight = expf(score - largest);
        }
        sum = sum * keep + weight;
        for (int l = 0; l < d; l++) y[i * d + l] = (j == 0 ? 0.0f : y[i * d + l] * keep) + weight * v[j * d + l];
    }
    float scale = 1.0f / sum;
    for (int l = 0; l < d; l++) y[i * d + l] *= scale;
}
