package dev.amdahl.core.schedulers.slurm;

import dev.amdahl.core.internal.schedulers.slurmcommands.CommandSettings;
import dev.amdahl.core.internal.schedulers.slurmcommands.JobsJson;
import dev.amdahl.core.internal.schedulers.slurmcommands.SlurmJob;
import dev.amdahl.core.internal.schedulers.slurmrest.RestAnswer;
import dev.amdahl.core.internal.schedulers.slurmrest.RestAnswer.Reach;
import dev.amdahl.core.internal.schedulers.slurmrest.RestApi;
import dev.amdahl.core.internal.schedulers.slurmrest.RestJob;
import dev.amdahl.core.internal.schedulers.slurmrest.RestSettings;
import dev.amdahl.spi.Availability;
import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.UnavailableException;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A cluster by its REST daemon: this machine needs neither Slurm's commands nor its configuration. Thread-safe. */
final class RestLink implements SlurmLink {
    private static final Logger LOG = LoggerFactory.getLogger(RestLink.class);
    private static final int LOCK_LOOKS = 40;
    private static final long LOCK_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    private final RestApi api;
    private final CommandSettings settings;

    RestLink(RestSettings rest, CommandSettings settings) {
        api = new RestApi(rest, settings.limit(), settings.clock());
        this.settings = settings;
    }

    /** @throws InvalidInputException if the daemon says that this can never work; if it says nothing now, it may later */
    static RestLink checked(RestSettings rest, CommandSettings settings) {
        RestLink link = new RestLink(rest, settings);
        try {
            link.api.version();
            RestAnswer answer = link.api.call("GET", "slurm", "/jobs", Optional.empty());
            if (link.api.isTokenRefused(answer)) {
                throw link.api.refused();
            }
        } catch (UnavailableException e) {
            LOG.info("{}", e.getMessage());
        }
        return link;
    }

    /** Adds to the reason why the commands cannot be used that this daemon can. */
    static Availability named(Availability commands) {
        return commands.isReady()
                ? commands
                : Availability.unavailable(commands.reason() + "; its REST daemon is named by the setting rest");
    }

    @Override
    public String submitter() {
        return "slurmrestd";
    }

    @Override
    public List<SlurmJob> queue() {
        return ofUser("slurm", "/jobs");
    }

    /** The daemon tells the jobs of all users. */
    private List<SlurmJob> ofUser(String part, String path) {
        String user = api.user();
        try (Stream<SlurmJob> jobs = jobs(part, path)) {
            return jobs.filter(job -> job.user().equals(user)).toList();
        }
    }

    /** Returns the jobs of all users. */
    private Stream<SlurmJob> jobs(String part, String path) {
        RestAnswer answer = api.call("GET", part, path, Optional.empty());
        if (!answer.isOk() || !answer.isJson()) {
            throw api.unavailable(answer);
        }
        return JobsJson.read("slurmrestd", answer.stream());
    }

    @Override
    public Optional<List<SlurmJob>> accounting(Collection<String> names, Instant since) {
        return api.current().isAccounted()
                ? Optional.of(ofUser(
                        "slurmdb",
                        "/jobs?skip_steps=true&job_name="
                                + URLEncoder.encode(String.join(",", names), StandardCharsets.UTF_8)
                                + "&start_time=uts" + since.getEpochSecond()))
                : Optional.empty();
    }

    /** Returns the jobs of all users by accounting, one part of a period after the other; else, where there is none, those that the controller knows. */
    Stream<SlurmJob> all(Collection<Accounting.Span> spans) {
        return api.current().isAccounted()
                ? spans.stream()
                        .flatMap(span -> jobs(
                                        "slurmdb",
                                        "/jobs?skip_steps=true&start_time=uts"
                                                + span.start().getEpochSecond() + "&end_time=uts"
                                                + span.end().getEpochSecond())
                                .filter(span::owns))
                : jobs("slurm", "/jobs");
    }

    /** {@inheritDoc} A call that this process does not live to see the end of leaves an attempt in doubt. */
    @Override
    public Optional<Refusal.Told> submit(SlurmTrial trial, List<String> words, boolean isAgain) throws IOException {
        try (FileChannel file = FileChannel.open(trial.lock(), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                FileLock lock = locked(file)) {
            if (lock == null || (trial.attempted().isPresent() && trial.job().isEmpty() && !isAgain)) {
                return Optional.of(Refusal.Told.ELSEWHERE);
            }
            if (trial.job().isPresent()) {
                return Optional.empty();
            }
            var body = RestJob.of(words, settings.jobEnvironment(), api.current());
            trial.attempt(settings.clock().instant());
            RestAnswer answer = api.call("POST", "slurm", "/job/submit", Optional.of(body));
            long job = answer.json().path("job_id").asLong(0);
            if (answer.isOk() && job > 0) {
                trial.found(Long.toString(job));
                return Optional.empty();
            }
            Refusal.Told told = told(answer);
            if (told.meaning() != Refusal.NO_ANSWER) {
                trial.withdrawAttempt();
            }
            return Optional.of(told);
        }
    }

    private Refusal.Told told(RestAnswer answer) {
        if (answer.reach() != Reach.ANSWERED) {
            return new Refusal.Told(
                    answer.reach() == Reach.NOT_SENT ? Refusal.NOT_NOW : Refusal.NO_ANSWER, answer.problem());
        }
        if (api.isTokenRefused(answer)) {
            return new Refusal.Told(Refusal.NOT_NOW, api.tokenProblem());
        }
        return answer.error().isEmpty()
                ? new Refusal.Told(Refusal.NO_ANSWER, answer.problem())
                : Refusal.Told.of(answer.error());
    }

    /** Null if another holds it for long. */
    private static @Nullable FileLock locked(FileChannel file) throws IOException {
        for (int look = 0; look < LOCK_LOOKS; look++) {
            try {
                FileLock lock = file.tryLock();
                if (lock != null) {
                    return lock;
                }
            } catch (OverlappingFileLockException heldHere) {
                LOG.trace("locked by another thread", heldHere);
            }
            LockSupport.parkNanos(LOCK_PAUSE_NANOS);
        }
        return null;
    }

    /** {@inheritDoc} The daemon cancels by number: what the queue has just shown under the name. */
    @Override
    public void cancel(String name, List<SlurmJob> jobs) {
        for (SlurmJob job : jobs) {
            if (job.phase().isLive()) {
                RestAnswer answer = api.call("DELETE", "slurm", "/job/" + job.id(), Optional.empty());
                if (!answer.problem().isEmpty()) {
                    throw api.unavailable(answer);
                }
            }
        }
    }

    @Override
    public String exclude(SlurmJob job, String hosts) {
        return api.call("POST", "slurm", "/job/" + job.id(), Optional.of(RestJob.excluding(hosts, api.current())))
                .problem();
    }
}
