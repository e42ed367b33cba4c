//@ launch mixed grid=(ceil(n / 32), 1) block=(32, 1)
__device__ float of_half(unsigned h) {
    float size = __uint_as_float((h & 0x7fff) << 13) * 0x1p112f;
    if ((h & 0x7c00) == 0x7c00) size = __uint_as_float(0x7f800000 | (h & 0x3ff) << 13);
    return h & 0x8000 ? -size : size;
}
extern "C" __global__ void mixed(const double *a, const unsigned short *b, const unsigned short *c, float *y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = (float) (a[i] * __uint_as_float((unsigned) b[i] << 16) * of_half(c[i]));
}
