package dev.amdahl.gpu.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.amdahl.core.internal.refine.PairedTimes;
import dev.amdahl.core.internal.refine.kernel.CandidateSandbox;
import dev.amdahl.gpu.Grid;
import dev.amdahl.gpu.KernelSource;
import dev.amdahl.gpu.kernel.device.KernelDevice;
import dev.amdahl.gpu.kernel.device.KernelFailure;
import dev.amdahl.gpu.kernel.device.Launch;
import dev.amdahl.gpu.kernel.device.LoadedKernel;
import dev.amdahl.gpu.kernel.device.TritonCompiler;
import dev.amdahl.spi.contract.Requires;
import dev.amdahl.spi.refine.Candidate;
import dev.amdahl.spi.refine.Finding;
import dev.amdahl.spi.refine.Stage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** From a text in Triton to what a device would be handed. No driver here runs PTX: that it is right and fast, a device must show. */
class TritonFormTest {
    private static final String ROWSUM = """
            import triton
            import triton.language as tl

            #@ launch rowsum grid=(rows) warps=8 BLOCK=128
            @triton.jit
            def rowsum(x, y, rows, columns, BLOCK: tl.constexpr):
                row = tl.program_id(0)
                sums = tl.zeros([BLOCK], dtype=tl.float32)
                for j in range(0, columns, BLOCK):
                    at = j + tl.arange(0, BLOCK)
                    sums += tl.load(x + row * columns + at, mask=at < columns, other=0.0)
                tl.store(y + row, tl.sum(sums, axis=0))
            """;
    /** As Triton makes it. */
    private static final String PLAYED = """
            cat <<'EOF'
            64 256
            .version 8.8
            .target sm_90a
            .extern .shared .align 16 .b8 global_smem[];
            .visible .entry rowsum(
            EOF
            """;

    @TempDir
    private Path folder;

    private final List<String> loaded = new ArrayList<>();

    /** A device that takes what it is handed, and refuses to run it. */
    private final class Taking implements KernelDevice {
        private final Optional<TritonCompiler> compiler;

        Taking(Optional<TritonCompiler> compiler) {
            this.compiler = compiler;
        }

        @Override
        public String name() {
            return "taking";
        }

        @Override
        public String description() {
            return "taking";
        }

        @Override
        public boolean isAccelerated() {
            return false;
        }

        @Override
        public LoadedKernel load(String source, List<String> entries, long bytes) throws KernelFailure {
            loaded.add(source);
            throw new KernelFailure(KernelFailure.Kind.LAUNCH, "taken: " + entries);
        }

        @Override
        public Optional<TritonCompiler> triton() {
            return compiler;
        }

        @Override
        public void close() {}
    }

    private Finding judged(Optional<TritonCompiler> compiler, String source) {
        return new KernelVerifier(
                        KernelTasks.ROWSUM,
                        new Taking(compiler),
                        VerificationSettings.QUICK,
                        PairedTimes::speedup,
                        () -> 1)
                .verify(new Candidate("tried", "", source, ""));
    }

    /** A Python that is played by a shell. */
    private TritonCompiler played(String script, Duration limit) throws IOException {
        Requires.program("bwrap");
        Path file = Files.writeString(folder.resolve("python"), script);
        return new TritonCompiler(
                List.of("sh", file.toString()),
                "sm_90",
                limit,
                CandidateSandbox.BUBBLEWRAP.with(List.of(), List.of(folder), List.of()));
    }

    private Finding judged(String script) throws IOException {
        return judged(Optional.of(played(script, Duration.ofSeconds(30))), ROWSUM);
    }

    @Test
    void whatTritonMadeIsHandedToTheDeviceAsItIsWithTheLaunchThatTheTextNames() throws Exception {
        Finding finding = judged(PLAYED);
        assertThat(finding.feedback()).isEqualTo("LAUNCH_ERROR: taken: [rowsum]");
        assertThat(loaded).hasSize(1);
        KernelSource source = KernelSource.of("rowsum", loaded.get(0), "rowsum");
        assertThat(source.isAssembly()).isTrue();
        CandidateForm form = CandidateForm.parse(loaded.get(0), KernelTasks.ROWSUM.dimensions());
        assertThat(form.launches(Shape.of(1000, 64)))
                .containsExactly(new Launch(0, new Grid(1000, 1, 256, 1, 64, 1, 1)));

        assertThat(HostLauncher.takes(ROWSUM)).isFalse();
        assertThat(HostLauncher.takes(KernelTasks.ROWSUM.baseline())).isTrue();
        TritonForm written = TritonForm.parse(ROWSUM);
        assertThat(written.request(KernelTasks.ROWSUM).types()).containsExactly("*fp32", "*fp32", "i32", "i32");
        assertThat(written.constants()).containsOnlyKeys("BLOCK");
        assertThat(written.warps()).isEqualTo(8);
        assertThat(written.stages()).isEqualTo(3);
    }

