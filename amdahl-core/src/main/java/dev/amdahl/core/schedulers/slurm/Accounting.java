package dev.amdahl.core.schedulers.slurm;

import dev.amdahl.core.internal.schedulers.slurmcommands.AccountingReader;
import dev.amdahl.core.internal.schedulers.slurmcommands.AccountingTime;
import dev.amdahl.core.internal.schedulers.slurmcommands.CommandAnswer;
import dev.amdahl.core.internal.schedulers.slurmcommands.SavedAccounting;
import dev.amdahl.core.internal.schedulers.slurmcommands.SlurmCommands;
import dev.amdahl.core.internal.schedulers.slurmcommands.SlurmJob;
import dev.amdahl.spi.AmdahlException;
import dev.amdahl.spi.InvalidInputException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Asks {@code sacct} day by day, since it prepares an answer whole before the first line, and the database may refuse wide questions
 * ({@code MaxQueryTimeRange}): what is refused is asked for in halves. Accounting tells a job on every day of its life; it is taken
 * on the last. Thread-safe.
 */
final class Accounting {
    private static final Instant EARLIEST = Instant.parse("2000-01-01T00:00:00Z");
    private static final Duration DAY = Duration.ofDays(1);
    private static final int MAX_QUESTIONS = 400;
    private static final int MAX_HEAD = 1 << 16;
    private static final Duration MIN_DURATION = Duration.ofMinutes(10);
    private static final Pattern OTHER_VERSION = Pattern.compile(
            "incompatible version|protocol version|invalid field requested|unrecognized option",
            Pattern.CASE_INSENSITIVE);

    private final FleetSettings settings;
    private final SlurmCommands commands;
    private final boolean tellsUse;

    Accounting(FleetSettings settings) {
        this(settings, false);
    }

    /** @param tellsUse whether jobs tell what they used, for which accounting is asked of every step */
    Accounting(FleetSettings settings, boolean tellsUse) {
        this.settings = settings;
        this.tellsUse = tellsUse;
        commands = new SlurmCommands(settings.commands().within(settings.patience()));
    }

    /** Returns the jobs of a period, as they are read; empty where there is no accounting. Close it. */
    Optional<Stream<SlurmJob>> jobs(Instant from, Instant to) {
        Deque<Span> spans = spans(from, to);
        Span first = spans.pop();
        Optional<CommandAnswer> answer = ask(first, spans);
        if (answer.isEmpty()) {
            return Optional.empty();
        }
        Reading reading = new Reading(spans, answer.get());
        return Optional.of(Stream.generate(reading::next)
                .takeWhile(Optional::isPresent)
                .flatMap(Optional::orElseThrow)
                .onClose(reading::close));
    }

    /**
     * A part of the period.
     *
     * @param isFirst whether jobs that ended at its very beginning are its own
     * @param isLast whether jobs that ended later, or not yet, are its own
     */
    record Span(Instant start, Instant end, boolean isFirst, boolean isLast) {
        boolean owns(SlurmJob job) {
            boolean isAfter =
                    job.ended().map(ended -> isFirst || ended.isAfter(start)).orElse(isLast);
            boolean isBefore =
                    job.ended().map(ended -> isLast || !ended.isAfter(end)).orElse(isLast);
            return isAfter && isBefore;
        }

        void halve(Deque<Span> spans) {
            Instant middle = start.plusSeconds(Duration.between(start, end).toSeconds() / 2);
            spans.push(new Span(middle, end, false, isLast));
            spans.push(new Span(start, middle, isFirst, false));
        }
    }

    /** Returns the questions that a period is asked for in. */
    Deque<Span> spans(Instant from, Instant to) {
        Instant now = settings.commands().clock().instant();
        Instant tomorrow = now.plus(DAY);
        Instant end = to.isAfter(tomorrow) ? tomorrow : to;
        Instant start = from.isAfter(now) ? now : from;
        start = start.isBefore(EARLIEST) ? EARLIEST : start;
        long days = Math.max(1, Duration.between(start, end).toDays() / MAX_QUESTIONS + 1);
        Deque<Span> spans = new ArrayDeque<>();
        for (Instant at = start; spans.isEmpty() || at.isBefore(end); at = at.plus(DAY.multipliedBy(days))) {
            Instant next = at.plus(DAY.multipliedBy(days));
            boolean isLast = !next.isBefore(end);
            spans.add(new Span(at, isLast ? end : next, spans.isEmpty(), isLast));
        }
        return spans;
    }

