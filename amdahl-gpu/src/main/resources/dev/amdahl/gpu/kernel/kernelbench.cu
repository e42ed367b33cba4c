// The baselines of the tasks of KernelBench, plain on purpose. A section begins with its name between equals signs; @E@ is the entry, @B@ the
// threads of a block, @STEPS@ what happens to one value x, @IN@ and @VECTORS@ parameters; the rest are words and numbers of the task.
=== map ===
//@ launch @E@ grid=(ceil(rows * columns / @B@)) block=(@B@)
extern "C" __global__ void @E@(const float *in, float *y, int rows, int columns) {
    int at = blockIdx.x * blockDim.x + threadIdx.x;
    if (at >= rows * columns) return;
    float x = in[at];
@STEPS@    y[at] = x;
}
=== together ===
__device__ __forceinline__ float @E@_all(float *part, float v, bool largest) {
    part[threadIdx.x] = v;
    __syncthreads();
    for (int half = @B@ / 2; half > 0; half /= 2) {
        if ((int)threadIdx.x < half) {
            float other = part[threadIdx.x + half];
            v = largest ? (v != v || v > other ? v : other) : v + other;
            part[threadIdx.x] = v;
        }
        __syncthreads();
    }
    v = part[0];
    __syncthreads();
    return v;
}
=== rows ===
//@ launch @E@ grid=(rows) block=(@B@)
@TOGETHER@extern "C" __global__ void @E@(const float *in, float *y, int rows, int columns) {
    __shared__ float part[@B@];
    const float *from = in + blockIdx.x * columns;
    float *to = y + blockIdx.x * columns;
@BODY@}
=== afterwards ===
//@ launch @E@_rows grid=(m) block=(@B@)
@TOGETHER@extern "C" __global__ void @E@_rows(const float *a, const float *b, @VECTORS@float *y, int m, int n, int k) {
    __shared__ float part[@B@];
    const int columns = n;
    float *from = y + blockIdx.x * columns, *to = from;
@BODY@}
=== softmax ===
    float largest = from[0], sum = 0.0f;
    for (int j = threadIdx.x; j < columns; j += @B@) largest = largest != largest || largest > from[j] ? largest : from[j];
    largest = @E@_all(part, largest, true);
    for (int j = threadIdx.x; j < columns; j += @B@) sum += expf(from[j] - largest);
    sum = @E@_all(part, sum, false);
    for (int j = threadIdx.x; j < columns; j += @B@) to[j] = expf(from[j] - largest) / sum;
=== logsoftmax ===
    float largest = from[0], sum = 0.0f;
    for (int j = threadIdx.x; j < columns; j += @B@) largest = largest != largest || largest > from[j] ? largest : from[j];
    largest = @E@_all(part, largest, true);
    for (int j = threadIdx.x; j < columns; j += @B@) sum += expf(from[j] - largest);
    sum = logf(@E@_all(part, sum, false));
    for (int j = threadIdx.x; j < columns; j += @B@) to[j] = from[j] - largest - sum;
=== l1 ===
    float sum = 0.0f;
    for (int j = threadIdx.x; j < columns; j += @B@) sum += fabsf(from[j]);
    float mean = @E@_all(part, sum, false) / columns;
    for (int j = threadIdx.x; j < columns; j += @B@) to[j] = from[j] / mean;
=== l2 ===
    float sum = 0.0f;
    for (int j = threadIdx.x; j < columns; j += @B@) sum += from[j] * from[j];
    float length = sqrtf(@E@_all(part, sum, false));
    for (int j = threadIdx.x; j < columns; j += @B@) to[j] = from[j] / length;
=== norm ===
    float sum = 0.0f, squares = 0.0f;
    for (int j = threadIdx.x; j < columns; j += @B@) sum += from[j];
    float mean = @E@_all(part, sum, false) / columns;
    for (int j = threadIdx.x; j < columns; j += @B@) squares += (from[j] - mean) * (from[j] - mean);
    float spread = sqrtf(@E@_all(part, squares, false) / columns + 1e-5f);
    for (int j = threadIdx.x; j < columns; j += @B@) to[j] = (from[j] - mean) / spread;
