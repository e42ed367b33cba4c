/* The part of CUDA C++ that a processor can run for real: one block after the other, each thread of it a fibre. */
#ifndef AMDAHL_EMULATION_H
#define AMDAHL_EMULATION_H
#define __global__ __attribute__((visibility("default")))
#define __device__
#define __host__
#define __constant__ static const
/* One block runs at a time, so that it owns what is shared; thread storage is one region, which the runner poisons. */
#define __shared__ static __thread
#define __forceinline__ inline __attribute__((always_inline))
#define __noinline__ __attribute__((noinline))
#define __launch_bounds__(...)
#define __align__(n) __attribute__((aligned(n)))

typedef unsigned long size_t;
struct uint3 { unsigned x, y, z; };
typedef uint3 dim3;
struct __align__(8) float2 { float x, y; };
struct float3 { float x, y, z; };
struct __align__(16) float4 { float x, y, z, w; };
struct __align__(8) int2 { int x, y; };
struct __align__(16) int4 { int x, y, z, w; };
struct __align__(8) uint2 { unsigned x, y; };
struct __align__(16) uint4 { unsigned x, y, z, w; };
struct __align__(16) double2 { double x, y; };

extern "C" {
extern uint3 amdahl_thread, amdahl_block, amdahl_block_size, amdahl_grid_size;
extern char amdahl_dynamic_shared[];
void amdahl_barrier(void);
void amdahl_warp_barrier(unsigned mask);
unsigned long amdahl_exchange(unsigned mask, unsigned long bits, int lane);
unsigned amdahl_ballot(unsigned mask, int is_set);
int amdahl_lane(void);
void amdahl_trap(void) __attribute__((noreturn));
float expf(float), exp2f(float), logf(float), log2f(float), sqrtf(float), tanhf(float), powf(float, float), erff(float),
    log1pf(float), expm1f(float);
float fmaxf(float, float), fminf(float, float), fabsf(float), fmaf(float, float, float), floorf(float), ceilf(float);
float sinf(float), cosf(float), rintf(float);
long long llabs(long long);
double exp(double), log(double), sqrt(double), fmax(double, double), fmin(double, double), fabs(double), fma(double, double, double);
}

static __thread long amdahl_anchor[2];
extern "C" __attribute__((visibility("default"), used)) void *amdahl_shared_anchor(void) { return amdahl_anchor; }

#define threadIdx amdahl_thread
#define blockIdx amdahl_block
#define blockDim amdahl_block_size
#define gridDim amdahl_grid_size
#define warpSize 32

static inline void __syncthreads() { amdahl_barrier(); }
static inline void __syncwarp(unsigned mask = 0xffffffffu) { amdahl_warp_barrier(mask); }
static inline void __threadfence() {}
static inline void __threadfence_block() {}
static inline void __trap() { amdahl_trap(); }

static inline float2 make_float2(float x, float y) { float2 v = {x, y}; return v; }
static inline float3 make_float3(float x, float y, float z) { float3 v = {x, y, z}; return v; }
static inline float4 make_float4(float x, float y, float z, float w) { float4 v = {x, y, z, w}; return v; }
static inline int2 make_int2(int x, int y) { int2 v = {x, y}; return v; }
static inline int4 make_int4(int x, int y, int z, int w) { int4 v = {x, y, z, w}; return v; }
static inline uint2 make_uint2(unsigned x, unsigned y) { uint2 v = {x, y}; return v; }
static inline uint4 make_uint4(unsigned x, unsigned y, unsigned z, unsigned w) { uint4 v = {x, y, z, w}; return v; }
static inline double2 make_double2(double x, double y) { double2 v = {x, y}; return v; }
static inline double __dmul_rn(double x, double y) { return x * y; }
static inline double __dadd_rn(double x, double y) { return x + y; }
static inline float __fmul_rn(float x, float y) { return x * y; }
static inline float __fadd_rn(float x, float y) { return x + y; }
static inline unsigned __umulhi(unsigned a, unsigned b) { return (unsigned)((unsigned long)a * b >> 32); }
static inline int __mulhi(int a, int b) { return (int)((long)a * b >> 32); }
static inline int __popc(unsigned x) { return __builtin_popcount(x); }
static inline int __popcll(unsigned long long x) { return __builtin_popcountll(x); }
static inline int __clz(int x) { return x ? __builtin_clz((unsigned)x) : 32; }
static inline int __ffs(int x) { return __builtin_ffs(x); }
static inline unsigned __brev(unsigned x) {
    unsigned reversed = 0;
    for (int i = 0; i < 32; i++) reversed |= (x >> i & 1u) << (31 - i);
    return reversed;
}
static inline float __expf(float x) { return expf(x); }
static inline float __logf(float x) { return logf(x); }
static inline float __fdividef(float x, float y) { return x / y; }
static inline float __frcp_rn(float x) { return 1.0f / x; }
static inline float rsqrtf(float x) { return 1.0f / sqrtf(x); }
static inline int min(int a, int b) { return a < b ? a : b; }
static inline int max(int a, int b) { return a > b ? a : b; }
static inline float min(float a, float b) { return fminf(a, b); }
static inline float max(float a, float b) { return fmaxf(a, b); }
template <class T> static inline T __ldg(const T *p) { return *p; }
template <class T> static inline T __ldcs(const T *p) { return *p; }
template <class T> static inline T __ldcg(const T *p) { return *p; }
template <class T> static inline void __stcs(T *p, T value) { *p = value; }
template <class T> static inline void __stcg(T *p, T value) { *p = value; }
template <class T, class S> static inline T amdahl_bits(S from) {
    T to;
    __builtin_memcpy(&to, &from, sizeof to);
    return to;
}
static inline int __float_as_int(float x) { return amdahl_bits<int>(x); }
static inline unsigned __float_as_uint(float x) { return amdahl_bits<unsigned>(x); }
static inline float __int_as_float(int x) { return amdahl_bits<float>(x); }
static inline float __uint_as_float(unsigned x) { return amdahl_bits<float>(x); }

