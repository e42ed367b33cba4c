package dev.amdahl.examples.cli.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.amdahl.core.ledger.LedgerReader;
import dev.amdahl.core.ledger.event.LedgerLocation;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.examples.cli.Cli;
import dev.amdahl.examples.jobs.ProposalFolder;
import dev.amdahl.gpu.kernel.HostLauncher;
import dev.amdahl.gpu.kernel.KernelTasks;
import dev.amdahl.spi.contract.Requires;
import dev.amdahl.spi.hypothesis.HypothesisState;
import dev.amdahl.spi.hypothesis.PatchChange;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** From a kernel of the lab to a change of a job that calls it. */
final class KernelLoopTest {
    private static final String JOBS = """
            policy: {pairs: 40, floor: 0%, calibration: 0%}
            jobs:
              - family: scores
                command: [sh, -c, './scores 120 > out.txt; cat out.txt']
                directory: code
                time_limit: 60s
                output: [{path: out.txt, compare: exact}]
                work_units: {stdout: "processed ([0-9]+)"}
                source: {repository: code, revision: HEAD, build: [make], editable: [sgemm.cu]}
            """;
    /** Eight sums of a thread side by side, where the baseline waits for each of its one. */
    private static final String FASTER = """
            //@ launch wide grid=(ceil(n / 128), ceil(m / 8)) block=(16, min(8, 64))
            extern "C" __global__ void wide(const float *a, const float *b, float *c, int m, int n, int k) {
                int column = 8 * (blockIdx.x * 16 + threadIdx.x), row = blockIdx.y * 8 + threadIdx.y;
                if (row >= m || column >= n) return;
                if (column + 8 > n) {
                    for (; column < n; column++) {
                        float sum = 0.0f;
                        for (int p = 0; p < k; p++) sum += a[row * k + p] * b[p * n + column];
                        c[row * n + column] = sum;
                    }
                    return;
                }
                float sums[8] = {0, 0, 0, 0, 0, 0, 0, 0};
                for (int p = 0; p < k; p++) {
                    float left = a[row * k + p];
                    const float *right = b + p * n + column;
                    for (int j = 0; j < 8; j++) sums[j] += left * right[j];
                }
                for (int j = 0; j < 8; j++) c[row * n + column + j] = sums[j];
            }
            """;

    @TempDir
    private Path folder;

    @BeforeEach
    void makesAJob() throws IOException, InterruptedException {
        List.of("git", "make", "g++", "sh").forEach(Requires::program);
        Path code = Files.createDirectory(folder.resolve("code"));
        try (InputStream main = Objects.requireNonNull(getClass().getResourceAsStream("main.cpp"))) {
            Files.copy(main, code.resolve("main.cpp"));
        }
        Files.writeString(code.resolve("sgemm.cu"), HostLauncher.file(KernelTasks.SGEMM, KernelTasks.SGEMM.baseline()));
        Files.writeString(code.resolve("Makefile"), "scores: main.cpp sgemm.cu\n\tg++ -O2 -o scores main.cpp\n");
        Files.writeString(code.resolve(".gitignore"), "scores\nout.txt\n");
        Files.writeString(folder.resolve("jobs.yaml"), JOBS);
        String commit =
                "git init -q . && git add . && git -c user.name=a -c user.email=a@b commit -q -m job && make -s";
        Process process = new ProcessBuilder("sh", "-c", commit)
                .directory(code.toFile())
                .inheritIO()
                .start();
        assertThat(process.waitFor()).isZero();
    }

    private Cli kernel(String... more) throws IOException {
        Path file = Files.writeString(folder.resolve("wide.cu"), FASTER);
        List<String> words = new ArrayList<>(List.of("kernel", "sgemm", "--backend", "emulated", "--json"));
        words.addAll(List.of(
                "--candidate",
                file.toString(),
                "--ledger",
                folder.resolve("ledger").toString()));
        words.addAll(List.of("--jobs", folder.resolve("jobs.yaml").toString()));
        words.addAll(List.of(more));
        return Cli.here(words.toArray(String[]::new));
    }

    @Test
    @Tag("long")
    void aKernelThatHeldInTheLabIsTriedOnTheWholeJobAndWinsThereByPairs() throws Exception {
        KernelCommandTest.requireEmulator();
        JsonNode judged = kernel("--family", "scores", "--file", "sgemm.cu").json("kernel");
        JsonNode offered = judged.path("offered");
        assertThat(offered.path("title").asText())
                .as(judged.toPrettyString())
                .matches("sgemm kernel [0-9a-f]{12}: .* times as fast in the lab.*");
        assertThat(offered.path("new").asBoolean()).isTrue();

        Cli run = loop(1_000);
        LedgerView view = LedgerReader.view(folder.resolve("ledger").toString());
        assertThat(view.dossiers()).as(run.out() + run.err()).hasSize(1);
        assertThat(run.err()).doesNotContain("nothing to try");
        Dossier tried = view.dossiers().get(0);
        assertThat(tried.hypothesis().title()).isEqualTo(offered.path("title").asText());
        assertThat(tried.hypothesis().provenance().source()).startsWith("kernel:sgemm:emulated:");
        assertThat(tried.hypothesis().change()).isInstanceOf(PatchChange.class);
        assertThat(tried.state()).as(tried.reason()).isEqualTo(HypothesisState.IN_REVIEW);
        assertThat(tried.comparison().orElseThrow().ratio().orElseThrow()).isLessThan(.8);
    }

    /** Of a kernel, or of an assistant: a job without levers has something to try once it lies beside the ledger. */
    @Test
    void anOfferedPatchIsSomethingToTry() throws Exception {
        Path jobs = folder.resolve("jobs.yaml");
        assertThat(loop(1).err()).contains("scores declares no lever and no hypothesis");
        String diff = "--- a/sgemm.cu\n+++ b/sgemm.cu\n@@ -0,0 +1 @@\n+// offered\n";
        ProposalFolder.of(LedgerLocation.of(folder.resolve("ledger").toString()))
                .enter(
                        jobs,
                        "scores",
                        Map.of("title", "offered", "addresses", List.of("HOST_SERIAL"), "expected", .1),
                        diff,
                        "kernel:sgemm:emulated:1");
        Cli run = loop(1);
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.out() + run.err()).doesNotContain("nothing to try");
    }

    private Cli loop(int cycles) throws Exception {
        return Cli.in(
                folder,
                "loop",
                "--jobs",
                "jobs.yaml",
                "--ledger",
                "ledger",
                "--cycles",
                String.valueOf(cycles),
                "--scheduler-setting",
                "slot-directory=" + folder.resolve("slots"));
    }

    @Test
    void whatTheJobDoesNotOpenIsSaidBeforeAnythingIsSearched() throws IOException {
        kernel("--family", "scores", "--file", "main.cpp")
                .failsWith(2, "--file main.cpp", "not among the editable files [sgemm.cu]");
        kernel("--family", "scores", "--file", "other.cu").failsWith(2, "--file other.cu", "git has no such text");
        kernel("--family", "scores").failsWith(2, "half described", "--file");
        kernel("--family", "score", "--file", "sgemm.cu").failsWith(2, "--family", "did you mean 'scores'?");
    }
}
