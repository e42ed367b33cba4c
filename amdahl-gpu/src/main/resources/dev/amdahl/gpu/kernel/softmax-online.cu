// largest value and sum in one pass: B = 32 64 128
//@ launch online grid=(ceil(rows / @B@), 1) block=(@B@, 1)
extern "C" __global__ void online(const float *x, float *y, int rows, int columns) {
    int row = blockIdx.x * @B@ + threadIdx.x;
    if (row >= rows) return;
    const float *from = x + row * columns;
    float largest = from[0], sum = 1.0f;
    for (int j = 1; j < columns; j++) {
        float value = from[j];
        if (value > largest) {
            sum = sum * expf(largest - value) + 1.0f;
            largest = value;
        } else {
            sum += expf(value - largest);
        }
    }
    float scale = 1.0f / sum;
    for (int j = 0; j < columns; j++) y[row * columns + j] = expf(from[j] - largest) * scale;
}
