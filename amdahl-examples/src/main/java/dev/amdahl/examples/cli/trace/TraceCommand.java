package dev.amdahl.examples.cli.trace;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.amdahl.examples.cli.common.Answer;
import dev.amdahl.examples.cli.common.CliCommand;
import dev.amdahl.examples.cli.common.Json;
import dev.amdahl.gpu.health.DeclaredPeaks;
import dev.amdahl.profilers.internal.kineto.hta.HtaCompat;
import dev.amdahl.profilers.torch.FlightRecords;
import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.profiler.ProfileLimits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code trace FILE…}: where the seconds of a profiler's file went. */
@Command(
        name = "trace",
        subcommands = TraceDiffCommand.class,
        description = "Show exactly where the time in a profiler's file went.",
        footer = "  amdahl trace trace.json.gz --critical-path --html trace.html")
public final class TraceCommand extends CliCommand {
    private static final int SHOWN = 10;

    @Parameters(
            arity = "0..*",
            paramLabel = "FILE",
            description =
                    "Kineto traces (.json, .json.gz), or files of the other profilers that docs/profilers.md lists.")
    private List<Path> files = List.of();

    @Option(names = "--top", paramLabel = "N", description = "Kernels to show; default all in JSON, else 10.")
    private @Nullable Integer top;

    @Option(names = "--html", paramLabel = "OUT", description = "Write a page with zoomable lanes; for one file.")
    private @Nullable Path html;

    @Option(
            names = "--chrome-trace",
            paramLabel = "OUT",
            description = "Write a Chrome trace with our annotations, for Perfetto; .gz is compressed; for one file.")
    private @Nullable Path chromeTrace;

    @Option(
            names = "--rank-dir",
            paramLabel = "DIR",
            description =
                    "Take every .json and .json.gz file of a folder, one for each rank of one job, or the dumps of"
                            + " PyTorch's flight recorder: where a job hangs.")
    private @Nullable Path rankDirectory;

    @Option(names = "--all", description = "With --rank-dir: show each rank's own tables too, below the summary.")
    private boolean all;

    @Option(
            names = "--hta-compat",
            description = "Give the figures of Holistic Trace Analysis, with its rounding, instead of the exact ones.")
    private boolean htaCompat;

    @Option(names = "--include-last-step", description = "With --hta-compat: count the last step too.")
    private boolean includeLastStep;

    @Option(names = "--one-run", description = "The files are from one run: align them by time.")
    private boolean oneRun;

    @Option(
            names = "--critical-path",
            description = "Show the critical path, and how long the run would be if parts of it took less.")
    private boolean criticalPath;

    @Option(
            names = "--accelerator",
            paramLabel = "MODEL",
            description = "Give the log's TFLOP/s as a share (mfu) of this accelerator's declared bf16 peak.")
    private @Nullable String accelerator;

    @Option(
            names = "--source",
            paramLabel = "DIR",
            description = "Join hot frames to the places in this source (Python, Java) that are known to cost time.")
    private @Nullable Path source;

    /** Returns the call that gives files and nothing else, or {@code --json} beside them; empty for any other. */
    public static Optional<TraceCommand> plain(List<String> arguments) {
        TraceCommand command = new TraceCommand();
        List<Path> named = new ArrayList<>();
        for (String argument : arguments.subList(Math.min(1, arguments.size()), arguments.size())) {
            if (argument.equals("--json")) {
                command.wantJson();
            } else if (argument.equals("diff") || argument.startsWith("-") || argument.startsWith("@")) {
                return Optional.empty();
            } else {
                named.add(Path.of(argument));
            }
        }
        command.files = named;
        return named.isEmpty() || !arguments.get(0).equals("trace") ? Optional.empty() : Optional.of(command);
    }

    @Override
    public Answer answer() throws IOException {
        List<Path> named = rankDirectory == null ? files : rankFiles(rankDirectory);
        if (named.isEmpty()) {
            throw new InvalidInputException("trace", "no FILE is named", "give a file that a profiler wrote");
        }
        check(named);
        if (htaCompat) {
            return HtaAnswer.of(named, HtaCompat.read(named, ProfileLimits.DEFAULT, includeLastStep));
        }
        WarmStart.begin(isJson());
        if (oneRun || (rankDirectory != null && FlightRecords.isDump(named.get(0)))) {
            TraceAnswer answer =
                    answer(TraceReading.ofOneRun(named, this::plugins).withShareOf(peak()), 0);
            write(answer);
            return isJson() ? Answer.of(answer.json(), "") : Answer.of(Json.object(), answer.text());
        }
        return each(named);
    }

