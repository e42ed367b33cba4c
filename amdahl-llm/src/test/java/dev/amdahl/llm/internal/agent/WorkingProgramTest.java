package dev.amdahl.llm.internal.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.amdahl.llm.internal.loopback.Ask;
import dev.amdahl.llm.internal.loopback.LoopbackModel;
import dev.amdahl.llm.internal.loopback.Wire;
import dev.amdahl.spi.InvalidInputException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Programs that do what they are asked, in a real sandbox. */
final class WorkingProgramTest {
    private static final String ASK =
            "ask \"POST %s HTTP/1.1\\r\\nhost: x\\r\\n%s: mine\" '{\"model\":\"m\",\"stream\":true}' >/tmp/said\n";

    @TempDir
    Path folder = Path.of("");

    @Test
    void itWorksWithoutTheKeyAndItsChangeIsWhatTheTreeShows() throws Exception {
        try (LoopbackModel server = LoopbackModel.serving(Wire.ANTHROPIC.saying("go on"))) {
            WorkPlace place = new WorkPlace(
                    folder,
                    "claude",
                    server,
                    ASK.formatted("/v1/messages?beta=true", "x-api-key") + """
                    sed -i s/slow/fast/ src/main.txt
                    grep -q 'go on' /tmp/said && echo answered >>src/main.txt
                    { env | grep -v API_KEY; pwd; ls -A; cat /tmp/question; echo "$@"; } >src/seen.txt
                    [ "$ANTHROPIC_API_KEY" = kept-outside-of-the-sandbox ] && echo 'no real one' >>src/seen.txt
                    echo '{"type":"system","subtype":"init"}'
                    echo '{"type":"assistant","message":{"content":[{"type":"tool_use","name":"Edit","input":{"file":"src/main.txt"}}]}}'
                    echo '{"type":"user","message":{"content":[{"type":"tool_result","content":"ok, token=ghp_0123456789abcdefghijklmnopqrstuvwxyz"}]}}'
                    echo '%s'
                    """.formatted(WorkPlace.END));
            JsonNode work = place.work("turns", "7", "model", "model-1");
            assertThat(WorkPlace.added(work))
                    .as(work.toPrettyString())
                    .contains("fast", "answered", "/work", "no real one");
            assertThat(work.path("patch").asText())
                    .contains("diff --git a/src/main.txt b/src/main.txt", "the hot line is 2")
                    .contains("HOME=/tmp", "ANTHROPIC_BASE_URL=http://127.0.0.1:8118")
                    .contains("--max-turns 7", "--allowedTools Read,Edit,Write,Grep,Glob,Bash", "--json-schema")
                    .doesNotContain("key-of-the-model", "secret-of-the-loop", "OTHER_SECRET");
            assertThat(work.path("claim").path("bottleneck").asText()).isEqualTo("HOST_SERIAL");
            assertThat(work.path("tests").asText()).isEqualTo("PASSED");
            assertThat(work.path("calls").asInt()).isEqualTo(1);
            assertThat(work.path("notes")).isEmpty();
            assertThat(work.path("steps").toString())
                    .contains("calls Edit", "gets: ok")
                    .doesNotContain("ghp_0123456789");
            assertThat(server.calls()).hasSize(1);
            assertThat(server.calls().get(0).head())
                    .contains("x-api-key: key-of-the-model")
                    .doesNotContain("mine");
            assertThat(Files.readString(place.repository().resolve("src/main.txt")))
                    .isEqualTo("one\nslow\n");
        }
    }

    @Test
    void theOtherProgramToo() throws Exception {
        try (LoopbackModel server = LoopbackModel.serving(Wire.OPENAI.saying("go on"))) {
            WorkPlace place =
                    new WorkPlace(folder, "codex", server, ASK.formatted("/v1/responses", "authorization") + """
                    sed -i s/slow/fast/ src/main.txt
                    echo "$@" >src/seen.txt
                    echo '{"type":"item.completed","item":{"type":"error","message":"a warning"}}'
                    echo '{"type":"item.completed","item":{"type":"command_execution","command":"sed","aggregated_output":"","exit_code":0}}'
                    echo '{"type":"item.completed","item":{"type":"agent_message","text":"{\\"nothing\\":null}"}}'
                    echo '{"type":"turn.completed","usage":{"input_tokens":1,"output_tokens":1}}'
                    """);
            JsonNode work = place.work("price_input", "10", "price_output", "100");
            assertThat(WorkPlace.added(work)).as(work.toPrettyString()).contains("fast");
            assertThat(work.path("patch").asText()).contains("model_providers.amdahl", "-s danger-full-access");
            assertThat(work.path("steps").toString()).contains("calls: sed", "gets: exit code 0");
            assertThat(server.calls().get(0).head()).contains("authorization: Bearer key-of-the-model");
        }
    }

    @Test
    void itIsBookedByWhatTheServiceSaid() throws Exception {
        try (LoopbackModel server = LoopbackModel.serving(Wire.ANTHROPIC.saying("go on"))) {
            WorkPlace place = new WorkPlace(
                    folder,
                    "claude",
                    server,
                    ASK.formatted("/v1/messages", "x-api-key").repeat(3) + "echo '" + WorkPlace.END + "'\n");
            var reply = place.run(java.time.Duration.ofMinutes(2), "price_input", "10", "price_output", "100");
            assertThat(reply.usage().inputTokens()).isEqualTo(300);
            assertThat(reply.usage().outputTokens()).isEqualTo(15);
            assertThat(reply.usage().price()).isEqualTo(.01);
            assertThat(reply.text()).contains("\"patch\":\"\"");
        }
    }

    @Test
    void aSettingThatIsWrongIsSaidWithoutTheKey() {
        Map<String, String> environment = Map.of("PATH", "/usr/bin", "KEY", "a key");
        assertThatThrownBy(() -> WorkingProgram.of(new Ask.Context(folder, "agent", "cursor"), environment))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("cursor");
        assertThatThrownBy(() -> WorkingProgram.of(new Ask.Context(folder, "agent", "claude"), environment))
                .hasMessageContaining("ANTHROPIC_API_KEY");
        assertThatThrownBy(() -> WorkingProgram.of(
                        new Ask.Context(folder, "agent", "claude", "key_variable", "KEY"), environment))
                .hasMessageContaining("KEY")
                .hasMessageNotContaining("a key");
        assertThatThrownBy(() -> WorkingProgram.of(
                        new Ask.Context(folder, "agent", "claude", "base_url", "file:///x"), environment))
                .hasMessageContaining("base_url");
        assertThatThrownBy(() -> WorkingProgram.of(
                        new Ask.Context(folder, "agent", "claude", "base_url", "http://h/v1", "hosts", "h"),
                        environment))
                .hasMessageContaining("'h'");
    }
}
