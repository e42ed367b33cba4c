#include <float.h>
#include <cuda_fp16.h>
#include <cuda_bf16.h>
#include <math_constants.h>
// One block of 64 threads. What thread 0 computes comes first, then rows of one number a thread.
extern "C" __global__ void functions(const float *x, float *y, int n) {
    __shared__ float sum;
    __shared__ int whole;
    __shared__ unsigned bits;
    __shared__ unsigned long long most;
    const int t = threadIdx.x;
    int k = 0;
    if (t == 0) {
        const float a = x[0], b = x[1], c = x[2];
        const double d = a;
        sum = 0.0f; whole = 5; bits = 0xf0u; most = 7ull;
        y[k++] = -INFINITY; y[k++] = NAN; y[k++] = HUGE_VALF; y[k++] = (float)M_PI; y[k++] = CUDART_INF_F; y[k++] = (float)(DBL_MAX / 1e300);
        y[k++] = isnan(a) + 2 * isnan(CUDART_NAN_F); y[k++] = isinf(-INFINITY) ? 1 : 0; y[k++] = isfinite(d) ? 1 : 0;
        y[k++] = (float)rsqrt(d * d); y[k++] = rsqrtf(a * a); y[k++] = roundf(a); y[k++] = truncf(a); y[k++] = fmodf(a, b);
        y[k++] = tanhf(a); y[k++] = (float)tanh(d); y[k++] = tanh(a); y[k++] = pow(b, 2); y[k++] = (float)pow((double)b, 3.0); y[k++] = abs(a); y[k++] = (float)abs(d); y[k++] = abs(-n);
        y[k++] = (float)exp((double)n); y[k++] = sqrt(b); y[k++] = log10f(b); y[k++] = atan2f(a, b); y[k++] = erff(a); y[k++] = (float)cosh(d);
        y[k++] = __fadd_rn(a, b); y[k++] = __fsub_rn(a, b); y[k++] = __fmul_rn(a, b); y[k++] = __fdiv_rn(a, b); y[k++] = __fsqrt_rn(b); y[k++] = __fmaf_rn(a, b, c);
        y[k++] = __float2int_rn(a); y[k++] = __float2int_rz(a); y[k++] = __float2int_rd(a); y[k++] = __float2int_ru(a); y[k++] = __float2uint_rz(-3.0f); y[k++] = __float2int_rz(1e20f) == INT_MAX; y[k++] = __int2float_rn(n);
        y[k++] = max(3u, 4u); y[k++] = (float)min(3ll, -4ll); y[k++] = max(a, b); y[k++] = (float)min(d, 1.0); y[k++] = max(2, 5u); y[k++] = (float)max(1ul, 2ul);
        y[k++] = __clz(1 << n); y[k++] = __clzll(1ll << 33); y[k++] = __popcll(0xffull << 40); y[k++] = __ffsll(1ll << 40); y[k++] = __ffs(0);
        y[k++] = __byte_perm(0x03020100u, 0x07060504u, 0x7531u) == 0x07050301u; y[k++] = __byte_perm(0x80u, 0u, 0x9998u) == 0xffu + 0u; y[k++] = __brevll(1ull) == 1ull << 63; y[k++] = __funnelshift_l(0x80000000u, 1u, 1u);
        y[k++] = __dp4a(0x01020304, (int)0xff02ff02, 10); y[k++] = __dp4a(0xff000001u, 0x02000003u, 1u); y[k++] = __dp4a(make_char4(1, -2, 3, -4), make_char4(5, 6, 7, 8), 0);
        y[k++] = (float)__umul64hi(1ull << 63, 6ull); y[k++] = __mulhi(1 << 30, 12); y[k++] = __saturatef(a); y[k++] = __hiloint2double(__double2hiint(d), __double2loint(d)) == d;
        char4 c4 = make_char4(-1, 2, 3, 4); uchar4 u4 = {255, 1, 2, 3}; short2 s2 = make_short2(-7, 8); int3 i3 = make_int3(1, 2, 3); longlong2 l2 = make_longlong2(1, -9); ushort4 h4 = make_ushort4(1, 2, 3, 65535); double2 d2 = make_double2(1.5, 2.5); float3 f3 = make_float3(1, 2, 3);
        y[k++] = c4.x + u4.x + s2.x + i3.z + (float)l2.y + h4.w + (float)d2.y + f3.z; y[k++] = sizeof(char4) + sizeof(short2) * 10 + sizeof(int3) * 100 + alignof(uint4) * 10000;
        dim3 g(1, 2); y[k++] = g.x + 10 * g.y + 100 * g.z;
        float4 q = __ldg(reinterpret_cast<const float4 *>(x)); y[k++] = q.x + q.w; int2 p = __ldg(reinterpret_cast<const int2 *>(x)); y[k++] = __int_as_float(p.y);
        __half h = __float2half(b); __half2 hh = __floats2half2_rn(a, b); y[k++] = __half2float(h); y[k++] = __half2float(__hadd(h, h)); y[k++] = __half2float(h * h - __float2half(1.0f));
        float2 w = __half22float2(__hfma2(hh, hh, hh)); y[k++] = w.x; y[k++] = w.y; y[k++] = __half_as_ushort(__float2half(65520.0f)); y[k++] = __half_as_ushort(__float2half(1e-7f)); y[k++] = __low2float(__hmul2(hh, hh)); y[k++] = h > __float2half(0.5f);
        __nv_bfloat16 bf = __float2bfloat16(b); y[k++] = __bfloat162float(bf); y[k++] = __bfloat162float(bf * bf); y[k++] = __bfloat162float(__high2bfloat16(__floats2bfloat162_rn(a, c)));
        y[k++] = atomicAdd(&sum, 2); y[k++] = atomicAdd(&whole, 3); y[k++] = atomicSub(&whole, 1); y[k++] = atomicMax(&whole, 9); y[k++] = atomicMin(&whole, -2); y[k++] = atomicExch(&whole, 40); y[k++] = atomicCAS(&whole, 40, 41);
        y[k++] = atomicInc(&bits, 0xf0u); y[k++] = atomicDec(&bits, 5u); y[k++] = atomicOr(&bits, 8u); y[k++] = atomicAnd(&bits, 12u); y[k++] = atomicXor(&bits, 1u); y[k++] = (float)atomicAdd(&most, 1ull); y[k++] = (float)atomicMax(&most, 5ull);
        y[k++] = sum + whole; y[k++] = bits; y[k++] = (float)most;
    }
    __syncthreads();
    float *row = y + 128 + t;
    const int v = (int)x[t];
    row[0] = __syncthreads_count(v > 0);
    row[64] = __syncthreads_or(v > 100) + 2 * __syncthreads_or(t == 63) + 4 * __syncthreads_and(t >= 0) + 8 * __syncthreads_and(t > 0);
    row[128] = __reduce_add_sync(0xffffffffu, v);
    row[192] = __reduce_max_sync(0xffffffffu, v);
    row[256] = __reduce_min_sync(0xffffffffu, v);
    row[320] = (__reduce_or_sync(0xffffffffu, (unsigned)t) & 255u) + __reduce_and_sync(0xffffffffu, (unsigned)t | 64u) + __reduce_xor_sync(0xffffffffu, 1u << t % 32 % 3);
    row[384] = __popc(__match_any_sync(0xffffffffu, v % 4));
    int isSame, isSameToo;
    unsigned all = __match_all_sync(0xffffffffu, t / 32, &isSame), part = __match_all_sync(0xffffffffu, t / 48, &isSameToo);
    row[448] = isSame + 2 * (all == 0xffffffffu) + 4 * isSameToo + 8 * (part != 0);
    row[512] = __popc(__activemask());
    float few = 0.0f;
    if (t % 32 < 16) few = __popc(__activemask()) + __shfl_xor_sync(0x0000ffffu, (float)t, 8);
    else few = __popc(__activemask());
    row[576] = few + __shfl_sync(0xffffffffu, few, 20);
    if (t % 32 == 31) return;
    row[640] = __popc(__ballot_sync(0x7fffffffu, 1)) + (float)__reduce_min_sync(0x7fffffffu, t % 32 + 3);
}
