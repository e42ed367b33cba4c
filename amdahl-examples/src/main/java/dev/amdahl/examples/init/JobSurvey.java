package dev.amdahl.examples.init;

import dev.amdahl.core.internal.io.Removal;
import dev.amdahl.core.schedulers.local.LocalScheduler;
import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.experiment.Builder;
import dev.amdahl.spi.experiment.Scheduler;
import dev.amdahl.spi.hypothesis.LeverTemplate;
import dev.amdahl.spi.job.Accelerators;
import dev.amdahl.spi.profiler.SettingScan;
import dev.amdahl.spi.profiler.SiteFinder;
import dev.amdahl.spi.profiler.SourceEdit;
import dev.amdahl.spi.profiler.SourceLimits;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Finds out what a jobs file needs to know of a job as it stands. Not thread-safe.
 *
 * @param templates how ideas become levers
 * @param finders read the job's source
 * @param builder tells whether a change of the code applies; without one, none is offered
 * @param cores of this machine
 */
public record JobSurvey(List<LeverTemplate> templates, List<SiteFinder> finders, Optional<Builder> builder, int cores) {
    private static final Duration MIN_LIMIT = Duration.ofMinutes(1);
    private static final Duration STOPPED_AGAIN = Duration.ofSeconds(20);
    private static final double USUAL_SPREAD = 1.5;
    private static final int TIMES = 10;
    private static final int SHOWN = 4;

    public JobSurvey {
        templates = List.copyOf(templates);
        finders = List.copyOf(finders);
    }

    /**
     * Reads a job, and runs nothing.
     *
     * @param words a command, or the one script that starts the job
     * @param directory where it is started
     * @param file the jobs file that is written
     * @throws InvalidInputException if no job can be told from the words
     */
    public FoundJob read(List<String> words, Path directory, Path file) {
        return read(new Reading(words, directory), file);
    }

    private static FoundJob read(Reading reading, Path file) {
        return reading.found(
                file,
                reading.withLevers(),
                reading.levers.found(),
                reading.changes,
                Optional.empty(),
                Optional.empty(),
                List.of(),
                List.of());
    }

    /**
     * Reads a job and runs it twice.
     *
     * @param limit how long a run may take
     * @param work a folder for what the runs write; it is left where they wrote something, and removed where not
     * @param progress gets a line before each run
     * @throws InvalidInputException if it cannot be told, or does not run
     */
    public FoundJob run(
            List<String> words, Path directory, Path file, Duration limit, Path work, Consumer<String> progress)
            throws IOException {
        Reading reading = new Reading(words, directory);
        if (reading.job.isElsewhere()) {
            return read(reading, file);
        }
        Files.createDirectories(work);
        Path kept = Files.createTempDirectory(work, "run-");
        Scheduler scheduler = LocalScheduler.owned(kept, Clock.systemUTC());
        try {
            progress.accept("first run, unchanged: at most " + limit.toSeconds() + " s");
            ShortRun first = ShortRun.of(reading.job, scheduler, "first", limit, kept);
            requireRan(first, "as it is");
            boolean isStopped = first.result().isTimedOut();
            Duration again = isStopped && STOPPED_AGAIN.compareTo(limit) < 0 ? STOPPED_AGAIN : limit;
            progress.accept("second run, with each setting as one word: at most " + again.toSeconds() + " s");
            ShortRun second = ShortRun.of(reading.withLevers(), scheduler, "second", again, kept);
            List<String> remarks = new ArrayList<>();
            List<FoundLever> levers = reading.levers.found();
            boolean optionsFail = !isUsable(second);
            if (optionsFail) {
                remarks.add("with its options as single words the command ended with exit code "
                        + second.result().exitCode().orElse(-1) + " (" + second.lastError()
                        + "): no option is offered");
                levers = levers.stream().filter(lever -> !lever.isOption()).toList();
                progress.accept("second run again, without them");
                second = ShortRun.of(reading.job, scheduler, "third", again, kept);
                requireRan(second, "when it was run again");
            }
            return reading.ran(file, levers, optionsFail, first, second, limit, kept, remarks);
        } finally {
            tidy(kept, work);
        }
    }

    private static boolean isUsable(ShortRun run) {
        return run.result().isSuccess() || run.result().isTimedOut();
    }

    private static void requireRan(ShortRun run, String how) {
        if (!isUsable(run)) {
            String code = run.result().exitCode().isPresent()
                    ? "ended with exit code " + run.result().exitCode().getAsInt()
                    : "could not be started";
            throw new InvalidInputException(
                    "the command, " + how,
                    code + ": " + run.lastError(),
                    "run it by hand until it succeeds, or add --dry to read only");
        }
    }

    /** What the runs wrote stays; what the scheduler wrote goes. */
    private static void tidy(Path kept, Path work) throws IOException {
        try (DirectoryStream<Path> inside = Files.newDirectoryStream(kept)) {
            for (Path entry : inside) {
                if (!Set.of("first", "second", "third")
                        .contains(entry.getFileName().toString())) {
                    Removal.of(entry);
                }
            }
        }
        for (Path folder : List.of(kept, work)) {
            try (DirectoryStream<Path> inside = Files.newDirectoryStream(folder)) {
                if (!inside.iterator().hasNext()) {
                    Files.deleteIfExists(folder);
                }
            }
        }
    }

    /** One job, read. */
    private final class Reading {
        private final JobCommand job;
        private final SettingScan scan;
        private final Levers levers;
        private final ConfigEdits configuration;
        private final CodeChanges changes;
        private final boolean trains;

