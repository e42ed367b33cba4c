// several sums side by side: U = 4 8 16, B = 64 32
//@ launch unrolled grid=(ceil(rows / @B@), 1) block=(@B@, 1)
extern "C" __global__ void unrolled(const float *x, float *y, int rows, int columns) {
    int row = blockIdx.x * @B@ + threadIdx.x;
    if (row >= rows) return;
    const float *from = x + row * columns;
    float sums[@U@];
#pragma unroll
    for (int u = 0; u < @U@; u++) sums[u] = 0.0f;
    int j = 0;
    for (; j + @U@ <= columns; j += @U@)
#pragma unroll
        for (int u = 0; u < @U@; u++) sums[u] += from[j + u];
    for (; j < columns; j++) sums[0] += from[j];
    float sum = 0.0f;
#pragma unroll
    for (int u = 0; u < @U@; u++) sum += sums[u];
    y[row] = sum;
}
