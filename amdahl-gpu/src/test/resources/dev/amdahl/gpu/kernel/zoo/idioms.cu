//# kept: the runtime's header
#include <cuda_runtime.h>
extern "C" __global__ void k01(const float *x, float *y, int n) { y[0] = x[0]; }
//# kept: integers of a fixed width
#include <stdint.h>
extern "C" __global__ void k02(const float *x, float *y, int n) { uint32_t i = threadIdx.x; if (i < (uint32_t)n) y[i] = x[i]; }
//# refused: cooperative groups
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
extern "C" __global__ void k03(const float *x, float *y, int n) { cg::this_thread_block().sync(); y[0] = x[0]; }
//# kept: a function that is declared before it is defined
__device__ float later(const float *x, int i);
extern "C" __global__ void k04(const float *x, float *y, int n) { y[0] = later(x, 0); }
__device__ float later(const float *x, int i) { return x[i]; }
//# kept device: a short name of a namespace
#include <mma.h>
namespace w = nvcuda::wmma;
extern "C" __global__ void k05(const float *x, float *y, int n) {
    w::fragment<w::accumulator, 16, 16, 8, float> sum;
    w::fill_fragment(sum, x[0]);
    w::store_matrix_sync(y, sum, 16, w::mem_row_major);
}
//# kept: an aligned type
struct alignas(16) Four { float x[4]; };
extern "C" __global__ void k06(const float *x, float *y, int n) { Four f = {{x[0], 1.0f, 2.0f, 3.0f}}; y[0] = f.x[0] + f.x[3]; }
//# refused: a constant in the device's memory
__device__ const float weights[] = {1.0f, 2.0f};
extern "C" __global__ void k07(const float *x, float *y, int n) { y[0] = weights[1] * x[0]; }
//# refused: a policy of the cache
extern "C" __global__ void k08(const float *x, float *y, int n) {
    float v;
    asm volatile("ld.global.L2::evict_first.f32 %0, [%1];" : "=f"(v) : "l"(x));
    y[0] = v;
}
//# refused: a prefetch
extern "C" __global__ void k09(const float *x, float *y, int n) {
    asm volatile("prefetch.global.L2 [%0];" :: "l"(x + 32));
    y[0] = x[0];
}
//# kept: a warning turned off
#pragma nv_diag_suppress 177
extern "C" __global__ void k10(const float *x, float *y, int n) { int unused = n; y[0] = x[0]; }
//# kept: a harmless attribute
extern "C" __global__ void k11(const float *x, float *y, [[maybe_unused]] int n) { [[maybe_unused]] float v = x[0]; y[0] = x[0]; }
//# kept: bounds of a launch, and pointers that do not overlap
extern "C" __global__ void __launch_bounds__(256, 2) k12(const float *__restrict__ x, float *__restrict__ y, int n) { y[0] = x[0]; }
//# kept: a block's sum by shuffles and static shared memory
template <int THREADS> __device__ __forceinline__ float blockSum(float v) {
    static __shared__ float part[THREADS / 32];
    const unsigned FULL = 0xffffffffu;
#pragma unroll
    for (int offset = 16; offset > 0; offset >>= 1) v += __shfl_down_sync(FULL, v, offset);
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = v;
    __syncthreads();
    v = 0.0f;
    for (int i = 0; i < THREADS / 32; i++) v += part[i];
    return v;
}
extern "C" __global__ void k13(const float *x, float *y, int n) { float sum = blockSum<128>(x[threadIdx.x]); if (threadIdx.x == 0) y[0] = sum; }
//# kept: four numbers at once
extern "C" __global__ void k14(const float *x, float *y, int n) {
    float4 v = reinterpret_cast<const float4 *>(x)[threadIdx.x];
    v.x *= 2.0f;
    reinterpret_cast<float4 *>(y)[threadIdx.x] = make_float4(v.x, v.y, v.z, v.w);
}
//# kept: a load through the read-only cache
extern "C" __global__ void k15(const float *x, float *y, int n) { for (int i = threadIdx.x; i < n; i += blockDim.x) y[i] = __ldg(&x[i]); }
//# kept device: asynchronous copies
extern "C" __global__ void k16(const float *x, float *y, int n) {
    __shared__ __align__(16) float tile[128];
    unsigned to = static_cast<unsigned>(__cvta_generic_to_shared(&tile[threadIdx.x * 4]));
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;\n" :: "r"(to), "l"(x + threadIdx.x * 4));
    asm volatile("cp.async.commit_group;\n" ::);
    asm volatile("cp.async.wait_group %0;\n" :: "n"(0));
    __syncthreads();
    y[threadIdx.x] = tile[threadIdx.x];
}
//# kept: a lambda
extern "C" __global__ void k17(const float *x, float *y, int n) {
    auto at = [&](int i) -> float { return i < n ? x[i] : 0.0f; };
    y[0] = at(0) + at(n);
}
//# kept: choices of the compiler
template <bool SCALED, typename T> __device__ T chosen(T v) {
    if constexpr (SCALED) { return v * T(2); } else { return v; }
}
extern "C" __global__ void k18(const float *x, float *y, int n) { y[0] = chosen<true>(x[0]) + chosen<false>(x[0]); }
//# kept: dynamic shared memory cut in two
extern "C" __global__ void k19(const float *x, float *y, int n) {
    extern __shared__ __align__(16) unsigned char raw[];
    float *first = reinterpret_cast<float *>(raw);
    float *second = first + 32;
    first[threadIdx.x] = x[threadIdx.x];
    second[threadIdx.x] = 1.0f;
    __syncthreads();
    y[threadIdx.x] = first[31 - threadIdx.x] + second[threadIdx.x];
}
//# kept: macros over several lines
#define CEIL_DIV(a, b) (((a) + (b) - 1) / (b))
#define ADD4(s, v)     \
    do {               \
        (s) += (v).x;  \
        (s) += (v).y;  \
    } while (0)
