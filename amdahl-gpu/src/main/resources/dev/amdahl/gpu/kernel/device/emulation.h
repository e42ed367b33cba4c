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
#define __grid_constant__
#define __builtin_assume(condition) ((void)0)
#define __assume(condition) ((void)0)
#define assert(condition) ((condition) ? (void)0 : amdahl_trap())

typedef unsigned long size_t;
#include "vectors.h"
#include "arithmetic.h"

extern "C" {
extern uint3 amdahl_thread, amdahl_block, amdahl_block_size, amdahl_grid_size;
extern char amdahl_dynamic_shared[];
void amdahl_barrier(void);
void amdahl_warp_barrier(unsigned mask);
unsigned long amdahl_exchange(unsigned mask, unsigned long bits, int lane);
unsigned long amdahl_published(int lane);
unsigned amdahl_together(void);
unsigned amdahl_active(void);
unsigned amdahl_count(int is_set);
unsigned amdahl_ballot(unsigned mask, int is_set);
int amdahl_lane(void);
void amdahl_trap(void) __attribute__((noreturn));
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
static inline void __threadfence_system() {}
static inline int __syncthreads_count(int is_set) { return (int)amdahl_count(is_set); }
static inline int __syncthreads_or(int is_set) { return amdahl_count(is_set) != 0; }
static inline int __syncthreads_and(int is_set) { return amdahl_count(!is_set) == 0; }
static inline void __trap() { amdahl_trap(); }

template <class T> static inline T __ldg(const T *p) { return *p; }
template <class T> static inline T __ldcs(const T *p) { return *p; }
template <class T> static inline T __ldcg(const T *p) { return *p; }
template <class T> static inline T __ldca(const T *p) { return *p; }
template <class T> static inline T __ldcv(const T *p) { return *p; }
template <class T> static inline T __ldlu(const T *p) { return *p; }
template <class T> static inline void __stcs(T *p, typename amdahl_as<T>::type value) { *p = value; }
template <class T> static inline void __stcg(T *p, typename amdahl_as<T>::type value) { *p = value; }
template <class T> static inline void __stwb(T *p, typename amdahl_as<T>::type value) { *p = value; }
template <class T> static inline void __stwt(T *p, typename amdahl_as<T>::type value) { *p = value; }

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
#define __activemask() amdahl_active()
template <class T> static inline unsigned __match_any_sync(unsigned mask, T value) {
    unsigned same = 0;
    unsigned long bits = 0;
    __builtin_memcpy(&bits, &value, sizeof value);
    amdahl_exchange(mask, bits, 0);
    for (int lane = 0; lane < 32; lane++) {
        same |= (unsigned)(amdahl_together() >> lane & 1u && amdahl_published(lane) == bits) << lane;
    }
    return same;
}
template <class T> static inline unsigned __match_all_sync(unsigned mask, T value, int *is_same) {
    unsigned same = __match_any_sync(mask, value);
    *is_same = same == amdahl_together();
    return *is_same ? same : 0u;
}
#define AMDAHL_REDUCTION(name, T, step) \
    static inline T __reduce_##name##_sync(unsigned mask, T value) { \
        int is_first = 1; \
        T a = 0; \
        amdahl_exchange(mask, (unsigned)value, 0); \
        for (int lane = 0; lane < 32; lane++) { \
            if (!(amdahl_together() >> lane & 1u)) continue; \
            T b = (T)(unsigned)amdahl_published(lane); \
            a = is_first ? b : (step); \
            is_first = 0; \
        } \
        return a; \
    }
AMDAHL_REDUCTION(add, unsigned, a + b)
AMDAHL_REDUCTION(add, int, (int)((unsigned)a + (unsigned)b))
AMDAHL_REDUCTION(min, unsigned, a < b ? a : b)
AMDAHL_REDUCTION(min, int, a < b ? a : b)
AMDAHL_REDUCTION(max, unsigned, a > b ? a : b)
AMDAHL_REDUCTION(max, int, a > b ? a : b)
AMDAHL_REDUCTION(and, unsigned, a & b)
AMDAHL_REDUCTION(or, unsigned, a | b)
AMDAHL_REDUCTION(xor, unsigned, a ^ b)

#define AMDAHL_ATOMIC(name, made) \
    template <class T> static inline T name(T *at, typename amdahl_as<T>::type value) { \
        T old = *at; \
        *at = (made); \
        return old; \
    } \
    template <class T> static inline T name##_block(T *at, typename amdahl_as<T>::type value) { return name(at, value); } \
    template <class T> static inline T name##_system(T *at, typename amdahl_as<T>::type value) { return name(at, value); }
AMDAHL_ATOMIC(atomicAdd, old + value)
AMDAHL_ATOMIC(atomicSub, old - value)
AMDAHL_ATOMIC(atomicMax, old < value ? value : old)
AMDAHL_ATOMIC(atomicMin, value < old ? value : old)
AMDAHL_ATOMIC(atomicExch, value)
AMDAHL_ATOMIC(atomicOr, old | value)
AMDAHL_ATOMIC(atomicAnd, old & value)
AMDAHL_ATOMIC(atomicXor, old ^ value)
AMDAHL_ATOMIC(atomicInc, old >= value ? 0 : old + 1)
AMDAHL_ATOMIC(atomicDec, old == 0 || old > value ? value : old - 1)
template <class T>
static inline T atomicCAS(T *at, typename amdahl_as<T>::type expected, typename amdahl_as<T>::type value) {
    T old = *at;
    *at = old == expected ? value : old;
    return old;
}
/* Assembly of the processor is no kernel. */
#pragma GCC poison asm __asm __asm__ __builtin_ia32_rdtsc __builtin_ia32_rdtscp
#endif
