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
                "template <int N> __device__ int kept = N;"
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
                "__device__ __constant__ int lookup[4] = {0, 1, 2, 3};"
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
                "__device__ void f() { asm(\"prefetch.global.L2 [%0];\"); }"
            })
    void whatCannotBeJudgedAccusesNobody(String source) {
        assertThat(SourceScan.complaint(source))
                .hasValueSatisfying(report -> assertThat(report.hack()).isEmpty());
    }

    @Test
    void theComplaintNamesHackAndLine() {
        assertThat(SourceScan.complaint("\n/* a\n b */ long t = clock64();")).hasValueSatisfying(complaint -> {
            assertThat(complaint.hack()).contains(Hack.TIMER);
            assertThat(complaint.text()).isEqualTo("line 3: 'clock64' may not be used");
        });
        assertThat(hack("__device__ void f() { asm(\"mov.u64 %0, %global\" \"timer;\"); }"))
                .isEqualTo(Hack.TIMER);
        assertThat(hack("#define NOW clo ## ck64")).isEqualTo(Hack.FORBIDDEN_CODE);
        assertThat(hack("#define T clock64()")).isEqualTo(Hack.TIMER);
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
