//@ launch mixed grid=(ceil(n / 32), 1) block=(32, 1)
extern "C" __global__ void mixed(const double *a, const unsigned short *b, float *y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = (float) (a[i] * __uint_as_float((unsigned) b[i] << 16));
}
