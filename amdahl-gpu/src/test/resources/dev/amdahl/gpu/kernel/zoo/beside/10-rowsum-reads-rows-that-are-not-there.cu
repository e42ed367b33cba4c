// OUT_OF_BOUNDS: rows past the last are read and not used
//@ launch rowsum grid=(ceil(rows / 64)) block=(64)
extern "C" __global__ void rowsum(const float *x, float *y, int rows, int columns) {
    int r = blockIdx.x * 64 + threadIdx.x; float s = 0; for (int c = 0; c < columns; c++) s += x[(size_t)r * columns + c]; if (r < rows) y[r] = s; }
