package dev.amdahl.core.schedulers.slurm;

import dev.amdahl.core.internal.schedulers.slurmcommands.CommandAnswer;
import dev.amdahl.core.internal.schedulers.slurmcommands.JobsJson;
import dev.amdahl.core.internal.schedulers.slurmcommands.Phase;
import dev.amdahl.core.internal.schedulers.slurmcommands.SlurmCommands;
import dev.amdahl.core.internal.schedulers.slurmcommands.SlurmJob;
import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.job.FleetJob;
import dev.amdahl.spi.job.FleetListener;
import dev.amdahl.spi.job.FleetRequests;
import dev.amdahl.spi.job.FleetSource;
import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;

/**
 * A fleet source over the jobs of a Slurm cluster: by accounting ({@code sacct}), else, where there is none, what the controller still
 * remembers ({@code squeue --json}), either by the REST daemon too, or an answer of either that was saved in a file. Jobs that hold no accelerator are left out, so are
 * the steps of jobs; a task of an array is a job. Utilisation is not told by Slurm. Thread-safe.
 */
final class SlurmFleetSource implements FleetSource {
    /** Keys of trials are digests. */
    private static final String TRIAL = JobOptions.NAME_PREFIX + "[a-z0-9]{16,40}";

    private final FleetSettings settings;
    private final SlurmCommands commands;
    private final Accounting accounting;
    private final ClusterName cluster;
    private final Optional<RestLink> rest;

    SlurmFleetSource(FleetSettings settings) {
        this.settings = settings;
        commands = new SlurmCommands(settings.commands());
        accounting = new Accounting(settings);
        cluster = new ClusterName(commands);
        rest = settings.rest()
                .map(where -> RestLink.checked(where, settings.commands().within(settings.patience())));
    }

    @Override
    public Stream<FleetJob> jobs(Instant from, Instant to) {
        return jobs(from, to, new AtomicLong());
    }

    @Override
    public void tell(Instant from, Instant to, FleetListener listener) {
        AtomicLong trials = new AtomicLong();
        try (Stream<FleetJob> jobs = jobs(from, to, trials)) {
            jobs.forEach(listener::run);
        }
        if (trials.get() > 0) {
            listener.note(trials + " trials of this library left out");
        }
    }

    private Stream<FleetJob> jobs(Instant from, Instant to, AtomicLong trials) {
        Set<String> ids = new HashSet<>();
        return told(from, to)
                .filter(job -> !isTrial(job, trials))
                .flatMap(job -> row(job).stream())
                .filter(job -> job.since().isBefore(to))
                .filter(job -> job.ended().map(ended -> !ended.isBefore(from)).orElse(true))
                .filter(job -> ids.add(job.id()));
    }

    static boolean isTrial(SlurmJob job, AtomicLong trials) {
        if (!job.name().matches(TRIAL)) {
            return false;
        }
        trials.incrementAndGet();
        return true;
    }

    /** {@inheritDoc} Asks the controller until it has answered once. */
    @Override
    public Optional<String> identity() {
        Optional<String> place = settings.file()
                .map(file -> "file " + file.toAbsolutePath())
                .or(() -> settings.rest().map(where -> "at " + where.url()));
        return place.or(cluster::find).map(where -> "slurm " + where + " " + new TreeMap<>(settings.scope()));
    }

    /** {@inheritDoc} Asks accounting, the controller and the history of nodes, each by itself; nothing of a saved answer or of the REST daemon. */
    @Override
    public Optional<FleetRequests> requests(Instant from, Instant to) {
        return settings.file().isPresent() || rest.isPresent()
                ? Optional.empty()
                : Optional.of(new Requested(settings, commands).of(from, to));
    }

    private Stream<SlurmJob> told(Instant from, Instant to) {
        if (settings.file().isPresent()) {
            return saved();
        }
        if (rest.isPresent()) {
            return rest.get().all(accounting.spans(from, to));
        }
        Optional<Stream<SlurmJob>> accounted = accounting.jobs(from, to);
        if (accounted.isPresent()) {
            return accounted.get();
        }
        CommandAnswer queue = commands.askSure("squeue", List.of("--json", "--states=all"));
        return JobsJson.read("squeue", queue.output()).onClose(() -> close(queue));
    }

    /** JSON starts with a brace. */
    private Stream<SlurmJob> saved() {
        var file = settings.file().orElseThrow();
        try {
            InputStream answer = new BufferedInputStream(Files.newInputStream(file));
            answer.mark(1);
            int first = answer.read();
            answer.reset();
            Stream<SlurmJob> jobs =
                    first == '{' ? JobsJson.read(file.toString(), answer) : Accounting.saved(file.toString(), answer);
            return jobs.onClose(() -> close(answer));
        } catch (IOException e) {
            throw new InvalidInputException(
                    file.toString(), "the file cannot be read: " + e, "save the answer of sacct or squeue there", e);
        }
    }

    private static void close(Closeable answer) {
        try {
            answer.close();
        } catch (IOException e) {
            throw SlurmCommands.unavailable("answer", e.toString(), e);
        }
    }

    /** A number may be given again, so the second of submission is part of the id. */
    private Optional<FleetJob> row(SlurmJob job) {
        boolean isWanted = !job.isRefused() && settings.wants(job.place());
        return job.accelerators().filter(held -> isWanted).map(held -> {
            Optional<Instant> started = job.started().map(time -> later(time, job.submitted()));
            Optional<Instant> ended = job.ended().map(time -> later(time, started.orElse(job.submitted())));
            return new FleetJob(
                    job.id() + "@" + job.submitted().getEpochSecond(),
                    settings.family().family(job.name()),
                    job.user(),
                    held,
                    job.submitted(),
                    started.filter(time -> job.phase() != Phase.CANCELLED
                            || ended.map(time::isBefore).orElse(true)),
                    ended,
                    Optional.empty(),
                    labels(job));
        });
    }

    private static Instant later(Instant one, Instant other) {
        return one.isBefore(other) ? other : one;
    }

    private static Map<String, String> labels(SlurmJob job) {
        Map<String, String> labels = new TreeMap<>();
        labels.put("job", job.id());
        labels.put(FleetJob.KNOWN_AS, job.id().equals(job.number()) ? job.id() : job.id() + " " + job.number());
        job.exit().filter(exit -> job.phase().hasEnded()).ifPresent(exit -> labels.put("exit", exit.toString()));
        labels.put("name", job.name());
        labels.put("state", String.join("+", job.states()));
        labels.put("cluster", job.place().cluster());
        labels.put("partition", job.place().partition());
        labels.put("account", job.place().account());
        labels.put("qos", job.place().qos());
        labels.put("node", job.place().nodes());
        labels.put("work_dir", job.place().directory());
        labels.put("submit_line", job.place().submitted());
        labels.values().removeIf(String::isBlank);
        return labels;
    }
}
