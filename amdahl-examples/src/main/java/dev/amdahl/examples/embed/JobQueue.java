package dev.amdahl.examples.embed;

import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * The in-house queue that is there already: a folder for each job, run as a process that outlives this one, a few at a time. Whoever
 * calls {@link #tick} starts what is due. Thread-safe, and safe to open twice on one folder.
 */
public final class JobQueue {
    /** Claims the job, runs it, and says when it began, how it ended and when; starting it twice runs it once. */
    private static final String RUNNER = """
            echo $$ > "claim.$$" && ln "claim.$$" claim || exit 0
            date +%s%3N > started
            sh "$1" > log 2>&1 < /dev/null
            code=$?
            date +%s%3N > ended
            echo $code > exit.tmp && mv exit.tmp exit
            """;

    /** Where a job stands. */
    public enum State {
        WAITING,
        RUNNING,
        ENDED,
        LOST,
        CANCELLED
    }

    private final Path jobs;
    private final int workers;
    private final Clock clock;
    private final Map<String, Process> started = new HashMap<>();

    public JobQueue(Path folder, int workers, Clock clock) {
        this.jobs = folder.resolve("jobs");
        this.workers = workers;
        this.clock = clock;
    }

    public int workers() {
        return workers;
    }

    /** Queues a job; one that is there under this id stays as it is. */
    public synchronized void enqueue(String id, String family, String owner, int accelerators, Path script) {
        try {
            Files.createDirectories(jobs.resolve(id));
            if (Files.notExists(jobs.resolve(id).resolve("job"))) {
                Properties entry = new Properties();
                entry.setProperty("family", family);
                entry.setProperty("owner", owner);
                entry.setProperty("accelerators", Integer.toString(accelerators));
                entry.setProperty(
                        "submitted",
                        clock.instant().truncatedTo(ChronoUnit.MILLIS).toString());
                entry.setProperty("script", script.toAbsolutePath().toString());
                Path draft = Files.createTempFile(jobs.resolve(id), "job", ".tmp");
                try (Writer writer = Files.newBufferedWriter(draft)) {
                    entry.store(writer, null);
                }
                Files.move(draft, jobs.resolve(id).resolve("job"), StandardCopyOption.ATOMIC_MOVE);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        tick();
    }

    /** Starts waiting jobs while there are workers, oldest first. */
    public synchronized void tick() {
        long running =
                jobs().stream().filter(job -> state(job.id()) == State.RUNNING).count();
        for (QueuedJob job : jobs()) {
            if (running < workers && state(job.id()) == State.WAITING && !started.containsKey(job.id())) {
                started.put(job.id(), start(job));
                running++;
            }
        }
    }

    private Process start(QueuedJob job) {
        try {
            return new ProcessBuilder("setsid", "sh", "-c", RUNNER, "runner", job.script())
                    .directory(jobs.resolve(job.id()).toFile())
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns where a job stands; empty if there is none. */
    public Optional<State> find(String id) {
        return Files.exists(jobs.resolve(id).resolve("job")) ? Optional.of(state(id)) : Optional.empty();
    }

    private State state(String id) {
        Path folder = jobs.resolve(id);
        if (Files.exists(folder.resolve("exit"))) {
            return State.ENDED;
        }
        if (Files.exists(folder.resolve("cancelled"))) {
            return State.CANCELLED;
        }
        Optional<Long> pid = number(folder.resolve("claim"));
        if (pid.isEmpty()) {
            return State.WAITING;
        }
        if (pid.flatMap(ProcessHandle::of).filter(ProcessHandle::isAlive).isPresent()) {
            return State.RUNNING;
        }
        return Files.exists(folder.resolve("exit")) ? State.ENDED : State.LOST;
    }

    /** Stops a job that has not ended, with all that it started; one that waits is claimed, so that no runner can. */
    public synchronized void cancel(String id) {
        State state = find(id).orElse(State.ENDED);
        if (state == State.ENDED || state == State.LOST) {
            return;
        }
        Path folder = jobs.resolve(id);
        try {
            if (state != State.CANCELLED) {
                Files.createFile(folder.resolve("cancelled"));
                Path claim = Files.writeString(folder.resolve("claim.cancelled"), "0");
                Files.createLink(folder.resolve("claim"), claim);
            }
        } catch (FileAlreadyExistsException running) {
            number(folder.resolve("claim")).flatMap(ProcessHandle::of).ifPresent(JobQueue::kill);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Optional.ofNullable(started.get(id)).ifPresent(runner -> await(Stream.of(runner.toHandle())));
    }

    private static void await(Stream<ProcessHandle> ending) {
        CompletableFuture.allOf(ending.map(ProcessHandle::onExit).toArray(CompletableFuture[]::new))
                .completeOnTimeout(null, 5, TimeUnit.SECONDS)
                .join();
    }

    private static void kill(ProcessHandle leader) {
        List<ProcessHandle> family =
                Stream.concat(Stream.of(leader), leader.descendants()).toList();
        family.forEach(ProcessHandle::destroyForcibly);
        await(family.stream());
    }

    /** Returns all jobs, oldest first. */
    public List<QueuedJob> jobs() {
        if (Files.notExists(jobs)) {
            return List.of();
        }
        try (Stream<Path> folders = Files.list(jobs)) {
            return folders.filter(folder -> Files.exists(folder.resolve("job")))
                    .map(JobQueue::read)
                    .sorted(Comparator.comparing(QueuedJob::submitted).thenComparing(QueuedJob::id))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static QueuedJob read(Path folder) {
        Properties entry = new Properties();
        try (Reader reader = Files.newBufferedReader(folder.resolve("job"))) {
            entry.load(reader);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new QueuedJob(
                String.valueOf(folder.getFileName()),
                entry.getProperty("family"),
                entry.getProperty("owner"),
                Integer.parseInt(entry.getProperty("accelerators")),
                Instant.parse(entry.getProperty("submitted")),
                entry.getProperty("script"));
    }

    /** Returns when a job began; empty while it waits. */
    public Optional<Instant> started(String id) {
        return number(jobs.resolve(id).resolve("started")).map(Instant::ofEpochMilli);
    }

    /** Returns when a job ended; empty before, and where nobody saw it. */
    public Optional<Instant> ended(String id) {
        return number(jobs.resolve(id).resolve("ended")).map(Instant::ofEpochMilli);
    }

    /** A file that is not there, or still being written, holds none. */
    private static Optional<Long> number(Path file) {
        try {
            String text = Files.exists(file) ? Files.readString(file).strip() : "";
            return text.isEmpty() ? Optional.empty() : Optional.of(Long.parseLong(text));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