=== scan ===
//@ launch @E@ grid=(ceil(rows / @B@)) block=(@B@)
extern "C" __global__ void @E@(const float *in, float *y, int rows, int columns) {
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    const float *from = in + row * columns;
    float *to = y + row * columns;
    float sum = 0.0f;
@BODY@}
=== cumsum ===
    for (int j = 0; j < columns; j++) to[j] = sum += from[j];
=== reverse ===
    for (int j = columns - 1; j >= 0; j--) to[j] = sum += from[j];
=== exclusive ===
    for (int j = 0; j < columns; j++) {
        to[j] = sum;
        sum += from[j];
    }
=== middle ===
//@ launch @E@ grid=(ceil(n * c / @B@)) block=(@B@)
extern "C" __global__ void @E@(const float *in, float *y, int n, int r, int c) {
    int at = blockIdx.x * blockDim.x + threadIdx.x;
    if (at >= n * c) return;
    const float *from = in + at / c * r * c + at % c;
    float x = from[0];
    for (int i = 1; i < r; i++) {
        float other = from[i * c];
        x = @COMBINED@;
    }
@STEPS@    y[at] = x@DIVIDED@;
}
=== rms ===
//@ launch @E@ grid=(ceil(n * c / @B@)) block=(@B@)
extern "C" __global__ void @E@(const float *in, float *y, int n, int r, int c) {
    int at = blockIdx.x * blockDim.x + threadIdx.x;
    if (at >= n * c) return;
    int first = at / c * r * c + at % c;
    float sum = 0.0f;
    for (int i = 0; i < r; i++) sum += in[first + i * c] * in[first + i * c];
    float size = sqrtf(sum / r + 1e-5f);
    for (int i = 0; i < r; i++) y[first + i * c] = in[first + i * c] / size;
}
=== matmul ===
//@ launch @E@ grid=(ceil(m * n / @B@)) block=(@B@)
extern "C" __global__ void @E@(const float *a, const float *b, @VECTORS@float *y, int m, int n, int k) {
    int at = blockIdx.x * blockDim.x + threadIdx.x;
    if (at >= m * n) return;
    int i = at / n, j = at % n;
    float x = 0.0f;
    for (int l = 0; l < k; l++) x += a[@LEFT@] * b[@RIGHT@];
@STEPS@    y[at] = x;
}
=== batched ===
//@ launch @E@ grid=(ceil(batch * m * n / @B@)) block=(@B@)
extern "C" __global__ void @E@(const float *a, const float *b, float *y, int batch, int m, int n, int k) {
    int at = blockIdx.x * blockDim.x + threadIdx.x;
    if (at >= batch * m * n) return;
    int i = at / n % m, j = at % n, which = at / (m * n);
    float x = 0.0f;
    for (int l = 0; l < k; l++) x += a[(which * m + i) * k + l] * b[(which * k + l) * n + j];
    y[at] = x;
}
=== triangle ===
//@ launch @E@ grid=(ceil(n * n / @B@)) block=(@B@)
extern "C" __global__ void @E@(const float *a, const float *b, float *y, int n) {
    int at = blockIdx.x * blockDim.x + threadIdx.x;
    if (at >= n * n) return;
    int i = at / n, j = at % n;
    float x = 0.0f;
    for (int l = @FIRST@; l <= @LAST@; l++) x += a[i * n + l] * b[l * n + j];
    y[at] = x;
}
=== reduced ===
//@ launch @E@ grid=(m) block=(@B@)
extern "C" __global__ void @E@(const float *a, const float *b, @VECTORS@float *y, int m, int n, int k) {
    __shared__ float part[@B@];
    int i = blockIdx.x, me = threadIdx.x;
    float all = 0.0f;
    for (int j = me; j < n; j += @B@) {
        float x = 0.0f;
        for (int l = 0; l < k; l++) x += a[@LEFT@] * b[@RIGHT@];
@STEPS@        if (j == me) {
            all = x;
        } else {
            float other = all;
            all = @COMBINED@;
        }
    }
    part[me] = all;
    __syncthreads();
    if (me > 0) return;
    float x = part[0];
    for (int l = 1; l < n && l < @B@; l++) {
        float other = part[l];
        x = @COMBINED@;
    }
@AFTER@    y[i] = x@DIVIDED@;
}
=== conv ===
//@ launch @E@ grid=(ceil(n * f * h * w / @B@)) block=(@B@)
extern "C" __global__ void @E@(
    const float *in, const float *weight, @VECTORS@float *y, int n, int c, int f, int h, int w) {
    int at = blockIdx.x * blockDim.x + threadIdx.x;
    if (at >= n * f * h * w) return;
    int column = at % w, row = at / w % h, j = at / (w * h) % f, image = at / (w * h * f);
    const int height = @HEIGHT@, width = @WIDTH@;
    float x = 0.0f;
    for (int i = 0; i < c; i++) {
        for (int p = 0; p < @KH@; p++) {
            for (int q = 0; q < @KW@; q++) {
                int u = row * @SH@ + p * @DH@ - @PH@, v = column * @SW@ + q * @DW@ - @PW@;
                if (u < 0 || u >= height || v < 0 || v >= width) continue;
                x += in[((image * c + i) * height + u) * width + v] * weight[((j * c + i) * @KH@ + p) * @KW@ + q];
            }
        }
    }
@STEPS@    y[at] = x;
}
=== depthwise ===
//@ launch @E@ grid=(ceil(n * c * h * w / @B@)) block=(@B@)
extern "C" __global__ void @E@(const float *in, const float *weight, float *y, int n, int c, int h, int w) {
    int at = blockIdx.x * blockDim.x + threadIdx.x;
    if (at >= n * c * h * w) return;
    int column = at % w, row = at / w % h, plane = at / (w * h);
    const int height = @HEIGHT@, width = @WIDTH@;
    float x = 0.0f;
    for (int p = 0; p < @KH@; p++) {
        for (int q = 0; q < @KW@; q++) {
            x += in[(plane * height + row + p) * width + column + q] * weight[(plane % c * @KH@ + p) * @KW@ + q];
        }
    }
    y[at] = x;
}
=== pool ===
//@ launch @E@ grid=(ceil(n * h * w / @B@)) block=(@B@)
extern "C" __global__ void @E@(const float *in, float *y, int n, int h, int w) {
    int at = blockIdx.x * blockDim.x + threadIdx.x;
    if (at >= n * h * w) return;
    int column = at % w, row = at / w % h, plane = at / (w * h), seen = 0;
    const int height = @HEIGHT@, width = @WIDTH@;
    float x = 0.0f;
    for (int p = 0; p < @KH@; p++) {
        for (int q = 0; q < @KW@; q++) {
            int u = row * @SH@ + p * @DH@ - @PH@, v = column * @SW@ + q * @DW@ - @PW@;
            if (u < 0 || u >= height || v < 0 || v >= width) continue;
            float other = in[(plane * height + u) * width + v];
            x = seen++ == 0 ? other : @COMBINED@;
        }
    }
    y[at] = x@DIVIDED@;
}
=== loss ===
//@ launch @E@ grid=(1) block=(@B@)
@TOGETHER@extern "C" __global__ void @E@(const float *in, const float *target, float *y, int rows, int columns) {
    __shared__ float part[@B@];
    float sum = 0.0f;
    for (int at = threadIdx.x; at < rows * columns; at += @B@) {
        float x = in[at], t = target[@TARGET@];
        sum += @LOSS@;
    }
    sum = @E@_all(part, sum, false);
    if (threadIdx.x == 0) y[0] = sum / ((float)rows * columns);
}