    /** Returns the answer of a span, or of its beginning, whose rest is put before the others; empty where there is no accounting. */
    private Optional<CommandAnswer> ask(Span asked, Deque<Span> spans) {
        spans.push(asked);
        while (true) {
            Span span = spans.peek();
            CommandAnswer answer = commands.ask("sacct", arguments(span));
            if (answer.isSuccess()) {
                return Optional.of(answer);
            }
            close(answer);
            String problem = answer.problem();
            if (problem.contains("accounting storage is disabled")) {
                return Optional.empty();
            }
            boolean isTooWide = problem.contains("Too wide of a date range");
            if (!isTooWide || Duration.between(span.start(), span.end()).compareTo(MIN_DURATION) < 0) {
                throw failed(problem);
            }
            spans.pop().halve(spans);
        }
    }

    /** What another version says does not get better by waiting. */
    private static AmdahlException failed(String problem) {
        return OTHER_VERSION.matcher(problem).find()
                ? new InvalidInputException(
                        "slurm, sacct",
                        problem,
                        "use the commands of the version of slurmdbd (setting bin), or save what its sacct prints and name that file")
                : SlurmCommands.unavailable("sacct", problem, null);
    }

    private List<String> arguments(Span span) {
        List<String> arguments = new ArrayList<>(
                tellsUse ? AccountingReader.argumentsOfUse() : AccountingReader.arguments(settings.tellsSubmission()));
        arguments.add("--allusers");
        arguments.add("--starttime=" + AccountingTime.of(span.start()));
        arguments.add("--endtime=" + AccountingTime.of(span.end()));
        settings.partitions().ifPresent(names -> arguments.add("--partition=" + names));
        settings.accounts().ifPresent(names -> arguments.add("--accounts=" + names));
        return arguments;
    }

    /** One answer after the other. */
    private final class Reading {
        private final Deque<Span> spans;
        private Optional<CommandAnswer> open;
        private final Set<String> atTheEdge = new HashSet<>();

        Reading(Deque<Span> spans, CommandAnswer first) {
            this.spans = spans;
            open = Optional.of(first);
        }

        Optional<Stream<SlurmJob>> next() {
            if (spans.isEmpty()) {
                return Optional.empty();
            }
            CommandAnswer answer = open.orElseGet(() -> Accounting.this
                    .ask(spans.pop(), spans)
                    .orElseThrow(() -> SlurmCommands.unavailable("sacct", "accounting was switched off", null)));
            open = Optional.of(answer);
            Span span = spans.pop();
            return Optional.of(
                    lines(answer.output()).filter(job -> isNew(job, span)).onClose(this::close));
        }

        /** Returns a job that lasted no second and ended between two days is told on either. */
        private boolean isNew(SlurmJob job, Span span) {
            String id = job.id() + "@" + job.submitted().getEpochSecond();
            boolean isAtStart =
                    !span.isFirst() && job.ended().filter(span.start()::equals).isPresent();
            if (job.ended().filter(span.end()::equals).isPresent()) {
                atTheEdge.add(id);
            }
            return span.owns(job) || (isAtStart && atTheEdge.add(id));
        }

        void close() {
            open.ifPresent(Accounting::close);
            open = Optional.empty();
        }
    }

    /** Jobs, one a line. */
    private Stream<SlurmJob> lines(InputStream answer) {
        BufferedReader lines = new BufferedReader(new InputStreamReader(answer, StandardCharsets.UTF_8));
        return tellsUse ? AccountingReader.used(lines.lines()) : lines(lines, AccountingReader::job);
    }

    private static Stream<SlurmJob> lines(BufferedReader answer, Function<String, Optional<SlurmJob>> reader) {
        return answer.lines().filter(line -> !line.isBlank()).flatMap(line -> reader.apply(line).stream());
    }

    /** Returns the jobs of a file: as they are asked for here, or below a head that names the fields. */
    static Stream<SlurmJob> saved(String file, InputStream answer) throws IOException {
        BufferedReader lines = new BufferedReader(new InputStreamReader(answer, StandardCharsets.UTF_8));
        lines.mark(MAX_HEAD);
        String first = lines.readLine();
        if (first != null && SavedAccounting.isHead(first)) {
            return lines(lines, new SavedAccounting(file, first));
        }
        lines.reset();
        return lines(lines, AccountingReader::job);
    }

    private static void close(CommandAnswer answer) {
        try {
            answer.close();
        } catch (IOException e) {
            throw SlurmCommands.unavailable("sacct", e.toString(), e);
        }
    }
}