extern "C" __global__ void k20(const float *x, float *y, int n) { float s = 0; ADD4(s, make_float2(x[0], x[1])); y[0] = s + CEIL_DIV(n, 4); }
#undef ADD4
//# kept: an operation as a type
struct MaxOp {
    static constexpr float NEUTRAL = -3.0e38f;
    __device__ __forceinline__ float operator()(float a, float b) const { return fmaxf(a, b); }
};
template <typename Op> __device__ float folded(const float *x, int n, Op op = Op()) {
    float v = Op::NEUTRAL;
    for (int i = 0; i < n; i++) v = op(v, x[i]);
    return v;
}
extern "C" __global__ void k21(const float *x, float *y, int n) { y[0] = folded<MaxOp>(x, n); }
//# kept: a maximum by the bits of a number
__device__ __forceinline__ void atomicMaxFloat(float *at, float v) {
    if (v >= 0) atomicMax((int *)at, __float_as_int(v)); else atomicMin((unsigned int *)at, __float_as_uint(v));
}
extern "C" __global__ void k22(const float *x, float *y, int n) {
    __shared__ float most;
    if (threadIdx.x == 0) most = -1.0f;
    __syncthreads();
    atomicMaxFloat(&most, x[threadIdx.x]);
    __syncthreads();
    if (threadIdx.x == 0) y[0] = most;
}
//# kept device: half floats in and out
#include <cuda_fp16.h>
extern "C" __global__ void k23(const float *x, float *y, int n) { __half2 h = __floats2half2_rn(x[0], x[1]); float2 f = __half22float2(h); y[0] = f.x + f.y; }
//# kept: a template that is declared first, with a type of its own
typedef unsigned long long word_t;
template <typename T, int N> struct Lanes { T lane[N]; __device__ T &operator[](int i) { return lane[i]; } };
template <typename T> __device__ T twice(T v);
__device__ word_t mixed(word_t seed, const float *x);
__host__ __device__ constexpr word_t stepped(word_t seed) { return seed * 6364136223846793005ULL + 1442695040888963407ULL; }
extern "C" __global__ void k24(const float *x, float *y, int n) { Lanes<float, 4> a = {{x[0], 1.0f, 2.0f, 3.0f}}; y[0] = twice(a[0]) + float(mixed(1, x) & 1); }
template <typename T> __device__ T twice(T v) { return v + v; }
__device__ word_t mixed(word_t seed, const float *x) { return stepped(seed) + (word_t)x[0]; }
//# kept: a table in constant memory, an enumeration, an anonymous namespace
namespace {
__constant__ float coefficients[4] = {1.0f, .5f, .25f, .125f};
constexpr int WIDTH = 4;
enum class Side : int { LEFT, RIGHT };
__device__ __noinline__ float polynomial(float v, Side side = Side::LEFT) {
    float s = 0.0f;
    for (int i = 0; i < WIDTH; ++i) s = fmaf(s, v, coefficients[side == Side::LEFT ? i : WIDTH - 1 - i]);
    return s;
}
}  // namespace
extern "C" __global__ void k25(const float *x, float *y, int n) { y[0] = polynomial(x[0], Side::RIGHT); }
//# kept: votes and masks of a warp
extern "C" __global__ void k26(const float *x, float *y, int n) {
    unsigned mask = __ballot_sync(0xffffffffu, x[threadIdx.x] > 0.0f);
    int lane = threadIdx.x & 31, before = __popc(mask & ((1u << lane) - 1));
    __syncwarp();
    if (__any_sync(0xffffffffu, lane == 0)) y[threadIdx.x] = before + __shfl_xor_sync(0xffffffffu, x[threadIdx.x], 1);
}

