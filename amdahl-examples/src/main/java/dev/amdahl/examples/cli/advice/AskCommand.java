package dev.amdahl.examples.cli.advice;

import dev.amdahl.core.internal.advice.IdeaCatalogue;
import dev.amdahl.core.internal.advice.MetricsTable;
import dev.amdahl.core.internal.copilot.Copilot;
import dev.amdahl.core.internal.copilot.CopilotAnswer;
import dev.amdahl.core.internal.copilot.Reading;
import dev.amdahl.core.internal.copilot.Subject;
import dev.amdahl.core.ledger.CallPolicy;
import dev.amdahl.core.ledger.LedgerReader;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.Family;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.examples.cli.common.Answer;
import dev.amdahl.examples.cli.common.CliCommand;
import dev.amdahl.examples.cli.common.Options;
import dev.amdahl.examples.cli.common.SelfCommand;
import dev.amdahl.examples.cli.common.Width;
import dev.amdahl.examples.cli.run.ModelOption;
import dev.amdahl.examples.cli.trace.TraceAnswer;
import dev.amdahl.examples.cli.trace.TraceReading;
import dev.amdahl.examples.jobs.Nearest;
import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.hypothesis.Idea;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code ask TEXT}: what to do next, with its evidence. */
@Command(
        name = "ask",
        description = "Say how to make a job faster, from what was measured; or what to measure first.",
        footer = "  amdahl ask 'why is the input pipeline slow?' --trace trace.json.gz")
public final class AskCommand extends CliCommand {
    private static final int MAX_QUESTION = 2000;

    @Parameters(
            paramLabel = "TEXT",
            arity = "1..*",
            description = "A question in plain words; it may name a job, a class or a part of the work.")
    private List<String> words = List.of();

    @Option(names = "--family", paramLabel = "NAME", description = "Only this job of the ledger.")
    private @Nullable String family;

    @Option(
            names = "--trace",
            paramLabel = "FILE",
            arity = "1..*",
            description = "A profiler's file of the job; with --family it counts instead of the ledger's evidence.")
    private List<Path> traces = List.of();

    @Mixin
    private final ModelOption models = new ModelOption();

    @Option(names = "--ideas-only", description = "Of --models, quote its notes and places outside, and ask no model.")
    private boolean isIdeasOnly;

    @Option(names = "--top", paramLabel = "N", description = "Maximum pieces of advice; default ${DEFAULT-VALUE}.")
    private int top = 5;

    @Override
    public Answer answer() throws IOException {
        Options.atLeast("--top", top, 1);
        Optional<LedgerView> view = Optional.ofNullable(ledger()).map(LedgerReader::view);
        List<String> known = view.map(LedgerView::families).orElse(List.of()).stream()
                .map(Family::name)
                .toList();
        view.ifPresent(read -> requireFamilies(known));
        Reading reading = Reading.of(question(), known(known), known);
        List<Subject> subjects = subjects(reading, view);
        CopilotAnswer answer = new Copilot(
                        view.map(LedgerView::dossiers).orElse(List.<Dossier>of()),
                        IdeaCatalogue.shipped(),
                        MetricsTable.shipped(),
                        won -> SelfCommand.approval(won, requireLedger()))
                .answer(reading, subjects);
        List<String> unheard = new ArrayList<>();
        List<Idea> ideas = models.ideas(this::plugins, seed(), unheard::add, AskedIdeas.of(reading, subjects));
        unheard.forEach(this::remark);
        Explanation explanation = explained(answer, subjects)
                .orElseGet(() -> Explanation.of(answer))
                .beside(ideas, unheard);
        return Answer.of(new AskJson(top).document(explanation), new AskText(top, Width.ofTerminal()).of(explanation));
    }

    private Optional<Explanation> explained(CopilotAnswer answer, List<Subject> subjects) throws IOException {
        if (isIdeasOnly) {
            if (models.file().isEmpty()) {
                throw new InvalidInputException("--ideas-only", "no file names any", "add --models FILE");
            }
            return Optional.empty();
        }
        return models.ask(
                this::plugins,
                Optional.ofNullable(ledger()),
                CallPolicy.DEFAULT,
                seed(),
                this::remark,
                asked -> Explanation.of(answer, subjects, asked));
    }

    private String question() {
        String text = String.join(" ", words).strip();
        if (text.isEmpty()) {
            throw new InvalidInputException("ask", "the question is empty", "ask in plain words what should be faster");
        }
        if (text.length() > MAX_QUESTION) {
            throw new InvalidInputException(
                    "ask", "the question has " + text.length() + " characters", "use at most " + MAX_QUESTION);
        }
        return text;
    }

    private void requireFamilies(List<String> known) {
        if (known.isEmpty() && traces.isEmpty()) {
            throw new InvalidInputException(
                    "ledger '" + ledger() + "'",
                    "holds no job yet",
                    "run amdahl loop --jobs FILE with it first, or give --trace FILE");
        }
    }

    private Optional<String> known(List<String> families) {
        if (family != null && !families.contains(family)) {
            throw new InvalidInputException(
                    "--family",
                    "no job '" + family + "' in the ledger",
                    families.isEmpty() ? "name the ledger that has it: --ledger" : Nearest.remedy(family, families));
        }
        return Optional.ofNullable(family);
    }

    private List<Subject> subjects(Reading reading, Optional<LedgerView> view) {
        List<Subject> subjects = new ArrayList<>();
        boolean isOneFamily = reading.isNamed() && reading.families().size() == 1 && traces.size() == 1;
        for (Path file : traces) {
            Subject trace = traced(file);
            subjects.add(
                    isOneFamily ? new Subject(reading.families().get(0), trace.diagnosis(), Optional.empty()) : trace);
        }
        if (!isOneFamily && (traces.isEmpty() || reading.isNamed())) {
            reading.families().stream()
                    .flatMap(name -> view.flatMap(read -> read.family(name)).stream())
                    .map(Subject::of)
                    .forEach(subjects::add);
        }
        return subjects;
    }

    private Subject traced(Path file) {
        TraceReading.requireFile(file);
        TraceReading reading = TraceReading.of(file, this::plugins);
        TraceAnswer answer = new TraceAnswer(reading, 0, false, Optional.empty());
        return Subject.ofTrace(
                file.toString(),
                answer.diagnosis()
                        .orElseThrow(() -> new InvalidInputException(
                                file.toString(),
                                "shows no timeline, so it does not say where the time went",
                                "give a trace with a timeline, such as torch.profiler writes")),
                "trace:" + file);
    }
}