template <class T> static inline T amdahl_shuffle(unsigned mask, T value, int lane) {
    unsigned long bits = 0;
    __builtin_memcpy(&bits, &value, sizeof value);
    bits = amdahl_exchange(mask, bits, lane);
    __builtin_memcpy(&value, &bits, sizeof value);
    return value;
}
template <class T> static inline T __shfl_sync(unsigned mask, T value, int lane, int width = 32) {
    return amdahl_shuffle(mask, value, (amdahl_lane() & ~(width - 1)) | (lane & (width - 1)));
}
template <class T> static inline T __shfl_xor_sync(unsigned mask, T value, int bits, int width = 32) {
    int lane = amdahl_lane(), other = lane ^ bits;
    return amdahl_shuffle(mask, value, (other ^ lane) & ~(width - 1) ? lane : other);
}
template <class T> static inline T __shfl_down_sync(unsigned mask, T value, int by, int width = 32) {
    int lane = amdahl_lane();
    return amdahl_shuffle(mask, value, (lane & (width - 1)) + by < width ? lane + by : lane);
}
template <class T> static inline T __shfl_up_sync(unsigned mask, T value, int by, int width = 32) {
    int lane = amdahl_lane();
    return amdahl_shuffle(mask, value, (lane & (width - 1)) >= by ? lane - by : lane);
}
static inline unsigned __ballot_sync(unsigned mask, int is_set) { return amdahl_ballot(mask, is_set); }
static inline int __any_sync(unsigned mask, int is_set) { return amdahl_ballot(mask, is_set) != 0; }
static inline int __all_sync(unsigned mask, int is_set) { return amdahl_ballot(mask, !is_set) == 0; }
template <class T> static inline T atomicAdd(T *at, T value) {
    T old = *at;
    *at = old + value;
    return old;
}
template <class T> static inline T atomicMax(T *at, T value) {
    T old = *at;
    *at = old < value ? value : old;
    return old;
}
template <class T> static inline T atomicSub(T *at, T value) { return atomicAdd(at, (T)-value); }
template <class T> static inline T atomicMin(T *at, T value) {
    T old = *at;
    *at = value < old ? value : old;
    return old;
}
template <class T> static inline T atomicExch(T *at, T value) {
    T old = *at;
    *at = value;
    return old;
}
template <class T> static inline T atomicCAS(T *at, T expected, T value) {
    T old = *at;
    *at = old == expected ? value : old;
    return old;
}
template <class T> static inline T atomicOr(T *at, T value) {
    T old = *at;
    *at = old | value;
    return old;
}
template <class T> static inline T atomicAnd(T *at, T value) {
    T old = *at;
    *at = old & value;
    return old;
}
template <class T> static inline T atomicXor(T *at, T value) {
    T old = *at;
    *at = old ^ value;
    return old;
}
/* Assembly of the processor is no kernel. */
#pragma GCC poison asm __asm __asm__ __builtin_ia32_rdtsc __builtin_ia32_rdtscp
#endif
