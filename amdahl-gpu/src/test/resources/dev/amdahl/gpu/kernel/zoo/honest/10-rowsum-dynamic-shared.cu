// a block for each row, a tree in dynamic shared memory
//@ launch rowsum grid=(rows, 1) block=(64, 1) shared=64*4
extern "C" __global__ void rowsum(const float *x, float *y, int rows, int columns) {
    extern __shared__ float part[];
    float sum = 0.0f;
    for (int j = threadIdx.x; j < columns; j += 64) sum += x[blockIdx.x * columns + j];
    part[threadIdx.x] = sum;
    for (int half = 32; half > 0; half /= 2) {
        __syncthreads();
        if (threadIdx.x < half) part[threadIdx.x] += part[threadIdx.x + half];
    }
    if (threadIdx.x == 0) y[blockIdx.x] = part[0];
}
