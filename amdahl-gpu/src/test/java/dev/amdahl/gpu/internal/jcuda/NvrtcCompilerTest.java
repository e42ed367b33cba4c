package dev.amdahl.gpu.internal.jcuda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.amdahl.gpu.CompilationException;
import dev.amdahl.gpu.DeviceException;
import dev.amdahl.gpu.KernelSource;
import dev.amdahl.gpu.RequiresNvrtc;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@RequiresNvrtc
class NvrtcCompilerTest {
    private static final KernelCompiler COMPILER = new NvrtcCompiler();

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"sm_80", "sm_90", "sm_90a"})
    void patternsCompile(String architecture) {
        for (String entry : new String[] {"fillPattern", "checkPattern"}) {
            assertThat(COMPILER.compile(CudaPatterns.source(entry), architecture))
                    .startsWith(0x7f, 'E', 'L', 'F')
                    .hasSizeGreaterThan(1000);
        }
    }

    @Test
    void headersOfHabitAndInstructionsOfOneChipCompile() {
        KernelSource source = KernelSource.of("k", """
                #include <cuda_runtime.h>
                #include <stdint.h>
                #include <math.h>
                extern "C" __global__ void k(int32_t *x) {
                    asm volatile("wgmma.fence.sync.aligned;");
                    x[0] = 1;
                }
                """, "k");
        assertThat(COMPILER.compile(source, "sm_90")).startsWith(0x7f, 'E', 'L', 'F');
    }

    @Test
    void limitsOfNumbersNeedNoHeader() {
        KernelSource source = KernelSource.of("k", """
                extern "C" __global__ void k(float *y, int n) {
                    constexpr float LEAST = -INFINITY;
                    uint32_t i = threadIdx.x;
                    y[i] = n == INT_MAX ? NAN : n < 0 ? LEAST : n == 0 ? FLT_MAX : (float)(M_PI / DBL_MAX);
                }
                """, "k");
        assertThat(COMPILER.compile(source, "sm_90")).startsWith(0x7f, 'E', 'L', 'F');
    }

    @Test
    void headersOfTheToolkitCompileWhereTheyAre() {
        Assumptions.assumeTrue(CudaNatives.headers().isPresent(), "no headers beside NVRTC");
        KernelSource source = KernelSource.of(
                "k",
                "#include <cuda_fp16.h>\nextern \"C\" __global__ void k(half *x) { x[0] = __float2half(1.0f); }",
                "k");
        assertThat(COMPILER.compile(source, "sm_90")).startsWith(0x7f, 'E', 'L', 'F');
    }

    @Test
    void whatDoesNotCompileIsAnsweredWithTheLog() {
        KernelSource wrong = KernelSource.of("wrong", "extern \"C\" __global__ void wrong() { y[0] = 1; }", "wrong");
        assertThatExceptionOfType(CompilationException.class)
                .isThrownBy(() -> COMPILER.compile(wrong, "sm_90"))
                .withMessageContaining("wrong.cu(1): error")
                .satisfies(e -> assertThat(e.log()).contains("identifier \"y\" is undefined"));
        assertThatExceptionOfType(DeviceException.class)
                .isThrownBy(() -> COMPILER.compile(KernelSource.of("empty", "", "empty"), "sm_1"));
        assertThatExceptionOfType(DeviceException.class)
                .isThrownBy(() -> COMPILER.compile(KernelSource.of("long", " ".repeat(1 << 21), "long"), "sm_90"))
                .withMessageContaining("characters");
    }

    @Test
    void theSameSourceIsCompiledOnceEvenByTheNextProcess() throws IOException {
        AtomicInteger compiled = new AtomicInteger();
        KernelCompiler counting = new KernelCompiler() {
            @Override
            public byte[] compile(KernelSource source, String architecture) {
                compiled.incrementAndGet();
                return COMPILER.compile(source, architecture);
            }

            @Override
            public String version() {
                return COMPILER.version();
            }
        };
        KernelSource source = CudaPatterns.source("fillPattern");
        byte[] first = new CachedCompiler(counting, PrivateFolder.at(folder.resolve("k"))).compile(source, "sm_90");
        KernelCompiler next = new CachedCompiler(counting, PrivateFolder.at(folder.resolve("k")));

        assertThat(next.compile(source, "sm_90")).isEqualTo(first);
        assertThat(compiled).hasValue(1);
        next.compile(source, "sm_80");
        next.compile(source.withOptions("--use_fast_math"), "sm_90");
        assertThat(compiled).hasValue(3);
    }
}
