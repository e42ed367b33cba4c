package dev.amdahl.examples.cli;

import com.fasterxml.jackson.databind.node.MissingNode;
import dev.amdahl.examples.cli.common.Answer;
import dev.amdahl.examples.cli.common.CliCommand;
import dev.amdahl.examples.cli.common.Options;
import dev.amdahl.examples.cli.common.SelfCommand;
import dev.amdahl.examples.jobs.JobsFile;
import dev.amdahl.examples.jobs.ModelsFile;
import dev.amdahl.examples.mcp.LoopServer;
import dev.amdahl.examples.mcp.McpSettings;
import dev.amdahl.examples.serving.ThisProgram;
import dev.amdahl.spi.InvalidInputException;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code mcp}: the tools for an assistant. */
@Command(
        name = "mcp",
        description =
                "Serve the loop to an assistant by the Model Context Protocol on standard input and output: tools to ask,"
                        + " measure and have a patch judged, resources of the ledger, prompts for common questions. Reads"
                        + " only, unless an option allows more.",
        footer = "  amdahl mcp --ledger ./amdahl")
final class McpCommand extends CliCommand {
    @Option(
            names = "--root",
            paramLabel = "DIR",
            description = "The folder that files must be in; default the working directory.")
    private Path root = Path.of("");

    @Option(names = "--jobs", paramLabel = "FILE", description = "The jobs file that proposals and patches must fit.")
    private @Nullable Path named;

    @Option(
            names = "--models",
            paramLabel = "FILE",
            description = "A models file whose notes and places outside ask may quote; no model is asked.")
    private @Nullable Path models;

    @Option(
            names = "--allow-runs",
            description = "Let ab, judge, init, burnin, roofline and kernel run, as the user who starts this.")
    private boolean runs;

    @Option(
            names = "--allow-proposals",
            description = "Let propose write beside the ledger; the loop tests what it finds there.")
    private boolean proposals;

    @Option(
            names = "--patience",
            paramLabel = "D",
            description = "How long a call may take before it returns a ticket; default ${DEFAULT-VALUE}.")
    private String patience = "10s";

    @Option(
            names = "--time-limit",
            paramLabel = "D",
            description = "How long a call may run; default ${DEFAULT-VALUE}.")
    private String timeLimit = "1h";

    @Override
    public Answer answer() throws IOException, InterruptedException {
        Path jobs = JobsFile.orUsual(named).orElse(null);
        if (proposals && (jobs == null || ledger() == null)) {
            throw new InvalidInputException(
                    "--allow-proposals",
                    "does not say which jobs and ledger",
                    "add --jobs FILE and --ledger FILE-OR-URL");
        }
        if (jobs != null && !Files.isRegularFile(jobs)) {
            throw new InvalidInputException("--jobs " + jobs, "there is no such file", "check the path");
        }
        Path folder = root.toAbsolutePath();
        McpSettings settings = new McpSettings(
                folder,
                Optional.ofNullable(ledger()).map(SelfCommand::absolute),
                Optional.ofNullable(jobs).map(Path::toAbsolutePath),
                Optional.ofNullable(models).map(file -> ModelsFile.read(file).file()),
                runs,
                proposals,
                positive("--patience", patience),
                positive("--time-limit", timeLimit),
                ThisProgram.command());
        FileOutputStream protocol = new FileOutputStream(FileDescriptor.out);
        System.setOut(System.err);
        new LoopServer(settings, SelfCommand.version()).serve(System.in, protocol);
        return Answer.of(MissingNode.getInstance(), "");
    }

    private static Duration positive(String option, String text) {
        Duration duration = Options.duration(option, text);
        if (duration.isZero() || duration.isNegative()) {
            throw new InvalidInputException(option, "was " + text, "give more than zero");
        }
        return duration;
    }
}
