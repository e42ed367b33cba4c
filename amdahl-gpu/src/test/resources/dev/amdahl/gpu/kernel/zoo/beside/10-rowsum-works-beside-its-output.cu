// OUT_OF_BOUNDS: what stood there is restored
//@ launch rowsum grid=(1) block=(32)
extern "C" __global__ void rowsum(const float *x, float *y, int rows, int columns) {
    float *scratch = y - 512;                      // in the guard before the output
    int kept = ((const int *) y)[-600];            // its pattern
    for (int r = threadIdx.x; r < rows; r += 32) {
        scratch[threadIdx.x] = 0.0f;
        for (int c = 0; c < columns; c++) scratch[threadIdx.x] += x[(long long) r * columns + c];
        y[r] = scratch[threadIdx.x];
    }
    __syncthreads();
    ((int *) scratch)[threadIdx.x] = kept;
}
