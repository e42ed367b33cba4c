package dev.amdahl.gpu.internal.kernel.scan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.spi.refine.Hack;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SourceScanTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "__device__ int calls;",
                "__device__ const float *seen = 0;",
                "int counter = 0;",
                "__managed__ float kept[4];",
                "namespace a { namespace b { __device__ float kept; } }",
                "extern \"C\" { __device__ float kept; }",
                "struct S { int x; } kept;",
                "__constant__ float *kept;",
                "struct S { static int x; }; int S::x = 0;",
                "__device__ int next(const int by = 1) { return by; } __device__ int kept;",
                "__device__ int next() { static int calls = 0; return ++calls; }",
                "__device__ int next() { static const int *where; return *where; }",
                "#define HERE __device__\nHERE int kept;",
                "__dev\\\nice__ int kept;",
                "int kept(0);",
                "int kept(1 and first);",
                "int kept(sizeof first);",
                "int kept(first < second > third);",
                "template <int N> __device__ int kept = N;",
                "template <int N = 1> __device__ int kept = N;",
                "template <class T = Lanes<Lanes<int>>> __device__ T kept = T();",
                "__device__ int (kept){0};",
                "struct A {}; struct B : A { int x; } kept;",
                "class C final { int x; } kept;",
                "__device__ word_t (kept){0};",
                "#define E\n__device__ E word_t (kept){0};",
                "__device__ int next() { static int (kept){0}; return ++kept; }",
                "struct S { __device__ static int kept; };",
                "struct S { __device__ static word_t (kept){0}; };",
                "__device__ void f() { static Lanes<int> (kept){}; }",
                "__device__ void f() { static detail::word_t (kept){}; }",
                "#define S static\n__device__ int next() { S int calls = 0; return ++calls; }",
                "#define KEEP(x) static int x = 0\n__device__ int next() { KEEP(calls); return ++calls; }"
            })
    void whatWouldOutliveALaunchIsFound(String source) {
        assertThat(SourceScan.complaint(source)).isPresent();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "// clock64(); __device__ int calls;\n/* printf \" */ constexpr int T = 4;",
                "__constant__ float table[2] = {1.0f, 2.0f}; __constant__ float *const none = nullptr;",
                "__device__ float at(const float *a, const int *b, int i) { return a[b[i]]; }",
                "struct Pair { float a, b; }; __device__ float sum(Pair p) { return p.a + p.b; }",
                "typedef float4 vector; using other = float2; struct Later;",
                "__device__ int f() { static constexpr int T[] = {1, 2}; __shared__ float s[4]; return T[0]; }",
                "extern __shared__ float tile[];",
                "#include <cuda_fp16.h>\n#define TILE 16\n#pragma unroll\n",
                "__device__ void f() { asm volatile(\"fma.rn.f32 %0, %1, %2, %3;\" : : ); }",
                "__device__ const char *f() { return \"printf clock64 <<<\"; }",
                "template <class T> __device__ T twice(T x) { return x + x; }",
                "#include <cuda_runtime.h>\n#include <stdint.h>\n#include <math.h>\n#include <float.h>\n",
                "__device__ float later(const float *x, int n); __device__ __forceinline__ void other();",
                "namespace w = nvcuda::wmma; struct alignas(16) V { float x[4]; };",
                "#pragma nv_diag_suppress 177\n__device__ void f([[maybe_unused]] int x) {}",
                "template <int N> struct alignas(16) Tile { float x[N]; };",
                "static __device__ int f(int, float); enum Mode { A, B };",
                "#define CEIL(a, b) (((a) + (b) - 1) / (b))\n__constant__ float weights[9];",
                "__device__ inline float g(float x) { [[maybe_unused]] float y = x; return x; }",
                "typedef unsigned int uint; static constexpr float LOG2E = 1.4426950408889634f;",
                "__global__ void k(float *__restrict__ y); const int WARP = 32;",
                "__device__ float h() { static __shared__ float s[32]; return s[0]; }",
                "union Bits { float f; unsigned u; }; class Sum { public: float x; };",
                "#ifndef TILE\n#define TILE 32\n#endif\n",
                "__device__ __constant__ int lookup[4] = {0, 1, 2, 3};",
                "struct S { __device__ static float of(float); __host__ __device__ inline static S none() { return S(); } };",
                "template <class T> struct S { static __device__ T of(T x); }; template <class T> __device__ T S<T>::of(T x) { return x; }",
                "struct S { int x; __device__ S(int v); }; __device__ S::S(int v) { x = v; }",
                "template <int STEP = 1> __device__ float sum(const float *, int);",
                "template <class T = float, int N = (2 > 1)> __device__ T f(T x) { return x; } struct Later { int x; };",
                "template <> __device__ float f<3>(Lanes<float>) { return 3; } struct Later { int x; };",
                "struct __align__(16) V { float4 v; }; typedef struct __align__(8) { float x, y; } Two;",
                "typedef float (*op_t)(float, float); __global__ void __launch_bounds__(128) k(const float *x);",
                "#define DEFINE(name, e) __device__ float name(float a) { return e; }\nDEFINE(twice, a + a);\nDEFINE(same, a)",
                "struct A { float v; }; struct B : public A { float w; }; class C final : A {}; class D final {};",
                "__device__ float f(float a) noexcept { return a; } struct A {}; __device__ auto g(float a) -> float { return a; } struct B {};",
                "#if defined(DEBUG)\n#include <stdio.h>\n#elif 1\n#else\nfree(x);\n#endif",
                "#ifdef DEBUG\n#define SAY(x) printf(x)\n#else\n#define SAY(x)\n#endif\n__device__ void f() { SAY(1); }",
                "#define VERBOSE 0\n#if VERBOSE\nfree(x);\n#endif",
                "#ifndef TILE\n#define TILE 4\n#endif\n#define TILE_(n) tile##n\n#if !defined(TILE)\nfree(x);\n#endif",
                "#ifdef __CUDACC__\n#define HD __host__ __device__\n#else\n#define HD\n#endif\nHD float f(float);",
                "#define CAT_(a, b) a##b\n#define CAT(a, b) CAT_(a, b)\n#define LINE(n) CAT(line_, n)\n__device__ int f() { int LINE(3) = 1; return line_3; }",
                "#define PICK(a, ...) first(a, ##__VA_ARGS__)\n__device__ int f() { return PICK(1) + PICK(1, 2); }",
                "#define TEXT(x) #x\n#define UNROLL(n) _Pragma(TEXT(unroll n))\n__device__ void f() { UNROLL(4) for (;;) {} }",
                "#define EXP __expf(__log2f(1))\n#define PI 3.14f // don't\n"
            })
    void whatIsHarmlessIsNot(String source) {
        assertThat(SourceScan.complaint(source)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "#include <cooperative_groups.h>\n",
                "#include <type_traits>\n",
                "#include <cuda/pipeline>\n",
                "#include \"helper_math.h\"\n",
                "#include <algorithm>\n",
                "__device__ float total(Lanes<float, 4> lanes);",
                "__shared__ float tile[32][33];",
                "__device__ const float t[] = {1, 2};",
                "__device__ void f() { asm(\"ld.global.L2::evict_first.f32 %0, [%1];\"); }",
                "__device__ void f() { asm(\"prefetch.global.L2 [%0];\"); }",
                "#define A(x) x\n#define T A(clo) ## A(ck64)",
                "#define P(a, b) a##b\n#ifdef __CUDACC__\n#define A clo\n#else\n#define A fre\n#endif\nP(A, ck)",
                "#define P(a, b) a##b\nP\n#ifdef __CUDACC__\n(a, b)\n#else\n(clo, ck64)\n#endif",
                "#define P(a, b) a##b\nP(clo,\n#ifdef __CUDACC__\nx\n#else\nck64\n#endif\n)",
                "#define P(a, b) a##b\n__device__ void f() { P\n#define X\n(clo, ck64)(); }",
                "#define P(a, b) a##b\nint P(a, b, c);",
                "#pragma unroll ' /*\n",
                "#define RAW R\"(/*)\"\n",
                "/* */ #define P(a, b) a##b\n",
                "#if 0\nR\"(\n#endif\n)\"\n#endif",
                "#if 0\ndon't /*\n#endif\n*/\n#endif"
            })
    void whatCannotBeJudgedAccusesNobody(String source) {
        assertThat(SourceScan.complaint(source))
                .hasValueSatisfying(report -> assertThat(report.hack()).isEmpty());
    }

    /** As long as a candidate may be. */
    @Test
    void whatIsLongOrDeepIsReadToItsEnd() {
        String clock = "\nlong t = clock64();";
        for (String text : new String[] {
            "#define F(x) x\n" + "F(".repeat(15_000) + "1" + ")".repeat(15_000),
            "#define D(x) x x\n" + "D(".repeat(60) + "1" + ")".repeat(60),
            "#define M(x) " + "x ".repeat(10_000) + "\nM(" + "1 ".repeat(10_000) + ")",
            "#define L a" + "bc+".repeat(15_000),
            "#pragma unroll " + "/ ".repeat(25_000),
            "const char *s = \"" + "a\\n".repeat(15_000) + "\";",
            "__launch_bounds__(" + "(1)".repeat(15_000),
            "__attribute__((aligned(" + "(".repeat(30_000),
            "#if 1\n".repeat(8_000) + "#endif\n".repeat(8_000),
            "a(".repeat(20_000),
            "template <".repeat(6_000),
            "/*" + "*".repeat(60_000) + "*/"
        }) {
            assertThat(SourceScan.complaint(text + clock))
                    .as(text.substring(0, 20))
                    .isPresent();
        }
    }

    @Test
    void theComplaintNamesHackAndLine() {
        assertThat(SourceScan.complaint("\n/* a\n b */ long t = clock64();")).hasValueSatisfying(complaint -> {
            assertThat(complaint.hack()).contains(Hack.TIMER);
            assertThat(complaint.text()).isEqualTo("line 3: 'clock64' may not be used");
        });
        assertThat(hack("__device__ void f() { asm(\"mov.u64 %0, %global\" \"timer;\"); }"))
                .isEqualTo(Hack.TIMER);
        assertThat(hack("#define NOW clo ## ck64")).isEqualTo(Hack.TIMER);
        assertThat(hack("#define T clock64()")).isEqualTo(Hack.TIMER);
        for (String pasted : new String[] {
            "#define P(a, b) a##b\nlong t = P(clo, ck64)();",
            "#define P(a, b) a %:%: b\nlong t = P(clo, ck64)();",
            "#define P(a, ...) a##__VA_ARGS__\nlong t = P(clo, ck64)();",
            "#define P(a, b...) a##b\nlong t = P(clo, ck64)();",
            "#define P_(a, b) a##b\n#define P(a, b) P_(a, b)\n#define A clo\n#define B ck\nlong t = P(A, B)();",
            "#define P(a, b) a##b\n#define O P(F, G)\n#define FG(x) P(c, x)\nlong t = O(lock64)();",
            "#define p$(a, b) a##b\nlong t = p$(clo, ck64)();",
            "#define P(a, b, c) a##b##c\nlong t = P(, clock, 64)();",
            "#define P(a) cl##a\nlong t = P\n(ock)();",
            "#ifdef __CUDACC__\nlong t = clock();\n#endif",
            "#ifdef INFINITY\nlong t = clock();\n#endif",
            "#define ON 1\n#if 0\n#elif ON\nlong t = clock();\n#endif",
            "#if 0\n#else\nlong t = clock();\n#endif",
            "#define X \"/*\"\nlong t = clock64();\n#define Y \"*/\"",
        }) {
            assertThat(hack(pasted)).as(pasted).isEqualTo(Hack.TIMER);
        }
        assertThat(hack("#define S(x) #x\n#define A(x) asm(S(%) S(x))\nA(clock64);"))
                .isEqualTo(Hack.TIMER);
        assertThat(hack("#define BAD _Pragma(\"push_macro\")\nBAD")).isEqualTo(Hack.FORBIDDEN_CODE);
        assertThat(hack("#define BAD(x) _Pragma(#x)\nBAD(weak f)")).isEqualTo(Hack.FORBIDDEN_CODE);
        assertThat(hack("__device__ __attribute__((always_inline, constructor)) void f() {}"))
                .isEqualTo(Hack.FORBIDDEN_CODE);
        assertThat(hack("#include <cuda_fp16.h>\nlong t = _NV_CONCAT_EVAL(clo, ck64)();"))
                .isEqualTo(Hack.FORBIDDEN_CODE);
        assertThat(hack("%:include <thrust/sort.h>")).isEqualTo(Hack.FORBIDDEN_CODE);
        for (String header : new String[] {
            "cublas_v2.h",
            "cublasLt.h",
            "cudnn.h",
            "curand_kernel.h",
            "cub/cub.cuh",
            "cutlass/gemm.h",
            "chrono",
            "time.h",
            "/etc/passwd",
            "../secret.h",
            "sys/mman.h",
            "unistd.h",
            "pthread.h",
            "torch/extension.h",
            "thread"
        }) {
            assertThat(hack("#include <" + header + ">\n")).as(header).isEqualTo(Hack.FORBIDDEN_CODE);
        }
        assertThat(hack("#define const")).isEqualTo(Hack.FORBIDDEN_CODE);
        assertThat(hack("__attribute((constructor)) void f() {}")).isEqualTo(Hack.FORBIDDEN_CODE);
        assertThat(hack("[ /* */ [gnu::constructor] ] void f() {}")).isEqualTo(Hack.FORBIDDEN_CODE);
        assertThat(hack("<:<:gnu::constructor:>:> void f() {}")).isEqualTo(Hack.FORBIDDEN_CODE);
        assertThat(hack("void f() { void _Exit(int); _Exit(0); }")).isEqualTo(Hack.EARLY_EXIT);
        assertThat(hack("extern \"C\" __device__ void _init() {}")).isEqualTo(Hack.WORK_OUTSIDE_CLOCK);
        assertThat(hack("__device__ void f() { amdahl_trap(); }")).isEqualTo(Hack.EVALUATOR);
        assertThat(hack("__device__ void f() { char *c = R\"x(\")x\"; printf(c); }"))
                .isEqualTo(Hack.FORBIDDEN_CODE);
    }

    private static Hack hack(String source) {
        return SourceScan.complaint(source).orElseThrow().hack().orElseThrow();
    }
}
