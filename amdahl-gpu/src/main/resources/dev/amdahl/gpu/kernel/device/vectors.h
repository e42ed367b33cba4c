/* Vector types of CUDA C++, and what makes them. */
#ifndef AMDAHL_VECTORS_H
#define AMDAHL_VECTORS_H
#define AMDAHL_VECTORS(name, T, two, four) \
    struct name##1 { T x; }; \
    struct __attribute__((aligned(two))) name##2 { T x, y; }; \
    struct name##3 { T x, y, z; }; \
    struct __attribute__((aligned(four))) name##4 { T x, y, z, w; }; \
    static inline name##1 make_##name##1(T x) { name##1 v = {x}; return v; } \
    static inline name##2 make_##name##2(T x, T y) { name##2 v = {x, y}; return v; } \
    static inline name##3 make_##name##3(T x, T y, T z) { name##3 v = {x, y, z}; return v; } \
    static inline name##4 make_##name##4(T x, T y, T z, T w) { name##4 v = {x, y, z, w}; return v; }
AMDAHL_VECTORS(char, signed char, 2, 4)
AMDAHL_VECTORS(uchar, unsigned char, 2, 4)
AMDAHL_VECTORS(short, short, 4, 8)
AMDAHL_VECTORS(ushort, unsigned short, 4, 8)
AMDAHL_VECTORS(int, int, 8, 16)
AMDAHL_VECTORS(uint, unsigned, 8, 16)
AMDAHL_VECTORS(long, long, 16, 16)
AMDAHL_VECTORS(ulong, unsigned long, 16, 16)
AMDAHL_VECTORS(longlong, long long, 16, 16)
AMDAHL_VECTORS(ulonglong, unsigned long long, 16, 16)
AMDAHL_VECTORS(float, float, 8, 16)
AMDAHL_VECTORS(double, double, 16, 16)

struct dim3 {
    unsigned x, y, z;
    constexpr dim3(unsigned x = 1, unsigned y = 1, unsigned z = 1) : x(x), y(y), z(z) {}
    constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
    constexpr operator uint3() const { return uint3{x, y, z}; }
};
#endif