    /** What is asked for makes sense together; said before anything is read. */
    private void check(List<Path> named) throws IOException {
        if (top != null && top < 1) {
            throw new InvalidInputException("--top", top + " is not a number of kernels", "give 1 or more");
        }
        if (includeLastStep && !htaCompat) {
            throw new InvalidInputException(
                    "--include-last-step", "changes only --hta-compat", "add that, or leave it out");
        }
        if (all && rankDirectory == null) {
            throw new InvalidInputException("--all", "changes only --rank-dir", "add that, or leave it out");
        }
        boolean isOther = html != null
                || chromeTrace != null
                || source != null
                || criticalPath
                || oneRun
                || top != null
                || accelerator != null;
        if (htaCompat && isOther) {
            throw new InvalidInputException(
                    "--hta-compat",
                    "gives only the figures of Holistic Trace Analysis",
                    "ask for the other figures and files in a separate call");
        }
        peak();
        Set<Path> seen = new HashSet<>();
        for (Path file : named) {
            TraceReading.requireFile(file);
            if (!seen.add(file.toRealPath())) {
                throw new InvalidInputException(file.toString(), "is named twice", "name each file once");
            }
        }
        if (html != null || chromeTrace != null) {
            checkFiles(named, html, chromeTrace);
        }
    }

    /** Returns the declared FLOP/s of the accelerator, 0 where none was named. */
    private double peak() {
        if (accelerator == null) {
            return 0;
        }
        Double peak = DeclaredPeaks.of(accelerator, Map.of()).perSecond().get("bf16");
        if (peak == null) {
            throw new InvalidInputException(
                    "--accelerator",
                    "the peak of '" + accelerator + "' is not known",
                    "name it as its driver does, such as H100; docs/health.md lists the models");
        }
        return peak;
    }

    private void checkFiles(List<Path> named, @Nullable Path page, @Nullable Path chrome) throws IOException {
        if (named.size() > 1 && !oneRun) {
            throw new InvalidInputException(
                    page != null ? "--html" : "--chrome-trace", "takes one file", "name one, or add --one-run");
        }
        if (page != null) {
            TraceFiles.requireWritable(page, named);
        }
        if (chrome != null) {
            TraceFiles.requireWritable(chrome, named);
        }
        if (page != null && chrome != null && page.toAbsolutePath().equals(chrome.toAbsolutePath())) {
            throw new InvalidInputException(page.toString(), "is named for two files", "name another for one of them");
        }
    }

    private Answer each(List<Path> named) throws IOException {
        List<TraceReading> readings = new ArrayList<>();
        List<JsonNode> documents = new ArrayList<>();
        StringBuilder text = new StringBuilder();
        long held = 0;
        for (Path file : named) {
            TraceReading reading = TraceReading.of(file, this::plugins).withShareOf(peak());
            TraceAnswer answer = answer(reading, held);
            if (isJson()) {
                documents.add(answer.json());
            } else if (all || rankDirectory == null) {
                text.append(answer.text()).append('\n');
            }
            write(answer);
            if (rankDirectory != null) {
                readings.add(reading);
                held += reading.profile().timeline().map(TraceRoom::intervals).orElse(0L);
            }
        }
        if (named.size() == 1 && rankDirectory == null) {
            return Answer.of(isJson() ? documents.get(0) : Json.object(), text.toString());
        }
        ObjectNode document = Json.object();
        document.set("traces", Json.array(documents, one -> one));
        if (rankDirectory != null) {
            TraceRanks ranks = TraceRanks.of(named, readings);
            document.set("ranks", ranks.json());
            text.insert(0, ranks.text() + (all ? "\n" : "note: --all shows each rank's own tables\n"));
        }
        return Answer.of(document, text.toString());
    }

    /** @param held intervals of other traces that are kept */
    private TraceAnswer answer(TraceReading reading, long held) {
        boolean withPath = criticalPath || html != null || chromeTrace != null;
        reading.profile()
                .timeline()
                .ifPresent(timeline -> TraceRoom.of(timeline, held).require(reading.name(), withPath));
        int kernels = top != null ? top : isJson() ? Integer.MAX_VALUE : SHOWN;
        return new TraceAnswer(
                reading,
                kernels,
                criticalPath || html != null,
                Optional.ofNullable(source).map(folder -> TraceSites.of(folder, reading.profile(), plugins())));
    }

    private List<Path> rankFiles(Path directory) throws IOException {
        if (!files.isEmpty()) {
            throw new InvalidInputException("--rank-dir", "was given with files", "give the folder or the files");
        }
        if (!Files.isDirectory(directory)) {
            throw new InvalidInputException(directory.toString(), "no readable folder", "check the path");
        }
        try (Stream<Path> all = Files.list(directory)) {
            List<Path> sorted = all.sorted(RankOrder.BY_NUMBERS).toList();
            List<Path> ranks = sorted.stream()
                    .filter(file -> file.toString().matches(".*\\.json(\\.gz)?"))
                    .toList();
            // as the flight recorder of PyTorch names its dumps
            ranks = !ranks.isEmpty()
                    ? ranks
                    : sorted.stream()
                            .filter(file -> file.toString().matches(".*_\\d+"))
                            .toList();
            if (ranks.isEmpty()) {
                throw new InvalidInputException(
                        directory.toString(),
                        "holds no .json or .json.gz file, nor dumps whose names end in _RANK",
                        "name the folder of the ranks' traces");
            }
            return ranks;
        }
    }

    private void write(TraceAnswer answer) throws IOException {
        if (html != null) {
            TraceFiles.page(answer, html);
            remark("wrote " + html);
        }
        if (chromeTrace != null) {
            TraceFiles.chromeTrace(answer, chromeTrace);
            remark("wrote " + chromeTrace);
        }
    }
}
