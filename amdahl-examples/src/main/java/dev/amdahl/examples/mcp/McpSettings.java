package dev.amdahl.examples.mcp;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What the person who starts the server decides; no tool call can change it.
 *
 * @param root the folder that files must lie in; commands run there
 * @param ledger the only ledger that is read; empty refuses the tools that need one
 * @param jobs the jobs file that proposals must fit; empty refuses proposals
 * @param models the models file whose notes and places outside may be quoted; no model of it is asked
 * @param isRunAllowed whether anything may be run: commands, patches of jobs, loads on a device
 * @param isProposalAllowed whether {@code propose} may write
 * @param patience how long a call waits before it becomes a ticket
 * @param timeLimit when what runs is ended
 * @param program the command line as a program, without arguments
 */
public record McpSettings(
        Path root,
        Optional<String> ledger,
        Optional<Path> jobs,
        Optional<Path> models,
        boolean isRunAllowed,
        boolean isProposalAllowed,
        Duration patience,
        Duration timeLimit,
        List<String> program) {
    public McpSettings {
        program = List.copyOf(program);
    }
}
