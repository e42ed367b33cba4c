package dev.amdahl.gpu.kernel.device;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.gpu.internal.jcuda.EmulatedCudaProvider;
import dev.amdahl.gpu.kernel.KernelTasks;
import dev.amdahl.gpu.kernel.KernelVerifier;
import dev.amdahl.gpu.kernel.Shape;
import dev.amdahl.gpu.kernel.VerificationSettings;
import dev.amdahl.spi.contract.Requires;
import dev.amdahl.spi.refine.Candidate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("soak")
class OneLaunchTest {
    private static final String ROWSUM = """
            //@ launch rowsum grid=(ceil(rows / 64), 1) block=(64, 1)
            extern "C" __global__ void rowsum(const float *x, float *y, int rows, int columns) {
                int row = blockIdx.x * blockDim.x + threadIdx.x;
                if (row >= rows) return;
                float s = 0.0f;
                for (int j = 0; j < columns; j++) s += x[row * columns + j];
                y[row] = s;
            }
            """;

    @TempDir
    private Path folder;

    @AfterEach
    void forget() {
        System.clearProperty(EmulatedCudaProvider.FOLDER);
    }

    private int run(String source) throws IOException, InterruptedException {
        List.of("gcc", "g++", "prlimit").forEach(Requires::program);
        System.setProperty(EmulatedCudaProvider.FOLDER, folder.toString());
        CudaDevice device = new CudaDevice(EmulatedCudaProvider.NAME, "emulated driver", Duration.ofMinutes(1));
        KernelVerifier verifier = new KernelVerifier(
                KernelTasks.ROWSUM.timedAt(Shape.of(5000, 64)),
                device,
                VerificationSettings.QUICK,
                (baseline, candidate) -> {
                    throw new AssertionError("nothing is timed");
                },
                () -> 1);
        Path file = Files.writeString(folder.resolve("kernel.cu"), source);
        Optional<List<String>> command = verifier.command(new Candidate("one", "", source, ""), file);
        return new ProcessBuilder(command.orElseThrow())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("said").toFile())
                .start()
                .waitFor();
    }

    @Test
    void aCandidateIsLaunchedOnceInAProcessOfItsOwn() throws IOException, InterruptedException {
        assertThat(run(ROWSUM)).as(Files.readString(folder.resolve("said"))).isZero();
        assertThat(run(ROWSUM.replace("y[row]", "y[row + 100000000]"))).isNotZero();
    }
}
