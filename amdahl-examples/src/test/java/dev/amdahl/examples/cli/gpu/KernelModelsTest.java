package dev.amdahl.examples.cli.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.amdahl.examples.cli.Cli;
import dev.amdahl.examples.cli.common.Json;
import dev.amdahl.llm.internal.loopback.LoopbackModel;
import dev.amdahl.llm.internal.loopback.Wire;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Kernels that a model proposes: from recorded answers, and from a server on this machine that hears what was found. */
final class KernelModelsTest {
    private static final Pattern KEY = Pattern.compile("no recorded answer for request ([0-9a-f]{64})");
    private static final String WRONG = kernel("j < columns - 1");
    private static final String RIGHT = kernel("j < columns");

    @TempDir
    private Path folder;

    private static String kernel(String condition) {
        return """
                //@ launch rowsum grid=(ceil(rows / 64), 1) block=(64, 1)
                extern "C" __global__ void rowsum(const float *x, float *y, int rows, int columns) {
                    int row = blockIdx.x * blockDim.x + threadIdx.x;
                    if (row >= rows) return;
                    float s = 0.0f;
                    for (int j = 0; %s; j++) s += x[row * columns + j];
                    y[row] = s;
                }
                """.formatted(condition);
    }

    private static String answer(String source) {
        return Json.text(Json.object().put("source", source).put("idea", "one thread for each row"));
    }

    private String models(String backend, String settings) throws IOException {
        return Files.writeString(
                        folder.resolve("models.yaml"),
                        "models: [{name: local, backend: " + backend + ", settings: {" + settings + "}}]\n")
                .toString();
    }

    private static Cli kernel(String... more) {
        List<String> words = new ArrayList<>(List.of("kernel", "rowsum", "--backend", "emulated", "--quick", "--json"));
        words.addAll(List.of(more));
        return Cli.here(words.toArray(String[]::new));
    }

    @Test
    void whatWasFoundGoesBackToTheModelAndEachCallAndAttemptIsBooked() throws IOException {
        KernelCommandTest.requireEmulator();
        String ledger = folder.resolve("ledger").toString();
        try (LoopbackModel server =
                LoopbackModel.serving(Wire.OPENAI.saying(answer(WRONG)), Wire.OPENAI.saying(answer(RIGHT)))) {
            String models = models("openai", "base_url: '" + server.address() + "', model: qwen, retries: '0'");
            Cli tried = kernel("--models", models, "--attempts", "2", "--ledger", ledger);
            JsonNode task = tried.json("kernel").path("tasks").path(0);

            assertThat(tried.err()).isEmpty();
            assertThat(task.path("end").asText()).isEqualTo("ATTEMPTS");
            assertThat(task.at("/attempts/0/feedback").asText()).startsWith("WRONG:");
            assertThat(task.at("/attempts/1/feedback").asText()).startsWith("CORRECT:");
            List<String> asked =
                    server.calls().stream().map(LoopbackModel.Call::body).toList();
            assertThat(asked).hasSize(2);
            assertThat(asked.get(0)).contains("The sum of each row", "//@ launch", "one processor core");
            assertThat(asked.get(1)).contains("WRONG: ", "columns - 1");
        }
        String log = Cli.here("ledger", "log", "--ledger", ledger).out();
        assertThat(log)
                .containsPattern("(?s)CallReserved.*CallSettled.*Attempted.*CallReserved.*CallSettled.*Attempted");
    }

    @Test
    void aRecordedAnswerIsJudgedLikeAnyOtherAndOneThatIsMissingIsNamed() throws IOException {
        KernelCommandTest.requireEmulator();
        Path recording = Files.writeString(folder.resolve("answers.jsonl"), "");
        String models = models("replay", "file: answers.jsonl");
        JsonNode none = kernel("--models", models, "--attempts", "1")
                .json("kernel")
                .path("tasks")
                .path(0);
        assertThat(none.path("end").asText()).isEqualTo("PROPOSER_FAILED");
        Matcher key = KEY.matcher(none.path("note").asText());
        assertThat(key.find()).as(none.path("note").asText()).isTrue();

        Files.writeString(
                recording, Json.text(Json.object().put("key", key.group(1)).put("text", answer(RIGHT))) + "\n");
        JsonNode one = kernel("--models", models, "--attempts", "1")
                .json("kernel")
                .path("tasks")
                .path(0);
        assertThat(one.at("/attempts/0/feedback").asText()).startsWith("CORRECT:");
    }

    @Test
    void twoWaysToProposeAtOnceAreAUsageError() throws IOException {
        Path file = Files.writeString(folder.resolve("k.cu"), RIGHT);
        String models = models("replay", "file: answers.jsonl");
        Files.writeString(folder.resolve("answers.jsonl"), "");
        Cli.here("kernel", "rowsum", "--models", models, "--candidate", file.toString())
                .failsWith(2, "both --candidate and --models");
    }
}
