package dev.amdahl.gpu.internal.jcuda;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.gpu.RequiresGpu;
import dev.amdahl.gpu.RequiresNvrtc;
import dev.amdahl.gpu.internal.jcuda.CudaReadiness.Ready;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CudaNativesTest {
    @TempDir
    private Path folder;

    @Test
    void theAnswerIsTheSameEachTimeAndAlwaysSaysWhy() {
        CudaReadiness readiness = CudaNatives.prepare();

        assertThat(CudaNatives.prepare()).isSameAs(readiness);
        assertThat(readiness.availability().isReady()).isEqualTo(readiness instanceof Ready);
        assertThat(readiness.availability().reason().isEmpty()).isEqualTo(readiness instanceof Ready);
        assertThat(System.getProperty("java.io.tmpdir")).doesNotContain("jcuda");
    }

    @Test
    @RequiresNvrtc
    void theCompilerIsReadyWithoutADevice() {
        assertThat(CudaNatives.prepareCompiler())
                .isInstanceOfSatisfying(
                        Ready.class,
                        ready -> assertThat(ready.versions().get("nvrtc")).matches("1[23]\\.\\d+"));
    }

    @Test
    @RequiresGpu
    void everyVersionIsKnown() {
        assertThat(CudaNatives.prepare())
                .isInstanceOfSatisfying(
                        Ready.class,
                        ready -> assertThat(ready.versions()).containsKeys("driver", "nvrtc", "cublas", "jcuda"));
    }

    @Test
    void librariesAreFoundInTheFoldersInTheirOrder() throws IOException {
        Path first = Files.createDirectories(folder.resolve("first"));
        Path second = Files.createDirectories(folder.resolve("venv/lib/python3.11/site-packages/nvidia/cu13/lib"));
        Path third = Files.createDirectories(folder.resolve("toolkit/lib64"));
        for (Path one : List.of(first, second, third)) {
            Files.createFile(one.resolve("libboth.so.13"));
        }
        Files.createFile(second.resolve("libwheel.so.13"));
        Files.createFile(second.resolve("libwheel-builtins.so.13.0"));
        Files.createFile(third.resolve("libtoolkit.so.12"));
        Map<String, String> environment = Map.of(
                "VIRTUAL_ENV",
                folder.resolve("venv").toString(),
                "CUDA_HOME",
                folder.resolve("toolkit").toString());
        SharedLibraries libraries = SharedLibraries.ofMachine(first.toString(), environment);

        assertThat(libraries.find("libboth.so.13")).contains(first.resolve("libboth.so.13"));
        assertThat(libraries.find("libtoolkit.so.12")).contains(third.resolve("libtoolkit.so.12"));
        assertThat(libraries.find("libwheel.so.13"))
                .hasValueSatisfying(wheel -> assertThat(SharedLibraries.beside(wheel, "libwheel-builtins.so.*"))
                        .contains(second.resolve("libwheel-builtins.so.13.0")));
        assertThat(libraries.find("libnowhere.so.13")).isEmpty();
        assertThat(SharedLibraries.ofMachine("", Map.of()).find("libc.so.6")).isPresent();
    }
}
