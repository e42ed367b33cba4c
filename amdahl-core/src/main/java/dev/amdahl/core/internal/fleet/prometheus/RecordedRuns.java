package dev.amdahl.core.internal.fleet.prometheus;

import dev.amdahl.core.internal.fleet.prometheus.FleetLabels.Holder;
import dev.amdahl.spi.job.FleetJob;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.ObjDoubleConsumer;
import java.util.stream.Stream;

/**
 * Reads what the rules of {@code docs/prometheus/amdahl.rules.yml} recorded: a few figures for each run and day, instead of all samples. A
 * day is a question of its own; only runs of the day before are held. A run that was not seen for a day has ended. Not thread-safe.
 */
final class RecordedRuns {
    private static final Duration HOUR = Duration.ofHours(1);
    /** When a day is over, its last evaluation may still be on its way. */
    private static final Duration SETTLED = Duration.ofMinutes(15);

    private static final long SHORTEST = 600;

    private final PrometheusSettings settings;
    private final PrometheusApi api;
    private final Optional<RecordedDays> kept;
    private final Map<String, RecordedRun> open = new HashMap<>();
    private final Set<Integer> taken = new HashSet<>();

    RecordedRuns(PrometheusSettings settings, PrometheusApi api, Optional<RecordedDays> kept) {
        this.settings = settings;
        this.api = api;
        this.kept = kept;
    }

    /**
     * Since when the rules were evaluated.
     *
     * @param since the end of the first hour in which they were, or the beginning of the period if they were in its first hour
     * @param missingHours hours after it in which they were not
     */
    record Presence(Instant since, long missingHours) {}

    /** Returns since when there is something recorded in a period; empty if nothing is. */
    Optional<Presence> presence(Instant from, Instant to) {
        List<Instant> hours = new ArrayList<>();
        Instant start = from.truncatedTo(ChronoUnit.HOURS).plus(HOUR);
        if (start.isAfter(to)) {
            start = to;
        }
        api.range(
                "max_over_time(amdahl:recorded:5m{" + settings.selector() + "}[1h])",
                start.getEpochSecond(),
                to.getEpochSecond(),
                HOUR.toSeconds(),
                new Matrix.Sink() {
                    @Override
                    public void series(Map<String, String> labels) {}

                    @Override
                    public void point(double epochSeconds, double value) {
                        hours.add(Instant.ofEpochSecond(Math.round(epochSeconds)));
                    }
                });
        Instant begin = start;
        return hours.stream().min(Comparator.naturalOrder()).map(first -> {
            long asked = Duration.between(first, to).toHours() + 1;
            long seen = hours.stream().distinct().count();
            return new Presence(first.equals(begin) ? from : first, Math.max(0, asked - seen));
        });
    }

    /** Keeps the names of runs that were told before, so that those that go on have a name of their own. */
    RecordedRuns after(List<FleetJob> told) {
        told.forEach(job -> taken.add(job.id().hashCode()));
        return this;
    }

    /** The runs of a period, by the day after which they were not seen any more; read while the stream is. */
    Stream<FleetJob> jobs(Instant from, Instant to, Instant now, Instant aliveFrom) {
        List<Instant> ends = new ArrayList<>();
        for (Instant at = from; at.isBefore(to); at = ends.get(ends.size() - 1)) {
            Instant midnight = at.truncatedTo(ChronoUnit.DAYS).plus(1, ChronoUnit.DAYS);
            ends.add(midnight.isBefore(to) ? midnight : to);
        }
        Stream<FleetJob> ended = Stream.iterate(0, day -> day < ends.size(), day -> day + 1)
                .flatMap(day -> {
                    Instant start = day == 0 ? from : ends.get(day - 1);
                    day(start, ends.get(day), now).values().stream()
                            .filter(RecordedRun::isSeen)
                            .forEach(seen -> open.computeIfAbsent(
                                            seen.holder.id(), key -> new RecordedRun(seen.holder, seen.type))
                                    .add(seen));
                    return closed((double) start.getEpochSecond(), aliveFrom);
                });
        return Stream.concat(ended, Stream.of(true).flatMap(last -> closed(Double.POSITIVE_INFINITY, aliveFrom)));
    }

