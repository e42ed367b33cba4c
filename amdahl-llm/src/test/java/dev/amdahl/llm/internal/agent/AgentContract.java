package dev.amdahl.llm.internal.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.llm.internal.loopback.Ask;
import dev.amdahl.llm.internal.loopback.AskContract;
import dev.amdahl.spi.llm.LlmBackend;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The contract of a backend against a script that answers by what it is asked. */
abstract class AgentContract extends AskContract {
    private static final String SCRIPT = """
            case "$(cat)" in
              *hurry*) sleep 60 ;;
              *unknown*) cat "$here/refused"; exit 1 ;;
              *stray*) cat "$here/strayed" ;;
              *) cat "$here/answered" ;;
            esac
            """;

    @TempDir
    Path folder = Path.of("");

    abstract FakeAgent agent(Path folder, String script);

    @Override
    protected LlmBackend backend() {
        return agent(folder, SCRIPT).backend();
    }

    @Test
    void itSeesAnEmptyFolderAndNoVariableThatWasNotNamed() {
        FakeAgent agent = agent(folder, SCRIPT);
        agent.backend().complete(Ask.json());
        assertThat(agent.seen("files")).isEmpty();
        assertThat(agent.seen("environment"))
                .contains("AGENT_KEY=given")
                .noneMatch(line -> line.contains("OTHER_SECRET") || line.startsWith("AMDAHL_DATA"));
        assertThat(agent.leftovers()).isEmpty();
    }
}