    @Test
    void whatIsMissingWrongOrEndlessIsSaidInBoundsAndNothingIsHandedOver() throws IOException {
        assertThat(judged("exit 3").feedback())
                .isEqualTo("NO_FORM: Triton is not installed for the python3 of this machine; write CUDA C++");
        assertThat(judged("echo noise >&2; echo 'SyntaxError: line 3' >&2; exit 4")
                        .feedback())
                .isEqualTo("COMPILE_ERROR: Triton: SyntaxError: line 3");
        assertThat(judged("kill -SEGV $$").feedback()).startsWith("COMPILE_ERROR: Triton: ");
        assertThat(judged("echo hello").feedback()).isEqualTo("COMPILE_ERROR: Triton: the compiler gave no kernel");
        assertThat(judged("yes").feedback()).isEqualTo("COMPILE_ERROR: Triton: it prints without end");
        assertThat(judged(Optional.of(played("sleep 60", Duration.ofSeconds(1))), ROWSUM)
                        .feedback())
                .isEqualTo("COMPILE_ERROR: Triton: no end within 1 s");
        assertThat(judged(PLAYED + "echo 'createpolicy.fractional.L2'").feedback())
                .startsWith("NO_FORM: 'createpolicy'");
        assertThat(judged(PLAYED + "echo '.global .b8 state[4];'").feedback()).startsWith("NO_FORM: '.global'");
        assertThat(judged(PLAYED + "echo evict_last").feedback()).startsWith("SUSPECT: FORBIDDEN_CODE");
        assertThat(judged(Optional.empty(), ROWSUM).feedback())
                .isEqualTo("NO_FORM: no kernel in Triton runs here; write CUDA C++");
        assertThat(judged(Optional.empty(), KernelSource.ASSEMBLY + "//@ launch a grid=(1) block=(1)\n")
                        .feedback())
                .startsWith("NO_FORM: PTX is taken from Triton alone");
        assertThat(judged(Optional.empty(), "def rowsum(x): pass\n").stage()).isEqualTo(Stage.NONE);
        assertThatThrownBy(() -> TritonForm.parse("#@ launch a grid=(1) warps=3\n"))
                .hasMessageContaining("power of two");
        assertThatThrownBy(() -> TritonForm.parse("#@ start a\n")).hasMessageContaining("#@ launch NAME");
        assertThat(loaded).isEmpty();
    }

    /** With the real one, where {@code amdahl.triton} names the folder that it is installed in. */
    @Test
    void tritonItselfCompilesWithoutADeviceAndSaysWhatItCannot() {
        String site = System.getProperty("amdahl.triton", "");
        assumeTrue(!site.isEmpty(), Requires.PREFIX + "library triton (name its folder in the property amdahl.triton)");
        Requires.program("bwrap");
        Optional<TritonCompiler> real = Optional.of(new TritonCompiler(
                List.of("PYTHONPATH=" + site, "python3"),
                "sm_90",
                Duration.ofMinutes(2),
                CandidateSandbox.BUBBLEWRAP.with(List.of(), List.of(Path.of(site)), List.of())));
        assertThat(judged(real, ROWSUM).feedback()).isEqualTo("LAUNCH_ERROR: taken: [rowsum]");
        String ptx = loaded.get(0);
        assertThat(ptx)
                .contains("//@ launch rowsum grid=(rows) block=(256) shared=", ".target sm_90", "rowsum_param_3")
                .doesNotContain("rowsum_param_4", ".debug", "triton_child");
        assertThat(judged(real, ROWSUM.replace("tl.sum(sums", "tl.summ(sums")).feedback())
                .startsWith("COMPILE_ERROR: Triton: ")
                .contains("summ");
        assertThat(judged(real, ROWSUM.replace("def rowsum(", "def rowsum((")).feedback())
                .contains("SyntaxError");
        assertThat(judged(real, ROWSUM.replace("columns, BLOCK:", "columns, TILE, BLOCK:"))
                        .feedback())
                .contains("is given 4 arguments and the constants ['BLOCK']");
        assertThat(judged(real, ROWSUM.replace("@triton.jit", "")).feedback())
                .contains("no function rowsum under @triton.jit");
        assertThat(loaded).hasSize(1);
    }
}
