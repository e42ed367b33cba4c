package dev.amdahl.llm.internal.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.amdahl.llm.internal.loopback.Ask;
import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.llm.LlmBackend;
import dev.amdahl.spi.llm.LlmException;
import dev.amdahl.spi.llm.LlmException.Reason;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a program can do wrong. */
final class AgentFaultsTest {
    private static final String CHILDREN = """
            cat >/dev/null
            sleep 611 & echo $! >"$here/seen.children"
            (sleep 612 & echo $! >>"$here/seen.children") &
            setsid sh -c 'sleep 613 & echo $! >>"$0"; sleep 614' "$here/seen.children" >/dev/null 2>&1 &
            echo $! >>"$here/seen.children"
            while [ "$(wc -l <"$here/seen.children")" -lt 4 ]; do :; done
            """;

    @TempDir
    Path folder = Path.of("");

    @Test
    void aMissingProgramIsSaid() {
        LlmBackend backend = new FakeAgent(folder, "claude", "").backend("program", "no-such-agent");
        LlmException failed = failure(backend, Ask.text());
        assertThat(failed.reason()).isEqualTo(Reason.NOT_INSTALLED);
        assertThat(failed).hasMessageContaining("no-such-agent");
        assertThat(new ClaudeBackendFactory(Map.of("PATH", folder.toString()))
                        .availability()
                        .reason())
                .contains("claude");
    }

    @Test
    void aHangIsEndedWithAllThatItStarted() {
        FakeAgent agent = new FakeAgent(folder, "claude", CHILDREN + "touch \"$here/seen.all\"; sleep 600");
        Duration limit = Duration.ofMillis(700);
        assertThat(failure(agent.backend(), Ask.text().within(limit)).reason()).isEqualTo(Reason.TIME_LIMIT);
        while (!Files.exists(folder.resolve("bin/seen.all")) && limit.compareTo(Duration.ofMinutes(1)) < 0) {
            // A busy machine had no time to start them all.
            limit = limit.multipliedBy(4);
            assertThat(failure(agent.backend(), Ask.text().within(limit)).reason())
                    .isEqualTo(Reason.TIME_LIMIT);
        }
        assertGone(agent.seen("children"));
        assertThat(agent.leftovers()).isEmpty();
    }

    @Test
    void childrenLeftBehindAreEndedAndTheAnswerIsTaken() {
        FakeAgent agent = new FakeAgent(folder, "codex", CHILDREN + "cat \"$here/answered\"").with("answered", """
                        {"type":"item.completed","item":{"type":"agent_message","text":"answer"}}
                        {"type":"turn.completed","usage":{"input_tokens":1,"output_tokens":1}}
                        """);
        assertThat(agent.backend().complete(Ask.text()).text()).isEqualTo("answer");
        assertGone(agent.seen("children"));
    }

    @Test
    void outputWithoutEndIsCut() {
        FakeAgent agent = new FakeAgent(folder, "claude", "exec yes more and more and more");
        LlmException failed = failure(agent.backend(), Ask.text());
        assertThat(failed.reason()).isEqualTo(Reason.PROTOCOL);
        assertThat(failed).hasMessageContaining("bytes");
    }

    @Test
    void garbageIsNoAnswer() {
        for (String script : List.of("printf '[]'", ":", "head -c 1000 /dev/urandom")) {
            assertThat(failure(new FakeAgent(folder, "claude", script).backend(), Ask.text())
                            .reason())
                    .isEqualTo(Reason.PROTOCOL);
            assertThat(failure(new FakeAgent(folder, "codex", script).backend(), Ask.text())
                            .reason())
                    .isEqualTo(Reason.PROTOCOL);
        }
    }

    @Test
    void whatItComplainsOfIsRepeatedWithoutSecrets() {
        FakeAgent agent =
                new FakeAgent(folder, "claude", "echo 'Invalid API key sk-ant-0123456789abcdefghijklmnop' >&2; exit 1");
        LlmException failed = failure(agent.backend(), Ask.text());
        assertThat(failed.reason()).isEqualTo(Reason.UNAUTHORIZED);
        assertThat(failed).hasMessageContaining("Invalid API key").hasMessageNotContaining("0123456789");
    }

    @Test
    void aProgramThatDoesNotReadIsNotWaitedFor() {
        FakeAgent agent = new FakeAgent(folder, "claude", "exec 0<&-; printf '{}'");
        Ask large = new Ask("", "long ".repeat(200_000), Optional.empty(), 100, Duration.ofSeconds(20));
        assertThat(failure(agent.backend(), large).reason()).isEqualTo(Reason.PROTOCOL);
    }

    @Test
    void settingsThatNameNothingAreRefusedWithoutRepeatingASecret() {
        FakeAgent agent = new FakeAgent(folder, "claude", "");
        assertThatThrownBy(() -> agent.backend("environment", "sk-ant-secret"))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageNotContaining("sk-ant");
        assertThatThrownBy(() -> agent.backend("environment", "NOT_SET_HERE"))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("NOT_SET_HERE");
        assertThatThrownBy(() -> agent.backend("turns", "many"))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("turns");
    }

    private static void assertGone(List<String> processes) {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        assertThat(processes).hasSize(4).allSatisfy(id -> {
            while (isAlive(id) && System.nanoTime() < deadline) {
                Thread.onSpinWait();
            }
            assertThat(isAlive(id)).as("process %s lives", id).isFalse();
        });
    }

    private static boolean isAlive(String id) {
        return ProcessHandle.of(Long.parseLong(id)).map(ProcessHandle::isAlive).orElse(false);
    }

    private static LlmException failure(LlmBackend backend, Ask request) {
        LlmException failed = catchThrowableOfType(LlmException.class, () -> backend.complete(request));
        assertThat(failed).as("no error").isNotNull();
        return failed;
    }
}
