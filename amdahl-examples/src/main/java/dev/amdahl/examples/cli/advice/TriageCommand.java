package dev.amdahl.examples.cli.advice;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.amdahl.core.internal.anomaly.FailureTriage;
import dev.amdahl.core.internal.anomaly.FailureTriage.Finding;
import dev.amdahl.core.internal.anomaly.FailureTriage.Line;
import dev.amdahl.core.ledger.CallPolicy;
import dev.amdahl.examples.cli.common.Answer;
import dev.amdahl.examples.cli.common.CliCommand;
import dev.amdahl.examples.cli.common.Json;
import dev.amdahl.examples.cli.common.Width;
import dev.amdahl.examples.cli.common.Words;
import dev.amdahl.examples.cli.run.ModelOption;
import dev.amdahl.examples.cli.trace.TraceReading;
import dev.amdahl.llm.copilot.LlmTriage;
import dev.amdahl.profilers.internal.TextLines;
import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.job.Anomaly.Cause;
import dev.amdahl.spi.profiler.Artifact;
import dev.amdahl.spi.profiler.ProfileLimits;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code triage FILE…}: why a job failed, with the line that says so. */
@Command(
        name = "triage",
        description =
                "Say why a job failed: hardware, memory, network, numeric, data, software or the scheduler, and which"
                        + " line says so.",
        footer = "  amdahl triage job.log dmesg.txt --exit-code 137")
public final class TriageCommand extends CliCommand {
    private static final int SHOWN = 5;
    private static final Duration LIMIT = Duration.ofMinutes(2);

    @Parameters(
            paramLabel = "FILE",
            arity = "0..*",
            description = "Logs of the job, its ranks and its hosts; plain or gzip.")
    private List<Path> files = List.of();

    @Option(names = "--exit-code", paramLabel = "N", description = "How the job ended; -9 or 137 is signal 9.")
    private @Nullable Integer exitCode;

    @Mixin
    private final ModelOption models = new ModelOption();

    @Override
    public Answer answer() throws IOException {
        if (files.isEmpty() && exitCode == null) {
            throw new InvalidInputException("triage", "no FILE is named", "give the log of the job that failed");
        }
        FailureTriage triage = new FailureTriage();
        for (Path file : files) {
            TraceReading.requireFile(file);
            read(file, triage);
        }
        if (exitCode != null) {
            triage.exitCode(exitCode);
        }
        FailureTriage.Result result = triage.result();
        Optional<FailureTriage.Result> guessed = result.findings().isEmpty() ? guess(triage, result) : Optional.empty();
        String source = result.findings().isEmpty() ? guessed.isPresent() ? "model" : "none" : "rules";
        FailureTriage.Result told = guessed.orElse(result);
        return Answer.of(json(told, source), text(told, source, Width.ofTerminal()));
    }

    /** Returns where no rule tells: what a model says of the last lines. */
    private Optional<FailureTriage.Result> guess(FailureTriage triage, FailureTriage.Result result) throws IOException {
        List<Line> lines = triage.lastLines();
        return models.ask(
                        this::plugins,
                        Optional.ofNullable(ledger()),
                        CallPolicy.DEFAULT,
                        seed(),
                        this::remark,
                        asked -> new LlmTriage(asked.gateway(), LIMIT)
                                .guess(lines.stream().map(Line::text).toList(), asked.book()))
                .flatMap(guess -> guess)
                .map(guess -> new FailureTriage.Result(
                        guess.cause(),
                        guess.confidence(),
                        List.of(new Finding(
                                lines.get(guess.line()), "model " + guess.model(), guess.cause(), guess.confidence())),
                        result.lines()));
    }

    private static void read(Path file, FailureTriage triage) throws IOException {
        try (TextLines lines = TextLines.open(new Artifact(file, "log"), ProfileLimits.DEFAULT)) {
            long number = 0;
            for (String line = lines.next(); line != null; line = lines.next()) {
                triage.line(file.toString(), ++number, line);
            }
        }
    }

    private static ObjectNode json(FailureTriage.Result result, String source) {
        ObjectNode json = Json.object()
                .put("cause", result.cause().name())
                .put("confidence", result.confidence())
                .put("source", source)
                .put("lines", result.lines());
        json.set("findings", Json.array(result.findings(), TriageCommand::row));
        return json.put("remedy", of(result));
    }

