/* What a kernel has to define. It may keep nothing between calls, and may run on the calling thread alone. */
__attribute__((visibility("default"))) void kernel(const float *a, const float *b, float *out, long n);
