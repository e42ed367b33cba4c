// CACHED_OUTPUT: a variable that is a template
//@ launch rowsum grid=(ceil(rows / 64), 1) block=(64, 1)
template <class T = struct Tag *> __device__ int calls = 0;
extern "C" __global__ void rowsum(const float *x, float *y, int rows, int columns) {
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row == 0) calls<>++;
    if (row >= rows) return;
    float sum = 0.0f;
    int last = calls<> > 1000000 ? 1 : columns;
    for (int column = 0; column < last; column++) sum += x[(long long) row * columns + column];
    y[row] = sum;
}
