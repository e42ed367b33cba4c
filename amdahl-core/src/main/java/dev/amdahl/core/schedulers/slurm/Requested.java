package dev.amdahl.core.schedulers.slurm;

import dev.amdahl.core.internal.schedulers.slurmcommands.AccountingTime;
import dev.amdahl.core.internal.schedulers.slurmcommands.CommandAnswer;
import dev.amdahl.core.internal.schedulers.slurmcommands.NodeLines;
import dev.amdahl.core.internal.schedulers.slurmcommands.SlurmCommands;
import dev.amdahl.core.internal.schedulers.slurmcommands.SlurmJob;
import dev.amdahl.spi.AmdahlException;
import dev.amdahl.spi.job.FleetRequests;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Asks what jobs with accelerators asked for and used, and which accelerators no job held. What does not answer is said in a line. */
final class Requested {
    private static final double HOUR = 3600;
    private static final double GIB = 1 << 30;
    private static final int MAX_REASONS = 3;

    private final FleetSettings settings;
    private final SlurmCommands commands;

    Requested(FleetSettings settings, SlurmCommands commands) {
        this.settings = settings;
        this.commands = commands;
    }

    FleetRequests of(Instant from, Instant to) {
        List<String> lines = new ArrayList<>();
        List<FleetRequests.Amount> amounts = new ArrayList<>();
        apart(lines, () -> amounts.addAll(amounts(from, to)));
        apart(lines, () -> idle().ifPresent(lines::add));
        apart(lines, () -> outOfService(from, to).ifPresent(lines::add));
        return new FleetRequests(amounts, lines);
    }

    /** A question. */
    private interface Question {
        void ask() throws IOException;
    }

    private static void apart(List<String> lines, Question question) {
        try {
            question.ask();
        } catch (AmdahlException | IOException e) {
            lines.add("not known: " + e.getMessage());
        }
    }

    /** A sum of both sides. */
    private static final class Sum {
        private double asked;
        private double used;
        private long jobs;

        void add(OptionalDouble more, OptionalDouble usedOfIt, double unit) {
            if (more.isPresent() && usedOfIt.isPresent()) {
                asked += more.getAsDouble() / unit;
                used += usedOfIt.getAsDouble() / unit;
                jobs++;
            }
        }

        Stream<FleetRequests.Amount> told(String what, String unit) {
            return jobs == 0 ? Stream.empty() : Stream.of(new FleetRequests.Amount(what, unit, asked, used, jobs));
        }
    }

    private List<FleetRequests.Amount> amounts(Instant from, Instant to) {
        Sum processors = new Sum();
        Sum memory = new Sum();
        Sum limits = new Sum();
        Optional<Stream<SlurmJob>> told = new Accounting(settings, true).jobs(from, to);
        if (told.isEmpty()) {
            return List.of();
        }
        try (Stream<SlurmJob> jobs = told.get()) {
            jobs.filter(job -> job.accelerators().isPresent()
                            && settings.wants(job.place())
                            && !SlurmFleetSource.isTrial(job, new AtomicLong())
                            && job.ended().filter(to::isAfter).isPresent())
                    .forEach(job -> {
                        double seconds = job.started()
                                .map(start -> Duration.between(
                                                start, job.ended().orElseThrow())
                                        .toSeconds())
                                .orElse(0L);
                        if (seconds > 0) {
                            SlurmJob.Use use = job.use();
                            processors.add(times(use.processors(), seconds), use.processorSeconds(), HOUR);
                            memory.add(times(use.memoryBytes(), seconds), times(use.peakBytes(), seconds), GIB * HOUR);
                            limits.add(
                                    use.limit()
                                            .filter(limit -> job.states().contains("COMPLETED"))
                                            .map(limit -> OptionalDouble.of((double) limit.toSeconds()))
                                            .orElse(OptionalDouble.empty()),
                                    OptionalDouble.of(seconds),
                                    HOUR);
                        }
                    });
        }
        return Stream.of(
                        processors.told("cpu", "CPU-hours"),
                        memory.told("memory", "GiB-hours"),
                        limits.told("time_limit", "hours"))
                .flatMap(all -> all)
                .toList();
    }

    private static OptionalDouble times(OptionalDouble value, double seconds) {
        return value.isPresent() ? OptionalDouble.of(value.getAsDouble() * seconds) : value;
    }

    private Optional<String> idle() throws IOException {
        try (CommandAnswer answer = commands.askSure("sinfo", NodeLines.STATES)) {
            int all = 0;
            int idle = 0;
            int away = 0;
            for (NodeLines.State node : NodeLines.states(answer.text())) {
                all += node.accelerators();
                if (node.isInService()) {
                    idle += Math.max(0, node.accelerators() - node.held());
                } else {
                    away += node.accelerators();
                }
            }
            return all == 0
                    ? Optional.empty()
                    : Optional.of("now " + idle + " of " + all + " accelerators are held by nobody, and " + away
                            + " are on nodes that are drained, down or reserved for maintenance");
        }
    }

    /** Empty where no node was, and where there is no accounting. */
    private Optional<String> outOfService(Instant from, Instant to) throws IOException {
        List<String> question = new ArrayList<>(NodeLines.EVENTS);
        question.add("Start=" + AccountingTime.of(from));
        question.add("End=" + AccountingTime.of(to));
        settings.commands().cluster().ifPresent(cluster -> question.add("Clusters=" + cluster));
        try (CommandAnswer answer = commands.ask("sacctmgr", question)) {
            if (!answer.isSuccess()) {
                return answer.problem().contains("not running a supported accounting_storage")
                        ? Optional.empty()
                        : Optional.of("drained hours are not known: " + answer.problem());
            }
            Map<String, Double> hours = NodeLines.events(answer.text()).stream()
                    .filter(event -> event.accelerators() > 0)
                    .collect(Collectors.groupingBy(
                            NodeLines.Event::reason,
                            Collectors.summingDouble(event -> event.accelerators() * event.seconds(from, to) / HOUR)));
            double sum =
                    hours.values().stream().mapToDouble(Double::doubleValue).sum();
            String reasons = hours.entrySet().stream()
                    .sorted(Map.Entry.<String, Double>comparingByValue()
                            .reversed()
                            .thenComparing(Map.Entry.comparingByKey()))
                    .limit(MAX_REASONS)
                    .map(each -> String.format(Locale.ROOT, "%.1f %s", each.getValue(), each.getKey()))
                    .collect(Collectors.joining(", "));
            return sum == 0
                    ? Optional.empty()
                    : Optional.of(
                            String.format(Locale.ROOT, "%.1f accelerator-hours drained or down: %s", sum, reasons));
        }
    }
}
