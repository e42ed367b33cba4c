package dev.amdahl.profilers.kineto;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.amdahl.profilers.Recorded;
import dev.amdahl.spi.profiler.Artifact;
import dev.amdahl.spi.profiler.ProfileLimits;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ServingStepsTest {
    @TempDir
    Path directory;

    ServingStepsTest() {
        directory = Path.of("");
    }

    @Test
    void prefillAndDecodeAreApartAndAStepLastsUntilTheNext() throws IOException {
        TraceText text = new TraceText();
        step(text, "execute_context_1(64)_generation_0(0)", 100, 500, 1);
        step(text, "execute_context_0(0)_generation_3(3)", 400, 900, 2);
        step(text, "execute_context_0(0)_generation_5(10)", 500, 1_000, 3);
        step(text, "execute_context_2(90)_generation_5(10)", 800, 1_200, 4);
        step(text, "execute_context_soon", 1_000, 1_500, 5);

        assertThat(of(text))
                .containsExactly(
                        new ServingSteps("decode", 2, 3, 13, 300_000, 100_000, 13 * 1e9 / 300_000),
                        new ServingSteps("mixed", 1, 7, 100, 40_000, 40_000, 100 * 1e9 / 40_000),
                        new ServingSteps("prefill", 1, 1, 64, 400_000, 400_000, 64 * 1e9 / 400_000));
    }

    @Test
    void wordsOfSglangCountWhereNothingElseNamesTheStep() throws IOException {
        TraceText text = new TraceText();
        step(text, "step[EXTEND bs=15 toks=15360]", 100, 500, 1);
        step(text, "step[TARGET_VERIFY bs=4]", 200, 700, 2);
        assertThat(of(text)).extracting(ServingSteps::kind).containsExactly("prefill", "target_verify");
        step(text, "execute_15360_context_15(sq15360sk15360sqsq15sqsk15)_generation_0(sq0sk0sqsq0sqsk0)", 90, 500, 3);
        assertThat(of(text)).singleElement().extracting(ServingSteps::tokens).isEqualTo(15_360L);
    }

    @Test
    void tracesWithoutSuchNamesHaveNone() throws IOException {
        assertThat(of(Samples.rich())).isEmpty();
    }

    @Test
    void recordedServersTellTheirDecode() throws IOException {
        ServingSteps vllm = only(Recorded.file("kineto/tl_vllm_decode_graph.json.gz"));
        assertThat(vllm.kind()).isEqualTo("decode");
        assertThat(vllm.requestsP50()).isEqualTo(32);
        assertThat(vllm.nanos() / 1e6).isEqualTo(10.743, within(.001));
        ServingSteps sglang = only(Recorded.file("kineto/tl_sglang_qwen3_8b_decode.json.gz"));
        assertThat(sglang.tokens()).isEqualTo(32);
        assertThat(sglang.nanos() / 1e6).isEqualTo(473.750, within(.001));
    }

    private static ServingSteps only(Path file) {
        List<ServingSteps> steps = ServingSteps.of(new KinetoProfiler()
                .read(new Artifact(file, "trace"), ProfileLimits.DEFAULT)
                .timeline()
                .orElseThrow());
        assertThat(steps).hasSize(1);
        return steps.get(0);
    }

    /** A launch at the step's begin whose kernel of 40 us begins later than the host goes on. */
    private static void step(TraceText text, String name, int hostStart, int kernelStart, int correlation) {
        text.row("user_annotation", name, "1", "" + hostStart, "50", "");
        text.row("cuda_runtime", "cudaGraphLaunch", "1", "" + (hostStart + 1), "2", "\"correlation\":" + correlation);
        text.kernel("k", 7, "" + kernelStart, "40", correlation);
    }

    private List<ServingSteps> of(TraceText text) throws IOException {
        Path file = TraceText.plain(directory.resolve("t.json"), text.object());
        return ServingSteps.of(new KinetoProfiler()
                .read(new Artifact(file, "trace"), ProfileLimits.DEFAULT)
                .timeline()
                .orElseThrow());
    }
}
