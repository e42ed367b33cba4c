package dev.amdahl.llm.internal.agent;

import dev.amdahl.llm.answer.Repair;
import dev.amdahl.spi.llm.LlmException;
import dev.amdahl.spi.llm.LlmReply;
import dev.amdahl.spi.llm.LlmRequest;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** How a program is asked and what it means by what it prints. Implementations are thread-safe. */
interface Agent {
    /**
     * Returns the words after the program's name; may write files into the folder.
     *
     * @param folder for this call alone, outside its work directory
     */
    List<String> arguments(LlmRequest request, Path folder) throws IOException;

    /** Variables that it is given beside those of the settings. */
    default Map<String, String> variables(LlmRequest request) {
        return Map.of();
    }

    /** Returns what it reads from standard input. */
    String input(LlmRequest request, Optional<Repair> repair);

    /**
     * Returns what it said.
     *
     * @throws LlmException if it gave no answer
     */
    LlmReply read(AgentRun.Ended ended);

    /** Returns what it did on the way, one line each, as far as it tells: untrusted text, not redacted. */
    default List<String> steps(String output) {
        return List.of();
    }
}