        Reading(List<String> words, Path directory) {
            Accelerators cpu = new Accelerators("cpu", 1);
            JobCommand read = JobCommand.of(words, directory, cpu);
            Optional<Path> program = Files.isDirectory(read.directory()) ? read.program() : Optional.empty();
            SettingScan source =
                    program.flatMap(file -> scan(read.directory(), file)).orElse(SettingScan.NONE);
            scan = WrittenOptions.with(read, HydraConfig.with(read, source));
            Set<String> libraries = libraries(read);
            int devices = libraries.contains("torch") || libraries.contains("jax") || libraries.contains("tensorflow")
                    ? LocalScheduler.accelerators()
                    : 0;
            job = devices > 0 ? JobCommand.of(words, directory, new Accelerators("gpu", devices)) : read;
            trains = scan.files().stream()
                    .anyMatch(file -> trains(job.directory().resolve(file)));
            levers = new Levers(job, templates, scan, libraries, cores, !trains).find();
            configuration = new ConfigEdits(job, scan, levers);
            List<SourceEdit> edits = new ArrayList<>(configuration.edits());
            program.ifPresent(file -> finders.forEach(
                    finder -> edits.addAll(finder.edits(read.directory(), file, SourceLimits.DEFAULT))));
            changes = CodeChanges.of(job.directory(), edits, devices > 0, builder);
        }

        private Optional<SettingScan> scan(Path directory, Path program) {
            return finders.stream()
                    .map(finder -> finder.settings(directory, program, SourceLimits.DEFAULT))
                    .filter(found -> !found.equals(SettingScan.NONE))
                    .findFirst();
        }

        private Set<String> libraries(JobCommand read) {
            Set<String> all = new HashSet<>(scan.libraries());
            if (read.command().get(0).matches("(.*/)?java")) {
                all.add("jvm");
            }
            return all;
        }

        JobCommand withLevers() {
            return job.with(levers.command(), levers.environment());
        }

        FoundJob ran(
                Path file,
                List<FoundLever> offered,
                boolean optionsFail,
                ShortRun first,
                ShortRun second,
                Duration limit,
                Path work,
                List<String> remarks) {
            Measured measured = Measured.of(first, second, trains);
            double wall = first.result().wallSeconds().orElse(0);
            boolean isStopped = first.result().isTimedOut();
            remarks.addAll(measured.findings());
            if (!first.written().isEmpty()) {
                remarks.add("what the runs wrote ("
                        + first.written().keySet().stream()
                                .sorted()
                                .limit(SHOWN)
                                .collect(Collectors.joining(", "))
                        + (first.written().size() > SHOWN ? ", …" : "") + ") was moved to " + work
                        + ", so that every run begins the same way; remove it when you like");
            }
            Set<String> over = new HashSet<>(first.overwritten());
            over.addAll(second.overwritten());
            over.stream()
                    .sorted()
                    .forEach(path -> remarks.add(path + " existed before and was overwritten: a run may go on from what"
                            + " the last one left"));
            if (isStopped) {
                remarks.add("it did not end within " + limit.toSeconds()
                        + " s and was stopped: work units and outputs of a whole run are not known; --max-seconds lets it"
                        + " run longer, and 'probe' (docs/designs.md) avoids whole runs");
            } else {
                double again = second.result().wallSeconds().orElse(wall);
                if (Math.max(wall, again) > USUAL_SPREAD * Math.min(wall, again)) {
                    remarks.add(String.format(
                            Locale.ROOT,
                            "its runs took %.1f s and %.1f s: caches, a different load, or different work the second time",
                            wall,
                            again));
                }
            }
            boolean isChecked =
                    !measured.outputs().isEmpty() || !measured.guardrails().isEmpty();
            List<FoundLever> safe = offered.stream()
                    .filter(lever -> isChecked || !lever.changesResults())
                    .toList();
            List<Double> seconds = List.of(wall, second.result().wallSeconds().orElse(0));
            Optional<Duration> most = isStopped
                    ? Optional.empty()
                    : Optional.of(Duration.ofSeconds((long) Math.ceil(TIMES * Math.max(wall, seconds.get(1)))))
                            .map(time -> time.compareTo(MIN_LIMIT) < 0 ? MIN_LIMIT : time);
            JobCommand command = optionsFail ? job.with(job.command(), levers.environment()) : withLevers();
            CodeChanges checked = isChecked
                    ? changes
                    : changes.without(
                            "no change of the code is offered, because nothing that the job writes or prints could show"
                                    + " that it does the same");
            return found(file, command, safe, checked, Optional.of(measured), most, remarks, seconds);
        }

        FoundJob found(
                Path file,
                JobCommand command,
                List<FoundLever> offered,
                CodeChanges code,
                Optional<Measured> measured,
                Optional<Duration> most,
                List<String> remarks,
                List<Double> seconds) {
            List<String> all = new ArrayList<>(job.findings());
            all.addAll(scan.findings());
            all.addAll(configuration.findings());
            all.addAll(remarks);
            all.addAll(code.remarks());
            levers.skipped().forEach(skipped -> all.add("not offered: " + skipped));
            Path base = file.toAbsolutePath().normalize().getParent();
            Path directory = job.directory().toAbsolutePath().normalize();
            return new FoundJob(
                    command,
                    directory.equals(base) ? "." : directory.toString(),
                    offered,
                    code,
                    measured,
                    most,
                    all,
                    seconds);
        }
    }

    private static boolean trains(Path file) {
        try {
            String text = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
            return text.contains(".backward(") || text.contains("Trainer(");
        } catch (IOException unreadable) {
            return false;
        }
    }
}
