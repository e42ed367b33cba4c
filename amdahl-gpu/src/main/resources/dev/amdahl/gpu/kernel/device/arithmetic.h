/* Arithmetic of CUDA C++: of floats, of whole numbers, of bits. */
#ifndef AMDAHL_ARITHMETIC_H
#define AMDAHL_ARITHMETIC_H
#include "math.h"
#include "float.h"
#include "limits.h"
#include "stdint.h"

template <class T> struct amdahl_as { typedef T type; };
template <class T, class R> struct amdahl_whole {};
#define AMDAHL_WHOLE(T) template <class R> struct amdahl_whole<T, R> { typedef R type; };
AMDAHL_WHOLE(bool) AMDAHL_WHOLE(char) AMDAHL_WHOLE(signed char) AMDAHL_WHOLE(unsigned char) AMDAHL_WHOLE(short)
AMDAHL_WHOLE(unsigned short) AMDAHL_WHOLE(int) AMDAHL_WHOLE(unsigned) AMDAHL_WHOLE(long) AMDAHL_WHOLE(unsigned long)
AMDAHL_WHOLE(long long) AMDAHL_WHOLE(unsigned long long)

/* Of a float, of a double, and of a whole number as a double. */
#define AMDAHL_OF_ONE(g) \
    extern "C" double g(double); \
    extern "C" float g##f(float); \
    static inline float g(float x) { return g##f(x); } \
    template <class T> static inline typename amdahl_whole<T, double>::type g(T x) { return g((double)x); }
AMDAHL_OF_ONE(exp) AMDAHL_OF_ONE(exp2) AMDAHL_OF_ONE(expm1) AMDAHL_OF_ONE(log) AMDAHL_OF_ONE(log2) AMDAHL_OF_ONE(log10)
AMDAHL_OF_ONE(log1p) AMDAHL_OF_ONE(sqrt) AMDAHL_OF_ONE(cbrt) AMDAHL_OF_ONE(sin) AMDAHL_OF_ONE(cos) AMDAHL_OF_ONE(tan)
AMDAHL_OF_ONE(asin) AMDAHL_OF_ONE(acos) AMDAHL_OF_ONE(atan) AMDAHL_OF_ONE(sinh) AMDAHL_OF_ONE(cosh) AMDAHL_OF_ONE(tanh)
AMDAHL_OF_ONE(asinh) AMDAHL_OF_ONE(acosh) AMDAHL_OF_ONE(atanh) AMDAHL_OF_ONE(erf) AMDAHL_OF_ONE(erfc) AMDAHL_OF_ONE(tgamma)
AMDAHL_OF_ONE(floor) AMDAHL_OF_ONE(ceil) AMDAHL_OF_ONE(trunc) AMDAHL_OF_ONE(round) AMDAHL_OF_ONE(rint) AMDAHL_OF_ONE(nearbyint)
AMDAHL_OF_ONE(fabs)

#define AMDAHL_OF_TWO(g) \
    extern "C" double g(double, double); \
    extern "C" float g##f(float, float); \
    static inline float g(float x, float y) { return g##f(x, y); } \
    static inline double g(float x, double y) { return g((double)x, y); } \
    static inline double g(double x, float y) { return g(x, (double)y); }
AMDAHL_OF_TWO(pow) AMDAHL_OF_TWO(fmod) AMDAHL_OF_TWO(fmax) AMDAHL_OF_TWO(fmin) AMDAHL_OF_TWO(atan2) AMDAHL_OF_TWO(hypot)
AMDAHL_OF_TWO(copysign) AMDAHL_OF_TWO(fdim) AMDAHL_OF_TWO(remainder)

extern "C" {
double fma(double, double, double), ldexp(double, int);
float fmaf(float, float, float), ldexpf(float, int);
void sincosf(float, float *, float *), sincos(double, double *, double *);
}
static inline float fma(float x, float y, float z) { return fmaf(x, y, z); }
static inline float ldexp(float x, int e) { return ldexpf(x, e); }
static inline float pow(float x, int e) { return powf(x, (float)e); }
static inline double pow(double x, int e) { return pow(x, (double)e); }
static inline float scalbnf(float x, int e) { return ldexpf(x, e); }
static inline float rsqrtf(float x) { return 1.0f / sqrtf(x); }
static inline double rsqrt(double x) { return 1.0 / sqrt(x); }
static inline float rsqrt(float x) { return rsqrtf(x); }
static inline float rcbrtf(float x) { return 1.0f / cbrtf(x); }
static inline float exp10f(float x) { return powf(10.0f, x); }
static inline double exp10(double x) { return pow(10.0, x); }
static inline float sinpif(float x) { return (float)sin(M_PI * (double)fmodf(x, 2.0f)); }
static inline float cospif(float x) { return (float)cos(M_PI * (double)fmodf(x, 2.0f)); }
static inline float normcdff(float x) { return 0.5f * erfcf(x * -(float)M_SQRT1_2); }
static inline float fdividef(float x, float y) { return x / y; }
static inline float __fdividef(float x, float y) { return x / y; }
static inline float __expf(float x) { return expf(x); }
static inline float __exp10f(float x) { return exp10f(x); }
static inline float __logf(float x) { return logf(x); }
static inline float __log2f(float x) { return log2f(x); }
static inline float __log10f(float x) { return log10f(x); }
static inline float __powf(float x, float y) { return powf(x, y); }
static inline float __sinf(float x) { return sinf(x); }
static inline float __cosf(float x) { return cosf(x); }
static inline float __tanf(float x) { return tanf(x); }
static inline float __tanhf(float x) { return tanhf(x); }
static inline void __sincosf(float x, float *s, float *c) { sincosf(x, s, c); }
static inline float __saturatef(float x) { return x >= 1.0f ? 1.0f : x > 0.0f ? x : 0.0f; }

static inline bool isnan(float x) { return __builtin_isnan(x); }
static inline bool isnan(double x) { return __builtin_isnan(x); }
static inline bool isinf(float x) { return __builtin_isinf(x); }
static inline bool isinf(double x) { return __builtin_isinf(x); }
static inline bool isfinite(float x) { return __builtin_isfinite(x); }
static inline bool isfinite(double x) { return __builtin_isfinite(x); }
static inline bool signbit(float x) { return __builtin_signbit(x); }
static inline bool signbit(double x) { return __builtin_signbit(x); }
static inline float nanf(const char *) { return NAN; }
static inline double nan(const char *) { return NAN; }

static inline float __fadd_rn(float x, float y) { return x + y; }
static inline float __fsub_rn(float x, float y) { return x - y; }
static inline float __fmul_rn(float x, float y) { return x * y; }
static inline float __fdiv_rn(float x, float y) { return x / y; }
static inline float __frcp_rn(float x) { return 1.0f / x; }
static inline float __fsqrt_rn(float x) { return sqrtf(x); }
static inline float __frsqrt_rn(float x) { return (float)(1.0 / sqrt((double)x)); }
static inline float __fmaf_rn(float x, float y, float z) { return fmaf(x, y, z); }
static inline double __dadd_rn(double x, double y) { return x + y; }
static inline double __dsub_rn(double x, double y) { return x - y; }
static inline double __dmul_rn(double x, double y) { return x * y; }
static inline double __ddiv_rn(double x, double y) { return x / y; }
static inline double __drcp_rn(double x) { return 1.0 / x; }
static inline double __dsqrt_rn(double x) { return sqrt(x); }
static inline double __fma_rn(double x, double y, double z) { return fma(x, y, z); }

/* What does not fit becomes the nearest number that does, and a NaN becomes zero, as a device has it. */
template <class T> static inline T amdahl_fit(double x, T least, T most) {
    return x != x ? (T)0 : x <= (double)least ? least : x >= (double)most ? most : (T)x;
}
#define AMDAHL_ROUNDED(from, F, to, T, least, most) \
    static inline T __##from##2##to##_rn(F x) { return amdahl_fit<T>(rint((double)x), least, most); } \
    static inline T __##from##2##to##_rz(F x) { return amdahl_fit<T>(trunc((double)x), least, most); } \
    static inline T __##from##2##to##_rd(F x) { return amdahl_fit<T>(floor((double)x), least, most); } \
    static inline T __##from##2##to##_ru(F x) { return amdahl_fit<T>(ceil((double)x), least, most); }
AMDAHL_ROUNDED(float, float, int, int, INT_MIN, INT_MAX)
AMDAHL_ROUNDED(float, float, uint, unsigned, 0u, UINT_MAX)
AMDAHL_ROUNDED(float, float, ll, long long, LLONG_MIN, LLONG_MAX)
AMDAHL_ROUNDED(float, float, ull, unsigned long long, 0ull, ULLONG_MAX)
AMDAHL_ROUNDED(double, double, int, int, INT_MIN, INT_MAX)
AMDAHL_ROUNDED(double, double, uint, unsigned, 0u, UINT_MAX)
AMDAHL_ROUNDED(double, double, ll, long long, LLONG_MIN, LLONG_MAX)
AMDAHL_ROUNDED(double, double, ull, unsigned long long, 0ull, ULLONG_MAX)
static inline float __int2float_rn(int x) { return (float)x; }
static inline float __uint2float_rn(unsigned x) { return (float)x; }
static inline float __ll2float_rn(long long x) { return (float)x; }
static inline float __ull2float_rn(unsigned long long x) { return (float)x; }
static inline double __int2double_rn(int x) { return x; }
static inline double __uint2double_rn(unsigned x) { return x; }
static inline double __ll2double_rn(long long x) { return (double)x; }
static inline float __double2float_rn(double x) { return (float)x; }
static inline int lrintf(float x) { return __float2int_rn(x); }
static inline long lroundf(float x) { return (long)roundf(x); }

template <class T, class S> static inline T amdahl_bits(S from) {
    T to;
    __builtin_memcpy(&to, &from, sizeof to);
    return to;
}
static inline int __float_as_int(float x) { return amdahl_bits<int>(x); }
static inline unsigned __float_as_uint(float x) { return amdahl_bits<unsigned>(x); }
static inline float __int_as_float(int x) { return amdahl_bits<float>(x); }
static inline float __uint_as_float(unsigned x) { return amdahl_bits<float>(x); }
static inline long long __double_as_longlong(double x) { return amdahl_bits<long long>(x); }
static inline double __longlong_as_double(long long x) { return amdahl_bits<double>(x); }
static inline int __double2hiint(double x) { return (int)(__double_as_longlong(x) >> 32); }
static inline int __double2loint(double x) { return (int)__double_as_longlong(x); }
static inline double __hiloint2double(int high, int low) {
    return __longlong_as_double((long long)((unsigned long)(unsigned)high << 32 | (unsigned)low));
}

static inline int abs(int x) { return x < 0 ? -x : x; }
static inline long abs(long x) { return x < 0 ? -x : x; }
static inline long long abs(long long x) { return x < 0 ? -x : x; }
static inline long labs(long x) { return abs(x); }
static inline long long llabs(long long x) { return abs(x); }
static inline float abs(float x) { return fabsf(x); }
static inline double abs(double x) { return fabs(x); }
#define AMDAHL_ORDERED(R, A, B) \
    static inline R min(A a, B b) { return (R)a < (R)b ? (R)a : (R)b; } \
    static inline R max(A a, B b) { return (R)a > (R)b ? (R)a : (R)b; }
AMDAHL_ORDERED(int, int, int) AMDAHL_ORDERED(unsigned, unsigned, unsigned)
AMDAHL_ORDERED(unsigned, int, unsigned) AMDAHL_ORDERED(unsigned, unsigned, int)
AMDAHL_ORDERED(long, long, long) AMDAHL_ORDERED(unsigned long, unsigned long, unsigned long)
AMDAHL_ORDERED(unsigned long, long, unsigned long) AMDAHL_ORDERED(unsigned long, unsigned long, long)
AMDAHL_ORDERED(long long, long long, long long)
AMDAHL_ORDERED(unsigned long long, unsigned long long, unsigned long long)
AMDAHL_ORDERED(unsigned long long, long long, unsigned long long)
AMDAHL_ORDERED(unsigned long long, unsigned long long, long long)
static inline unsigned umin(unsigned a, unsigned b) { return min(a, b); }
static inline unsigned umax(unsigned a, unsigned b) { return max(a, b); }
static inline float min(float a, float b) { return fminf(a, b); }
static inline float max(float a, float b) { return fmaxf(a, b); }
static inline double min(double a, double b) { return fmin(a, b); }
static inline double max(double a, double b) { return fmax(a, b); }
static inline double min(float a, double b) { return fmin(a, b); }
static inline double max(float a, double b) { return fmax(a, b); }
static inline double min(double a, float b) { return fmin(a, b); }
static inline double max(double a, float b) { return fmax(a, b); }

static inline unsigned __umulhi(unsigned a, unsigned b) { return (unsigned)((unsigned long)a * b >> 32); }
static inline int __mulhi(int a, int b) { return (int)((long)a * b >> 32); }
static inline unsigned long long __umul64hi(unsigned long long a, unsigned long long b) {
    return (unsigned long long)((unsigned __int128)a * b >> 64);
}
static inline long long __mul64hi(long long a, long long b) { return (long long)((__int128)a * b >> 64); }
static inline int __mul24(int a, int b) { return (a << 8 >> 8) * (b << 8 >> 8); }
static inline unsigned __umul24(unsigned a, unsigned b) { return (a & 0xffffffu) * (b & 0xffffffu); }
static inline int __hadd(int a, int b) { return (int)(((long)a + b) >> 1); }
static inline unsigned __sad(int a, int b, unsigned c) { return c + (unsigned)(a < b ? (long)b - a : (long)a - b); }
static inline unsigned __usad(unsigned a, unsigned b, unsigned c) { return c + (a < b ? b - a : a - b); }
static inline int __popc(unsigned x) { return __builtin_popcount(x); }
static inline int __popcll(unsigned long long x) { return __builtin_popcountll(x); }
static inline int __clz(int x) { return x ? __builtin_clz((unsigned)x) : 32; }
static inline int __clzll(long long x) { return x ? __builtin_clzll((unsigned long long)x) : 64; }
static inline int __ffs(int x) { return __builtin_ffs(x); }
static inline int __ffsll(long long x) { return __builtin_ffsll(x); }
static inline unsigned __brev(unsigned x) {
    unsigned reversed = 0;
    for (int i = 0; i < 32; i++) reversed |= (x >> i & 1u) << (31 - i);
    return reversed;
}
static inline unsigned long long __brevll(unsigned long long x) {
    return (unsigned long long)__brev((unsigned)x) << 32 | __brev((unsigned)(x >> 32));
}
static inline unsigned __byte_perm(unsigned low, unsigned high, unsigned chosen) {
    unsigned long both = (unsigned long)high << 32 | low;
    unsigned result = 0;
    for (int i = 0; i < 4; i++) {
        unsigned nibble = chosen >> 4 * i & 15u, byte = (unsigned)(both >> 8 * (nibble & 7u)) & 255u;
        result |= (nibble & 8u ? (byte & 128u ? 255u : 0u) : byte) << 8 * i;
    }
    return result;
}
static inline unsigned __funnelshift_l(unsigned low, unsigned high, unsigned by) {
    return (unsigned)(((unsigned long)high << 32 | low) << (by & 31u) >> 32);
}
static inline unsigned __funnelshift_r(unsigned low, unsigned high, unsigned by) {
    return (unsigned)(((unsigned long)high << 32 | low) >> (by & 31u));
}
template <class Byte, class T> static inline T amdahl_dot4(unsigned a, unsigned b, T sum) {
    for (int i = 0; i < 4; i++) sum += (T)((T)(Byte)(a >> 8 * i) * (T)(Byte)(b >> 8 * i));
    return sum;
}
static inline int __dp4a(int a, int b, int c) { return (int)amdahl_dot4<signed char>((unsigned)a, (unsigned)b, (unsigned)c); }
static inline unsigned __dp4a(unsigned a, unsigned b, unsigned c) { return amdahl_dot4<unsigned char>(a, b, c); }
static inline int __dp4a(char4 a, char4 b, int c) { return __dp4a(amdahl_bits<int>(a), amdahl_bits<int>(b), c); }
static inline unsigned __dp4a(uchar4 a, uchar4 b, unsigned c) {
    return __dp4a(amdahl_bits<unsigned>(a), amdahl_bits<unsigned>(b), c);
}
#endif