//# kept: a static function of a type
struct RowSum {
    __device__ static float of(const float *p, int n) { float s = 0; for (int i = 0; i < n; i++) s += p[i]; return s; }
    static __device__ __forceinline__ float ofOne(const float *p);
};
__device__ __forceinline__ float RowSum::ofOne(const float *p) { return of(p, 1); }
extern "C" __global__ void k27(const float *x, float *y, int n) { y[0] = RowSum::of(x, n) + RowSum::ofOne(x); }
//# kept: a template that is declared first, with a default
template <int STEP = 1> __device__ float stepping(const float *p, int n);
extern "C" __global__ void k28(const float *x, float *y, int n) { y[0] = stepping<>(x, n); }
template <int STEP> __device__ float stepping(const float *p, int n) { float s = 0; for (int i = 0; i < n; i += STEP) s += p[i]; return s; }
//# kept: an aligned type by CUDA's word, and a pointer to a function
struct __align__(16) Quad { float4 v; };
typedef float (*folding_t)(float, float);
static __device__ float plus(float a, float b) { return a + b; }
extern "C" __global__ void k29(const float *x, float *y, int n) { folding_t fold = plus; Quad q = {make_float4(x[0], 1, 2, 3)}; y[0] = fold(q.v.x, q.v.y); }
//# kept: a pragma in a macro
#define UNROLLED _Pragma("unroll")
#define TEXT_OF(x) #x
#define UNROLLED_BY(n) _Pragma(TEXT_OF(unroll n))
extern "C" __global__ void k30(const float *x, float *y, int n) {
    float s = 0;
    UNROLLED for (int i = 0; i < 4; i++) s += x[i];
    UNROLLED_BY(2) for (int i = 0; i < n; i++) s += x[i];
    y[0] = s;
}
//# kept: names that are put together
#define SUM(n) float sum##n = 0.0f
#define JOINED_(a, b) a##b
#define JOINED(a, b) JOINED_(a, b)
extern "C" __global__ void k31(const float *x, float *y, int n) { SUM(0); SUM(1); sum0 += x[0]; sum1 += x[1]; float JOINED(total_, 1) = sum0 + sum1; y[0] = total_1; }
//# kept: what is printed where somebody looks for a fault
#ifdef DEBUG
#include <stdio.h>
#define SAY(...) printf(__VA_ARGS__)
#else
#define SAY(...)
#endif
extern "C" __global__ void k32(const float *x, float *y, int n) {
    SAY("n %d\n", n);
#ifdef DEBUG
    printf("x %f\n", x[0]);
#endif
    y[0] = x[0];
}
//# kept: a part that is left out
#if 0
debug: free(x); new int;
#else
extern "C" __global__ void k33(const float *x, float *y, int n) { y[0] = x[0]; }
#endif
//# kept: attributes of the compiler
static __device__ __attribute__((always_inline)) inline float added(float a, float b) { return a + b; }
__device__ __attribute__((noinline)) float doubled(float a) { return a + a; }
struct __attribute__((aligned(8))) Both { float a, b; };
extern "C" __global__ void k34(const float *x, float *y, __attribute__((unused)) int n) { Both both = {x[0], x[1]}; y[0] = doubled(added(both.a, both.b)); }
//# kept: limits of numbers, with and without a header
#include <math.h>
#include <float.h>
extern "C" __global__ void k35(const float *x, float *y, int n) {
    float m = -INFINITY;
    for (int i = 0; i < n; i++) m = fmaxf(m, x[i]);
    y[0] = isinf(m) ? NAN : m > FLT_MAX ? HUGE_VALF : (float)(M_PI * (double)m / DBL_MAX);
}
//# kept: functions that are made by a macro
#define UNARY(name, e) __device__ float name(float a) { return e; }
UNARY(twofold, a + a);
UNARY(squared, a * a)
extern "C" __global__ void k36(const float *x, float *y, int n) { y[0] = twofold(squared(x[0])); }
