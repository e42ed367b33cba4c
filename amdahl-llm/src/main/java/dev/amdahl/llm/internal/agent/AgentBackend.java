package dev.amdahl.llm.internal.agent;

import com.google.common.io.MoreFiles;
import dev.amdahl.llm.answer.Deadline;
import dev.amdahl.llm.answer.Repair;
import dev.amdahl.llm.answer.TwoTurns;
import dev.amdahl.spi.Redaction;
import dev.amdahl.spi.llm.LlmBackend;
import dev.amdahl.spi.llm.LlmException;
import dev.amdahl.spi.llm.LlmException.Reason;
import dev.amdahl.spi.llm.LlmReply;
import dev.amdahl.spi.llm.LlmRequest;
import dev.amdahl.spi.llm.LlmUsage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Asks a program, in an empty folder that is gone afterwards and with no variables but those that the operator named. Thread-safe. */
final class AgentBackend implements LlmBackend {
    private static final Logger LOG = LoggerFactory.getLogger(AgentBackend.class);

    private final String name;
    private final Agent agent;
    private final AgentSettings settings;

    AgentBackend(String name, Agent agent, AgentSettings settings) {
        this.name = name;
        this.agent = agent;
        this.settings = settings;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public String place() {
        return Redaction.of(settings.model().orElse("") + " by " + settings.program() + " "
                + String.join(" ", settings.arguments()));
    }

    @Override
    public LlmReply complete(LlmRequest request) {
        Deadline deadline = Deadline.in(request.timeLimit());
        return TwoTurns.complete(request, repair -> turn(request, repair, deadline));
    }

    private LlmReply turn(LlmRequest request, Optional<Repair> repair, Deadline deadline) {
        Path folder = null;
        try {
            folder = Files.createTempDirectory(settings.folder(), "agent-").toAbsolutePath();
            Path work = Files.createDirectory(folder.resolve("work"));
            List<String> command = new ArrayList<>(List.of(settings.installed().toString()));
            command.addAll(agent.arguments(request, folder));
            return agent.read(
                    AgentRun.run(command, work, environment(request, folder), agent.input(request, repair), deadline));
        } catch (IOException e) {
            throw new LlmException(
                    Reason.NOT_INSTALLED,
                    name + ": no private folder in " + settings.folder() + ": " + e + "; free some disk space there",
                    LlmUsage.NONE,
                    e);
        } finally {
            if (folder != null) {
                delete(folder);
            }
        }
    }

    private Map<String, String> environment(LlmRequest request, Path folder) throws IOException {
        Map<String, String> environment = new HashMap<>();
        environment.put("HOME", Files.createDirectory(folder.resolve("home")).toString());
        environment.put("TMPDIR", Files.createDirectory(folder.resolve("tmp")).toString());
        environment.putAll(agent.variables(request));
        environment.putAll(settings.environment());
        environment.put(ProcessTree.MARK, folder.toString());
        return environment;
    }

    private static void delete(Path folder) {
        try {
            MoreFiles.deleteRecursively(folder);
        } catch (IOException e) {
            LOG.warn("{} could not be deleted", folder, e);
        }
    }
}