    /** Returns the runs that were seen last before then, and forgets them. */
    private Stream<FleetJob> closed(double before, Instant aliveFrom) {
        List<RecordedRun> ended =
                open.values().stream().filter(run -> run.last <= before).toList();
        ended.forEach(run -> open.remove(run.holder.id()));
        return ended.stream()
                .sorted(Comparator.comparingDouble(run -> run.first))
                .map(run -> {
                    FleetJob job = run.job(run.holder.id(), aliveFrom);
                    return taken.add(job.id().hashCode())
                            ? job
                            : run.job(job.id() + "@" + job.started().orElseThrow(), aliveFrom);
                });
    }

    private Map<String, RecordedRun> day(Instant from, Instant to, Instant now) {
        boolean isOver = to.plus(SETTLED).isBefore(now)
                && from.equals(from.truncatedTo(ChronoUnit.DAYS))
                && Duration.between(from, to).toDays() == 1;
        Optional<RecordedDays> days = kept.filter(folder -> isOver);
        var date = from.atZone(ZoneOffset.UTC).toLocalDate();
        Optional<Map<String, RecordedRun>> known = days.flatMap(folder -> folder.read(date));
        if (known.isPresent()) {
            return known.get();
        }
        Map<String, RecordedRun> runs = new HashMap<>();
        read(from.getEpochSecond(), to.getEpochSecond(), runs);
        days.filter(folder -> !runs.isEmpty()).ifPresent(folder -> folder.write(date, runs.values()));
        return runs;
    }

    /** An answer that is too large is asked for in halves of its time. */
    private void read(long from, long to, Map<String, RecordedRun> into) {
        Map<String, RecordedRun> runs = new HashMap<>();
        try {
            ask("sum", "sum", "amdahl:job_measured_seconds:5m", from, to, runs, (run, value) -> run.measured += value);
            ask("sum", "sum", "amdahl:job_useful_seconds:5m", from, to, runs, (run, value) -> run.useful += value);
            ask("sum", "sum", "amdahl:job_joules:5m", from, to, runs, (run, value) -> run.joules += value);
            ask("sum", "max", "amdahl:job_accelerators:5m", from, to, runs, (run, value) -> run.accelerators += value);
            ask("min", "min", "amdahl:job_seen:5m", from, to, runs, (run, at) -> run.first = Math.min(run.first, at));
            ask("max", "max", "amdahl:job_seen:5m", from, to, runs, (run, at) -> run.last = Math.max(run.last, at));
        } catch (AnswerTooLargeException e) {
            if (to - from < 2 * SHORTEST) {
                throw e;
            }
            long middle = from + (to - from) / 2;
            read(from, middle, into);
            read(middle, to, into);
            return;
        }
        runs.forEach((id, run) -> into.merge(id, run, (known, more) -> {
            known.add(more);
            return known;
        }));
    }

    /** Asks for one figure of each run after {@code from} up to {@code to}. */
    private void ask(
            String aggregate,
            String function,
            String name,
            long from,
            long to,
            Map<String, RecordedRun> runs,
            ObjDoubleConsumer<RecordedRun> into) {
        // A millisecond short, as in Chunk.
        String query = aggregate + " by (" + settings.labels().keptOfJobs() + ") (" + function + "_over_time(" + name
                + "{" + settings.selector() + "}[" + ((to - from) * 1000 - 1) + "ms]))";
        api.range(query, to, to, 1, new Matrix.Sink() {
            private Optional<RecordedRun> run = Optional.empty();

            @Override
            public void series(Map<String, String> labels) {
                Optional<Holder> holder = settings.labels().holder(labels);
                run = holder.map(found -> runs.computeIfAbsent(
                        found.id(),
                        id -> new RecordedRun(
                                found, settings.labels().device(labels).type())));
            }

            @Override
            public void point(double epochSeconds, double value) {
                if (Double.isFinite(value) && value >= 0) {
                    run.ifPresent(found -> into.accept(found, value));
                }
            }
        });
    }
}
