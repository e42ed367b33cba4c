package dev.amdahl.core.internal.loop.dispatch;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.amdahl.core.internal.loop.Cycle;
import dev.amdahl.core.internal.loop.FieldScheduler;
import dev.amdahl.core.internal.loop.PluginGuard;
import dev.amdahl.spi.AmdahlException;
import dev.amdahl.spi.experiment.ArmResult;
import dev.amdahl.spi.experiment.RunFiles;
import dev.amdahl.spi.experiment.ScheduledRuns;
import dev.amdahl.spi.hypothesis.JobSpec;
import dev.amdahl.spi.job.FleetJob;
import dev.amdahl.spi.job.FleetSource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Keeps the folder by which scheduled runs ask what to start with: fills it, and takes from the fleet how runs went of which nobody said. */
public final class FieldDesk {
    /** The host may yet say how a run went that the fleet knows to be over. */
    private static final Duration GRACE = Duration.ofMinutes(10);
    /** A fleet's clock may be behind. */
    private static final Duration BEFORE = Duration.ofHours(1);

    private static final int MAX_STRAYS = 5;

    private final Cycle cycle;

    /** Keeps it in one cycle. */
    public FieldDesk(Cycle cycle) {
        this.cycle = cycle;
    }

    /** Says what runs of each family get that are part of no pair. */
    public void prepare() {
        cycle.setup().field().ifPresent(this::prepare);
    }

    private void prepare(FieldScheduler field) {
        List<JobSpec> jobs = jobs();
        for (JobSpec job : jobs) {
            cycle.isolated(
                    job.family(),
                    () -> field.prepare(job.family(), new Requests(cycle.setup(), cycle.view()).incumbent(job)));
        }
        cycle.isolated(
                "field", () -> field.keepOnly(jobs.stream().map(JobSpec::family).collect(Collectors.toSet())));
    }

    private List<JobSpec> jobs() {
        return cycle.setup().jobs().stream()
                .filter(job -> job.field().isPresent())
                .toList();
    }

    /** Takes what the fleet knows of runs that are over, and says which outcomes were refused. */
    public void listen() {
        cycle.setup().field().ifPresent(field -> {
            for (JobSpec job : jobs()) {
                cycle.isolated(job.family(), () -> listen(field, job));
            }
            cycle.isolated("field", () -> strays(field.runs().strays()));
        });
    }

    private void listen(FieldScheduler field, JobSpec job) {
        Map<String, Instant> open = new HashMap<>();
        field.unreported(job.family())
                .forEach((id, run) -> startedAt(run)
                        .filter(start -> start.plus(GRACE).isBefore(cycle.now()))
                        .ifPresent(start -> open.put(id, start)));
        Optional<Instant> first = open.values().stream().min(Comparator.naturalOrder());
        if (first.isEmpty() || cycle.setup().fleet().isEmpty()) {
            return;
        }
        for (FleetSource part : cycle.setup().fleet().get().parts()) {
            FleetSource guarded =
                    PluginGuard.of(FleetSource.class, part, part.getClass().getName());
            try (Stream<FleetJob> seen = guarded.jobs(first.get().minus(BEFORE), cycle.now())) {
                seen.filter(run -> run.held().isPresent()
                                && run.ended().orElseThrow().plus(GRACE).isBefore(cycle.now()))
                        .forEach(run ->
                                run.names().stream().filter(open::containsKey).forEach(id -> report(field, id, run)));
            } catch (AmdahlException unanswered) {
                cycle.note(job.family() + ": how its scheduled runs went is not known: " + unanswered.getMessage());
            }
        }
    }

    private void report(FieldScheduler field, String id, FleetJob run) {
        double seconds = run.held().orElseThrow().toMillis() / 1000.0;
        exit(run)
                .ifPresent(code -> field.runs()
                        .outcome(
                                id,
                                ArmResult.succeeded("", seconds)
                                        .exited(OptionalInt.of(code))
                                        .notes(List.of("as the fleet tells it"))));
    }

    /** Returns the exit code; empty of a run that somebody cancelled, or that its node lost. */
    private static Optional<Integer> exit(FleetJob run) {
        String exit = run.labels().getOrDefault("exit", "");
        String state = run.labels().getOrDefault("state", "COMPLETED");
        if (exit.matches("\\d{1,3}(:0)?")) {
            return Optional.of(Integer.valueOf(exit.replace(":0", "")))
                    .filter(code -> code != 0 || state.startsWith("COMPLETED"));
        }
        return exit.isEmpty() && state.startsWith("COMPLETED") ? Optional.of(0) : Optional.empty();
    }

    private static Optional<Instant> startedAt(Path run) {
        try {
            return RunFiles.startedAt(run);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /** Says once what was refused; the file stays, under another name. */
    private void strays(Path file) {
        if (!Files.exists(file)) {
            return;
        }
        try {
            Path told = file.resolveSibling(ScheduledRuns.STRAYS + "-" + cycle.id());
            Files.move(file, told);
            List<String> lines = Files.readAllLines(told, UTF_8);
            lines.stream()
                    .skip(Math.max(0, lines.size() - MAX_STRAYS))
                    .forEach(line -> cycle.note("an outcome was refused: " + line));
            if (lines.size() > MAX_STRAYS) {
                cycle.note((lines.size() - MAX_STRAYS) + " more outcomes were refused, see " + told);
            }
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