    private static ObjectNode row(Finding finding) {
        Line line = finding.line();
        return Json.object()
                .put("place", line.place())
                .put("file", line.file())
                .put("line", line.number())
                .put("text", line.text())
                .put("rule", finding.rule())
                .put("cause", finding.cause().name())
                .put("confidence", finding.confidence());
    }

    private static String text(FailureTriage.Result result, String source, Width width) {
        StringBuilder out = new StringBuilder();
        out.append(width.lines(
                "",
                result.findings().isEmpty()
                        ? "UNKNOWN: no rule fits any of " + result.lines() + " lines"
                        : result.cause()
                                + Words.number(", confidence %.2f", result.confidence())
                                + (source.equals("model") ? ", a guess of the " : ", by the rule ")
                                + result.findings().get(0).rule()));
        List<String> shown = new ArrayList<>();
        for (Finding finding : result.findings()) {
            if (shown.size() < SHOWN) {
                shown.add(width.lines(
                        "  " + finding.line().place() + "  ", finding.line().text()));
            }
        }
        shown.forEach(out::append);
        if (result.findings().size() > SHOWN) {
            out.append("  ").append(result.findings().size() - SHOWN).append(" more with --json\n");
        }
        return out.append(width.lines("do  ", of(result))).toString();
    }

    /** What to do about a failure: by the rule that tells it, or else by its cause. */
    private static String of(FailureTriage.Result result) {
        return of(result.findings().stream().findFirst().map(Finding::rule).orElse(""), result.cause());
    }

    private static String of(String rule, Cause cause) {
        return switch (rule) {
            case "xid-contained" ->
                "start the job again from its last checkpoint: the error was contained to it and the device works on;"
                        + " reset the device when it is free, drain the host if it comes back";
            case "no-space" ->
                "free space on that file system, or write elsewhere: old checkpoints, caches, the quota; then go on from"
                        + " the last checkpoint";
            case "shared-memory" ->
                "give the container more shared memory (--shm-size, or a memory volume at /dev/shm), or use fewer workers";
            case "driver" ->
                "update the driver of that host, or use a build for what it supports; running it again changes nothing";
            case "library" ->
                "put it into the image or fix the path, or use a build for that device; running it again changes nothing";
            case "login" ->
                "log in, or give the job a token that is valid and has been granted access to what it names";
            case "access" -> "give the job's account access to that path, or name one that it can use";
            case "device-fault" ->
                "a kernel used memory that is not its own: run again with kernels in order (AMD_SERIALIZE_KERNEL=3) to see"
                        + " which; if only one host shows it, test its device";
            case "name-resolution" ->
                "look that name up on that host (getent hosts NAME): a wrong name, no DNS there, or no network at all";
            case "preemption" ->
                "nothing is wrong with the job: let it go on from its last checkpoint; save more often";
            case "time-limit" ->
                "ask for more time, or save before the limit and go on from there; if it had stopped before, see why";
            case "eviction" ->
                "request as much memory and ephemeral storage as it uses, since the node ran short; go on from the last"
                        + " checkpoint";
            case "not-placed" -> "ask for what the cluster has and the account may use, or wait";
            default -> of(cause);
        };
    }

    private static String of(Cause cause) {
        return switch (cause) {
            case HARDWARE -> "drain the host, run its diagnostics, start the job elsewhere from its last checkpoint";
            case MEMORY -> "see how much was asked for at that line; a smaller batch, fewer workers, or more memory";
            case NETWORK -> "look for the first rank that stopped: the others only waited for it; then its link";
            case NUMERIC ->
                "go back to the last good checkpoint; clip gradients, lower the rate, look at that step's data";
            case DATA -> "check that file or record, and the storage it lies on";
            case SOFTWARE -> "read the first traceback; run again with the same seed to see whether it repeats";
            case SCHEDULER -> "ask the scheduler or the job's owner who ended it; go on from the last checkpoint";
            case UNKNOWN -> "give more logs: the kernel's (dmesg), the scheduler's, every rank's; and --exit-code";
        };
    }
}
