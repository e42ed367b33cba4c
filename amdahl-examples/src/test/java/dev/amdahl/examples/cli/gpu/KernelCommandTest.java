package dev.amdahl.examples.cli.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.amdahl.examples.cli.Cli;
import dev.amdahl.spi.contract.Requires;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class KernelCommandTest {
    @TempDir
    private Path folder;

    static void requireEmulator() {
        List.of("bwrap", "gcc", "g++", "readelf", "prlimit").forEach(Requires::program);
    }

    @Test
    void aCheatAndAnHonestKernelAreJudgedAndBookedInTheLedger() throws IOException {
        requireEmulator();
        String head = """
                //@ launch rowsum grid=(ceil(rows / 64), 1) block=(64, 1)
                extern "C" __global__ void rowsum(const float *x, float *y, int rows, int columns) {
                    int row = blockIdx.x * blockDim.x + threadIdx.x;
                    if (row >= rows) return;
                """;
        Files.writeString(folder.resolve("cheat.cu"), head + "    y[row] = 0.0f;\n}\n");
        Files.writeString(folder.resolve("honest.cu"), head + """
                            float s = 0.0f;
                            for (int j = columns - 1; j >= 0; j--) s += x[row * columns + j];
                            y[row] = s;
                        }
                        """);
        String ledger = folder.resolve("ledger").toString();
        Cli judged = Cli.here(
                "kernel",
                "rowsum",
                "--backend",
                "emulated",
                "--quick",
                "--candidate",
                folder.resolve("cheat.cu").toString(),
                "--candidate",
                folder.resolve("honest.cu").toString(),
                "--ledger",
                ledger,
                "--json");
        JsonNode task = judged.json("kernel").path("tasks").path(0);
        assertThat(task.at("/attempts/0/hack").asText()).isEqualTo("SKIPPED_WORK");
        assertThat(task.at("/attempts/1/feedback").asText())
                .startsWith("CORRECT:")
                .contains("% of the roofline");
        assertThat(task.at("/attempts/1/speedup").asDouble()).isPositive();
        assertThat(Cli.here("ledger", "log", "--ledger", ledger).out())
                .containsPattern("Attempted +kernel rowsum emulated 256x512\\R.*Attempted");
    }

    @Test
    void tasksAreListedWithTheirLevel() throws IOException {
        JsonNode listed = Cli.here("kernel", "--list", "--json").json("kernel").path("listed");
        assertThat(listed).hasSize(91);
        assertThat(listed.path(0).path("level").asInt()).isZero();
        assertThat(listed.findValuesAsText("task")).contains("attention", "19_ReLU", "40_Matmul_Scaling_ResidualAdd");
        assertThat(Cli.here("kernel", "--list").out())
                .containsPattern("40_Matmul_Scaling_ResidualAdd +2 +m n k +\\S+ +\\S+ +16384x4096x4096");
    }

    @Test
    void aTaskOfKernelBenchIsSearchedAndCountedByItsLevel() throws IOException {
        requireEmulator();
        Cli judged = Cli.here("kernel", "19_ReLU", "--backend", "emulated", "--quick", "--attempts", "1", "--json");
        JsonNode answer = judged.json("kernel");
        assertThat(answer.at("/tasks/0/level").asInt()).isEqualTo(1);
        assertThat(answer.at("/tasks/0/attempts/0/stage").asText()).isIn("CORRECT", "FASTER");
        assertThat(answer.at("/levels/0/tasks").asInt()).isEqualTo(1);
        assertThat(answer.at("/levels/0/fast_p/0/share").asDouble()).isEqualTo(1);
    }

    @Test
    void whatIsAskedWronglyIsAUsageError() {
        Cli.here("kernel").failsWith(2, "no kernel task is named ''", "sgemm");
        Cli.here("kernel", "fft").failsWith(2, "no kernel task is named 'fft'", "sgemm");
        Cli.here("kernel", "rowsum", "--backend", "tpu").failsWith(2, "no kernel device is named 'tpu'");
        Cli.here("kernel", "rowsum", "--candidate", "none.cu").failsWith(2, "there is no such file");
    }
}
