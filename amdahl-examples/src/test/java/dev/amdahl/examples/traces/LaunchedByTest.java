package dev.amdahl.examples.traces;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.amdahl.examples.cli.Cli;
import dev.amdahl.spi.contract.Requires;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Device time by the module and by the line that launched it. */
final class LaunchedByTest {
    @TempDir
    private Path folder;

    private final List<String> rows = new ArrayList<>();
    private int launches;

    @Test
    void workBelongsToTheInnermostModuleAndTheInnermostLineOfOnesOwn() throws Exception {
        frame("train.py(7): step", 0, 900);
        frame("nn.Module: Net_0", 10, 600);
        frame("net.py(20): forward", 15, 580);
        frame("nn.Module: Linear_0", 20, 100);
        frame("torch/nn/modules/linear.py(100): forward", 25, 90);
        launched(30, 1, 50);
        launched(40, 1, 5);
        frame("nn.Module: Linear_1", 200, 100);
        launched(210, 1, 20);
        launched(500, 1, 10);
        launched(700, 1, 4);
        launched(30, 2, 11);

        Path trace = write();
        JsonNode said = json(trace).get("launched_by");

        assertThat(said.get("ns").asLong()).isEqualTo(100_000);
        assertThat(said.get("modules").toString())
                .isEqualTo("[{\"frame\":\"Linear_0\",\"launches\":2,\"ns\":55000},"
                        + "{\"frame\":\"Linear_1\",\"launches\":1,\"ns\":20000},"
                        + "{\"frame\":\"Net_0\",\"launches\":1,\"ns\":10000}]");
        assertThat(said.get("lines").toString())
                .isEqualTo("[{\"frame\":\"net.py:20 forward\",\"launches\":4,\"ns\":85000},"
                        + "{\"frame\":\"train.py:7 step\",\"launches\":1,\"ns\":4000}]");
        assertThat(json(trace, "--top", "1").at("/launched_by/modules")).hasSize(1);
        assertThat(Cli.here("trace", trace.toString()).out().replaceAll(" +", " "))
                .contains("Linear 2 3 0.075 75.0 %", "Net 1 1 0.010 10.0 %", "net.py:20 forward 4 0.085 85.0 %");
    }

    /** A backward pass has a thread of its own, without frames. */
    @ParameterizedTest
    @CsvSource({"tl_h100_vit_nsfw,1.0", "tl_h100_bert_small,1.0", "tl_h100_qwen05b,.698", "tl_b200_eager,.997"})
    void realTracesAreAccountedFor(String name, double share) throws Exception {
        JsonNode said = json(Requires.data("traces").resolve("kineto/" + name + ".json.gz"))
                .get("launched_by");
        for (String of : List.of("modules", "lines")) {
            double sum = 0;
            for (JsonNode row : said.get(of)) {
                sum += row.get("ns").asLong();
            }
            assertThat(sum / said.get("ns").asLong()).as(of).isBetween(share - .002, 1.0);
        }
    }

    private static JsonNode json(Path file, String... more) throws Exception {
        return Cli.here(Stream.concat(Stream.of("trace", "--json", file.toString()), Stream.of(more))
                        .toArray(String[]::new))
                .json("trace");
    }

    private void frame(String name, int start, int length) {
        row("python_function", name, 1, start, length, "");
    }

    /** A call of a thread, and work of that length. */
    private void launched(int at, int thread, int length) {
        launches++;
        row("cuda_runtime", "cudaLaunchKernel", thread, at, 2, "\"correlation\":" + launches);
        row("kernel", "gemm", 7, 1000 * launches, length, "\"device\":0,\"stream\":7,\"correlation\":" + launches);
    }

    private void row(String category, String name, int thread, int start, int length, String arguments) {
        rows.add("{\"ph\":\"X\",\"cat\":\"" + category + "\",\"name\":\"" + name + "\",\"pid\":1,\"tid\":" + thread
                + ",\"ts\":" + start + ",\"dur\":" + length + ",\"args\":{" + arguments + "}}");
    }

    private Path write() throws Exception {
        return Files.writeString(folder.resolve("t.json"), "{\"traceEvents\":[" + String.join(",", rows) + "]}");
    }
}
