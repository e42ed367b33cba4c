package dev.amdahl.gpu.kernel;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.amdahl.spi.contract.Requires;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HostLauncherTest {
    private static final String TWO = """
            //@ launch first grid=(ceil(rows * 2 / 64), min(columns, 8)) block=(64) shared=max(rows, 4) * 4
            //@ launch second grid=(rows) block=(32, 2)
            extern "C" __global__ void first(const float *x, float *y, int rows, int columns) {}
            extern "C" __global__ void second(const float *x, float *y, int rows, int columns) {}
            """;

    @TempDir
    private Path folder;

    @Test
    void launchesStandInTheHostsLanguage() {
        String file = HostLauncher.file(KernelTasks.SOFTMAX, TWO);

        assertThat(file)
                .startsWith("//@ launch first")
                .contains("int softmax_launch(const float *x, float *output, int rows, int columns, void *stream)")
                .contains("{&x, &output, &rows, &columns}")
                .contains("cudaLaunchKernel(first, dim3((unsigned) ((long) ceil(1.0 * rows * 2 / 64)),"
                        + " (unsigned) (amdahl_min(columns, 8)), (unsigned) (1))")
                .contains("cudaFuncAttributeMaxDynamicSharedMemorySize, (int) (amdahl_max(rows, 4) * 4)")
                .contains("cudaLaunchKernel(second, dim3((unsigned) (rows), (unsigned) (1), (unsigned) (1))");
    }

    /** By CUDA's own compiler, where it is installed. */
    @Test
    @Tag("long")
    void everyBaselineAndTemplateCompilesWithItsLauncher() throws IOException, InterruptedException {
        Path compiler = Path.of("/usr/local/cuda/bin/nvcc");
        assumeTrue(Files.isExecutable(compiler), Requires.PREFIX + "program nvcc");
        Requires.program("g++");
        StringBuilder all = new StringBuilder();
        for (KernelTask task : KernelTasks.all()) {
            Path file = Files.writeString(folder.resolve(task + ".cu"), HostLauncher.file(task, task.baseline()));
            Process process = new ProcessBuilder(
                            compiler.toString(), "-arch=sm_90", "-c", "-o", "/dev/null", file.toString())
                    .redirectErrorStream(true)
                    .start();
            all.append(new String(process.getInputStream().readAllBytes(), UTF_8));
            assertThat(process.waitFor()).as(task + ": " + all).isZero();
        }
    }
}
