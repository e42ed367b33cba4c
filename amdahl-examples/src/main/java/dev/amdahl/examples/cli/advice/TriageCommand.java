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
        return json.put("remedy", Remedies.of(result));
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
        return out.append(width.lines("do  ", Remedies.of(result))).toString();
    }
}
