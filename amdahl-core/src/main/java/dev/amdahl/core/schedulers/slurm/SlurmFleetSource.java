package dev.amdahl.core.schedulers.slurm;

import dev.amdahl.core.schedulers.slurmcommands.AccountingReader;
import dev.amdahl.core.schedulers.slurmcommands.AccountingTime;
import dev.amdahl.core.schedulers.slurmcommands.CommandAnswer;
import dev.amdahl.core.schedulers.slurmcommands.JobsJson;
import dev.amdahl.core.schedulers.slurmcommands.Phase;
import dev.amdahl.core.schedulers.slurmcommands.SlurmCommands;
import dev.amdahl.core.schedulers.slurmcommands.SlurmJob;
import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.job.FleetJob;
import dev.amdahl.spi.job.FleetSource;
import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * What ran in a Slurm cluster: by accounting ({@code sacct}), else, where there is none, what the controller still remembers
 * ({@code squeue --json}), or an answer of either that was saved in a file. Jobs that hold no accelerator are left out, so are the
 * steps of jobs; a task of an array is a job. Utilisation is not told by Slurm. Thread-safe.
 */
public final class SlurmFleetSource implements FleetSource {
    private static final Instant EARLIEST = Instant.parse("2000-01-01T00:00:00Z");

    private final FleetSettings settings;
    private final SlurmCommands commands;
    private final ClusterName cluster;

    SlurmFleetSource(FleetSettings settings) {
        this.settings = settings;
        commands = new SlurmCommands(settings.commands());
        cluster = new ClusterName(commands);
    }

    @Override
    public Stream<FleetJob> jobs(Instant from, Instant to) {
        Set<String> ids = new HashSet<>();
        return told(from, to)
                .flatMap(job -> row(job).stream())
                .filter(job -> job.since().isBefore(to))
                .filter(job -> job.ended().map(ended -> !ended.isBefore(from)).orElse(true))
                .filter(job -> ids.add(job.id()));
    }

    /** {@inheritDoc} Asks the controller until it has answered once. */
    @Override
    public Optional<String> identity() {
        Optional<String> place = settings.file().map(file -> "file " + file.toAbsolutePath());
        return place.or(cluster::find).map(where -> "slurm " + where + " " + new TreeMap<>(settings.scope()));
    }

    private Stream<SlurmJob> told(Instant from, Instant to) {
        if (settings.file().isPresent()) {
            return saved();
        }
        CommandAnswer accounting = commands.ask("sacct", accountingArguments(from, to));
        if (accounting.isSuccess()) {
            return lines(accounting.output()).onClose(() -> close(accounting));
        }
        close(accounting);
        if (!accounting.problem().contains("accounting storage is disabled")) {
            throw SlurmCommands.unavailable("sacct", accounting.problem(), null);
        }
        CommandAnswer queue = commands.askSure("squeue", List.of("--json", "--states=all"));
        return JobsJson.read("squeue", queue.output()).onClose(() -> close(queue));
    }

    private List<String> accountingArguments(Instant from, Instant to) {
        Clock clock = settings.commands().clock();
        Instant now = clock.instant();
        Instant end = now.plus(Duration.ofDays(1));
        Instant start = from.isAfter(now) ? now : from;
        List<String> arguments = new ArrayList<>(AccountingReader.arguments());
        arguments.add("--allusers");
        arguments.add("--starttime=" + AccountingTime.of(start.isBefore(EARLIEST) ? EARLIEST : start));
        arguments.add("--endtime=" + AccountingTime.of(to.isAfter(end) ? end : to));
        settings.partitions().ifPresent(names -> arguments.add("--partition=" + names));
        settings.accounts().ifPresent(names -> arguments.add("--accounts=" + names));
        return arguments;
    }

    private static Stream<SlurmJob> lines(InputStream answer) {
        return new BufferedReader(new InputStreamReader(answer, StandardCharsets.UTF_8))
                .lines()
                .filter(line -> !line.isBlank())
                .flatMap(line -> AccountingReader.job(line).stream());
    }

    /** JSON starts with a brace. */
    private Stream<SlurmJob> saved() {
        var file = settings.file().orElseThrow();
        try {
            InputStream answer = new BufferedInputStream(Files.newInputStream(file));
            answer.mark(1);
            int first = answer.read();
            answer.reset();
            Stream<SlurmJob> jobs = first == '{' ? JobsJson.read(file.toString(), answer) : lines(answer);
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

    /** A number may be given anew, so the second of submission is part of the id. */
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
        labels.put("name", job.name());
        labels.put("state", String.join("+", job.states()));
        labels.put("cluster", job.place().cluster());
        labels.put("partition", job.place().partition());
        labels.put("account", job.place().account());
        labels.values().removeIf(String::isBlank);
        return labels;
    }
}
