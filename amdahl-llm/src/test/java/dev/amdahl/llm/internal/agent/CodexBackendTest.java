package dev.amdahl.llm.internal.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.amdahl.llm.internal.loopback.Ask;
import dev.amdahl.spi.contract.Requires;
import dev.amdahl.spi.llm.LlmException;
import dev.amdahl.spi.llm.LlmException.Reason;
import dev.amdahl.spi.llm.LlmReply;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class CodexBackendTest extends AgentContract {
    private static final String START = """
            {"type":"thread.started","thread_id":"t1"}
            {"type":"item.completed","item":{"id":"item_0","type":"error","message":"Model metadata not found."}}
            {"type":"turn.started"}
            """;

    @Override
    FakeAgent agent(Path folder, String script) {
        return new FakeAgent(folder, "codex", script)
                .with("answered", turn(Ask.ANSWER))
                .with("strayed", turn("{\"weather\":\"fine\"}"))
                .with("refused", failed("unexpected status 404 Not Found"));
    }

    private static String turn(String text) {
        return START + "{\"type\":\"item.completed\",\"item\":{\"id\":\"item_1\",\"type\":\"agent_message\",\"text\":\""
                + text.replace("\"", "\\\"") + "\"}}\n"
                + "{\"type\":\"turn.completed\",\"usage\":{\"input_tokens\":100,\"cached_input_tokens\":70,"
                + "\"cache_write_input_tokens\":0,\"output_tokens\":5,\"reasoning_output_tokens\":2}}\n";
    }

    private static String failed(String message) {
        return START + "{\"type\":\"error\",\"message\":\"Reconnecting... 1/5\"}\n"
                + "{\"type\":\"turn.failed\",\"error\":{\"message\":\"" + message + "\"}}\n";
    }

    @Test
    void itIsGivenASchemaThatItsServiceEnforcesAndTheWholeQuestion() {
        FakeAgent agent = agent(folder, """
                while [ $# -gt 1 ]; do [ "$1" = --output-schema ] && cp "$2" "$here/seen.schema"; shift; done
                cat >"$here/seen.input"; cat "$here/answered"
                """);
        LlmReply reply = agent.backend("price_input", "10", "price_cached", "1", "price_output", "50")
                .complete(Ask.json());
        assertThat(agent.seen("arguments"))
                .containsSubsequence("exec", "--json", "--ephemeral", "--skip-git-repo-check", "-s", "read-only")
                .containsSubsequence("--disable", "shell_tool")
                .containsSubsequence("-m", "model-1")
                .endsWith("-");
        assertThat(agent.seen("schema")).singleElement().asString().contains("[\"string\",\"null\"]");
        assertThat(agent.seen("input")).contains("Name the class.", "the material");
        assertThat(reply.text()).isEqualTo(Ask.ANSWER);
        assertThat(reply.model()).isEqualTo("model-1");
        assertThat(reply.usage().inputTokens()).isEqualTo(100);
        assertThat(reply.usage().price()).isEqualTo((30 * 10 + 70 * 1 + 5 * 50) / 1e6);
    }

    @ParameterizedTest
    @CsvSource({
        "unexpected status 401 Unauthorized, UNAUTHORIZED", "exceeded retry limit: 429 Too Many Requests, RATE_LIMITED",
        "503 Service Unavailable, OVERLOADED",
                "stream disconnected: error sending request: connection refused, UNREACHABLE",
        "something else, PROTOCOL"
    })
    void aTurnThatFailedIsAnErrorWithItsReason(String message, Reason reason) {
        FakeAgent agent = agent(folder, "cat \"$here/failed\"; exit 1").with("failed", failed(message));
        assertThat(failure(agent).reason()).isEqualTo(reason);
    }

    @Test
    void aTurnWithoutEndOrAnswerIsNoAnswer() {
        String cut = turn("text").lines().limit(4).reduce("", (all, line) -> all + line + "\n");
        assertThat(failure(agent(folder, "cat \"$here/cut\"").with("cut", cut)).reason())
                .isEqualTo(Reason.PROTOCOL);
        assertThat(failure(agent(folder, "cat \"$here/empty\"").with("empty", turn("")))
                        .reason())
                .isEqualTo(Reason.PROTOCOL);
    }

    @Test
    void theRecordedAnswerOfTheRealProgramIsRead() throws IOException {
        String recorded = Files.readString(Requires.data("../reference/llm/codex-exec.jsonl"));
        FakeAgent agent = agent(folder, "cat \"$here/recorded\"").with("recorded", recorded);
        LlmReply reply = agent.backend().complete(Ask.text());
        assertThat(reply.text()).contains("INPUT_BOUND");
        assertThat(reply.usage().inputTokens()).isEqualTo(123);
        assertThat(reply.usage().cachedTokens()).isEqualTo(100);
        assertThat(reply.usage().outputTokens()).isEqualTo(45);
    }

    private static LlmException failure(FakeAgent agent) {
        return catchThrowableOfType(LlmException.class, () -> agent.backend().complete(Ask.text()));
    }
}
