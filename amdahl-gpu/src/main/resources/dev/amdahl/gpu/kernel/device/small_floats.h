/* Numbers of sixteen bits: each step is done in float, and rounded to the nearest, ties to even. */
#ifndef AMDAHL_SMALL_FLOATS_H
#define AMDAHL_SMALL_FLOATS_H
/* Of a number with so many bits of fraction, and so large a bias of its exponent. */
static inline unsigned short amdahl_narrow(double x, int fraction, int bias) {
    unsigned long bits = amdahl_bits<unsigned long>(x);
    unsigned short sign = (unsigned short)(bits >> 48 & 0x8000u), infinity = (unsigned short)(0x7fffu >> fraction << fraction);
    int exponent = (int)(bits >> 52 & 2047) - 1023 + bias;
    if (x != x) return 0x7fff;
    if (exponent > 2 * bias + 1) return sign | infinity;
    if (exponent < -fraction - 1) return sign;
    int dropped = 52 - fraction + (exponent > 0 ? 0 : 1 - exponent);
    unsigned long whole = bits & 0xfffffffffffffUL | (bits << 1 ? 1UL << 52 : 0), kept = whole >> dropped;
    unsigned long rest = whole & (1UL << dropped) - 1, half = 1UL << (dropped - 1);
    kept += rest > half || (rest == half && (kept & 1));
    return sign | (unsigned short)(kept + (exponent > 0 ? (unsigned long)(exponent - 1) << fraction : 0));
}
static inline float amdahl_widen(unsigned short bits, int fraction, int bias) {
    int exponent = (bits & 0x7fff) >> fraction, rest = bits & (1 << fraction) - 1;
    float size = exponent == 2 * bias + 1 ? (rest ? NAN : INFINITY)
        : exponent ? ldexpf((float)(rest | 1 << fraction), exponent - bias - fraction) : ldexpf((float)rest, 1 - bias - fraction);
    return bits & 0x8000 ? -size : size;
}

#define AMDAHL_SMALL(H, H2, fraction, bias) \
    struct H { \
        unsigned short amdahl_bits; \
        H() = default; \
        H(float x) : amdahl_bits(amdahl_narrow((double)x, fraction, bias)) {} \
        H(double x) : amdahl_bits(amdahl_narrow(x, fraction, bias)) {} \
        H(int x) : H((double)x) {} \
        H(unsigned x) : H((double)x) {} \
        H(long x) : H((double)x) {} \
        H(long long x) : H((double)x) {} \
        operator float() const { return amdahl_widen(amdahl_bits, fraction, bias); } \
        H &operator+=(H b) { return *this = H((float)*this + (float)b); } \
        H &operator-=(H b) { return *this = H((float)*this - (float)b); } \
        H &operator*=(H b) { return *this = H((float)*this * (float)b); } \
        H &operator/=(H b) { return *this = H((float)*this / (float)b); } \
    }; \
    struct __attribute__((aligned(4))) H2 { \
        H x, y; \
        H2() = default; \
        H2(H x, H y) : x(x), y(y) {} \
        H2 &operator+=(H2 b) { return *this = H2(x += b.x, y += b.y); } \
        H2 &operator-=(H2 b) { return *this = H2(x -= b.x, y -= b.y); } \
        H2 &operator*=(H2 b) { return *this = H2(x *= b.x, y *= b.y); } \
        H2 &operator/=(H2 b) { return *this = H2(x /= b.x, y /= b.y); } \
    }; \
    static inline H operator+(H a, H b) { return a += b; } \
    static inline H operator-(H a, H b) { return a -= b; } \
    static inline H operator*(H a, H b) { return a *= b; } \
    static inline H operator/(H a, H b) { return a /= b; } \
    static inline H operator-(H a) { a.amdahl_bits ^= 0x8000; return a; } \
    static inline bool operator<(H a, H b) { return (float)a < (float)b; } \
    static inline bool operator>(H a, H b) { return (float)a > (float)b; } \
    static inline bool operator<=(H a, H b) { return (float)a <= (float)b; } \
    static inline bool operator>=(H a, H b) { return (float)a >= (float)b; } \
    static inline bool operator==(H a, H b) { return (float)a == (float)b; } \
    static inline bool operator!=(H a, H b) { return (float)a != (float)b; } \
    static inline H2 operator+(H2 a, H2 b) { return a += b; } \
    static inline H2 operator-(H2 a, H2 b) { return a -= b; } \
    static inline H2 operator*(H2 a, H2 b) { return a *= b; } \
    static inline H2 operator/(H2 a, H2 b) { return a /= b; } \
    static inline H2 operator-(H2 a) { return H2(-a.x, -a.y); } \
    static inline H __hneg(H a) { return -a; } \
    static inline H2 __hneg2(H2 a) { return -a; } \
    static inline H __habs(H a) { a.amdahl_bits &= 0x7fff; return a; } \
    static inline H __hadd(H a, H b) { return a + b; } \
    static inline H __hsub(H a, H b) { return a - b; } \
    static inline H __hmul(H a, H b) { return a * b; } \
    static inline H __hdiv(H a, H b) { return a / b; } \
    static inline H __hadd_rn(H a, H b) { return a + b; } \
    static inline H __hmul_rn(H a, H b) { return a * b; } \
    static inline H __hfma(H a, H b, H c) { return H(fma((double)(float)a, (double)(float)b, (double)(float)c)); } \
    static inline H2 __hadd2(H2 a, H2 b) { return a + b; } \
    static inline H2 __hsub2(H2 a, H2 b) { return a - b; } \
    static inline H2 __hmul2(H2 a, H2 b) { return a * b; } \
    static inline H2 __h2div(H2 a, H2 b) { return a / b; } \
    static inline H2 __hfma2(H2 a, H2 b, H2 c) { return H2(__hfma(a.x, b.x, c.x), __hfma(a.y, b.y, c.y)); } \
    static inline bool __hlt(H a, H b) { return a < b; } \
    static inline bool __hgt(H a, H b) { return a > b; } \
    static inline bool __hle(H a, H b) { return a <= b; } \
    static inline bool __hge(H a, H b) { return a >= b; } \
    static inline bool __heq(H a, H b) { return a == b; } \
    static inline bool __hne(H a, H b) { return a != b; } \
    static inline bool __hisnan(H a) { return isnan((float)a); } \
    static inline H __hmax(H a, H b) { return H(fmaxf(a, b)); } \
    static inline H __hmin(H a, H b) { return H(fminf(a, b)); } \
    static inline H2 __hmax2(H2 a, H2 b) { return H2(__hmax(a.x, b.x), __hmax(a.y, b.y)); } \
    static inline H2 __hmin2(H2 a, H2 b) { return H2(__hmin(a.x, b.x), __hmin(a.y, b.y)); } \
    static inline H hexp(H a) { return H(expf(a)); } \
    static inline H hlog(H a) { return H(logf(a)); } \
    static inline H hsqrt(H a) { return H(sqrtf(a)); } \
    static inline H hrsqrt(H a) { return H(rsqrtf(a)); } \
    static inline H hrcp(H a) { return H(1.0f / (float)a); } \
    static inline H2 h2exp(H2 a) { return H2(hexp(a.x), hexp(a.y)); }
#endif
