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
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ClaudeBackendTest extends AgentContract {
    @Override
    FakeAgent agent(Path folder, String script) {
        return new FakeAgent(folder, "claude", script)
                .with("answered", result(false, "null", "structured", "\"structured_output\":" + Ask.ANSWER + ","))
                .with("strayed", result(false, "null", "fine weather", "\"structured_output\":{\"weather\":1},"))
                .with("refused", result(true, "404", "API Error: 404 no such model", ""));
    }

    private static String result(boolean isError, String status, String text, String more) {
        return "{\"type\":\"result\",\"subtype\":\"success\",\"is_error\":" + isError + ",\"api_error_status\":"
                + status
                + ",\"result\":\"" + text + "\"," + more + "\"stop_reason\":\"end_turn\",\"total_cost_usd\":0.001044,"
                + "\"modelUsage\":{\"small\":{\"inputTokens\":5,\"outputTokens\":1},\"large\":{\"inputTokens\":15,"
                + "\"cacheCreationInputTokens\":10,\"cacheReadInputTokens\":70,\"outputTokens\":4}}}";
    }

    @Test
    void itIsGivenNoToolsAndTheWholeQuestion() {
        FakeAgent agent = agent(folder, "cat >\"$here/seen.input\"; cat \"$here/answered\"");
        LlmReply reply = agent.backend("arguments", "--verbose").complete(Ask.json());
        assertThat(agent.seen("arguments"))
                .containsSubsequence(
                        "--bare",
                        "--output-format",
                        "json",
                        "--tools",
                        "",
                        "--strict-mcp-config",
                        "--no-session-persistence")
                .containsSubsequence("--model", "model-1")
                .contains("--json-schema", "--system-prompt", "Name the class.", "--verbose");
        assertThat(agent.seen("input")).containsExactly("the material");
        assertThat(reply.text()).isEqualTo(Ask.ANSWER);
        assertThat(reply.model()).isEqualTo("large");
        assertThat(reply.usage().inputTokens()).isEqualTo(100);
        assertThat(reply.usage().cachedTokens()).isEqualTo(70);
        assertThat(reply.usage().price()).isEqualTo(0.001044);
    }

    @ParameterizedTest
    @CsvSource({
        "success, 404, , 1, REJECTED",
        "success, 401, , 1, UNAUTHORIZED",
        "success, 529, , 1, OVERLOADED",
        "success, 429, , 1, RATE_LIMITED",
        "success, , Invalid API key · Please run /login, 1, UNAUTHORIZED",
        "error_max_turns, , , 0, TRUNCATED",
        "error_max_budget_usd, , , 0, NOT_ALLOWED",
        "error_during_execution, , , 1, PROTOCOL",
        "success, 404, , 0, REJECTED"
    })
    void anErrorIsToldByItsFlagAndItsExitCodeAndNotByItsSubtype(
            String subtype, @Nullable Integer status, @Nullable String said, int exit, Reason reason) {
        String json = result(true, String.valueOf(status), said == null ? "" : said, "")
                .replaceFirst("success", subtype);
        FakeAgent agent = agent(folder, "cat \"$here/failed\"; exit " + exit).with("failed", json);
        LlmException failed = failure(agent);
        assertThat(failed.reason()).isEqualTo(reason);
        assertThat(failed.usage().price()).isEqualTo(0.001044);
    }

    @ParameterizedTest
    @CsvSource({"refusal, REFUSAL", "max_tokens, TRUNCATED", "model_context_window_exceeded, TRUNCATED"})
    void aReasonToStopThatLeavesNoWholeAnswerIsAnError(String word, Reason reason) {
        FakeAgent agent = agent(folder, "cat \"$here/stopped\"")
                .with("stopped", result(false, "null", "text", "").replace("end_turn", word));
        assertThat(failure(agent).reason()).isEqualTo(reason);
    }

    @Test
    void recordedAnswersOfTheRealProgramAreRead() throws IOException {
        Path recorded = Requires.data("../reference/llm");
        for (String name : new String[] {"claude-p-ok.json", "claude-p-schema.json"}) {
            FakeAgent agent =
                    agent(folder, "cat \"$here/recorded\"").with("recorded", Files.readString(recorded.resolve(name)));
            LlmReply reply = agent.backend().complete(Ask.text());
            assertThat(reply.text()).contains("INPUT_BOUND").startsWith("{");
            assertThat(reply.model()).isEqualTo("claude-sonnet-4-5");
            assertThat(reply.usage().inputTokens()).isEqualTo(123);
            assertThat(reply.usage().outputTokens()).isEqualTo(45);
            assertThat(reply.usage().price()).isEqualTo(0.001044);
        }
    }

    private static LlmException failure(FakeAgent agent) {
        return catchThrowableOfType(LlmException.class, () -> agent.backend().complete(Ask.text()));
    }
}
