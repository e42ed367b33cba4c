package dev.amdahl.core.internal.fleet;

import dev.amdahl.core.internal.fleet.SeenRuns.Match;
import dev.amdahl.core.internal.fleet.SeenRuns.Pair;
import dev.amdahl.spi.AmdahlException;
import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.job.FleetJob;
import dev.amdahl.spi.job.FleetListener;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Several sources of one fleet, joined by the names of jobs: who gave accelerators tells hours, queue, family and owner, who watched them
 * tells what they did. A source that tells runs once more, and cannot be joined, is left out with the reason. Runs of the sources that
 * watched are held, and those of the others that bear their names. For one question; not thread-safe.
 */
final class FleetJoin {
    /** A run that was seen to end late must find the one that ended in time. */
    private static final Duration BEFORE = Duration.ofHours(1);

    private final List<FleetUnion.Part> parts;
    private final Instant from;
    private final Instant to;
    private final Instant asOf;
    private final Set<Integer> watching = new TreeSet<>();
    private final Map<Integer, AmdahlException> failures = new TreeMap<>();
    private final Map<Integer, List<String>> notes = new TreeMap<>();
    private final Map<Integer, List<ToldRun>> watched = new TreeMap<>();
    private final Set<String> watchedNames = new HashSet<>();
    private final Map<Pair, Long> repeated = new HashMap<>();
    private @Nullable JoinedRuns joined;
    private boolean isAgain;
    private long givenAlone;

    FleetJoin(List<FleetUnion.Part> parts, Instant from, Instant to, Instant asOf) {
        this.parts = parts;
        this.from = from;
        this.to = to;
        this.asOf = asOf;
        for (int part = 0; part < parts.size(); part++) {
            if (parts.get(part).source().isTelemetry()) {
                watching.add(part);
            }
        }
    }

    /** Returns why some sources are not in it, in their order. */
    List<AmdahlException> failures() {
        return List.copyOf(failures.values());
    }

    /** Returns whether something was learned while telling, so that it must be told again and what was told does not count. */
    boolean isAgain() {
        return isAgain;
    }

    /** Tells all runs once, and the rows that cannot be used; the same again when called again. */
    void tell(FleetListener listener) {
        boolean isFirst = isAgain || joined == null;
        if (isFirst) {
            isAgain = false;
            repeated.clear();
            givenAlone = 0;
            watching.stream()
                    .filter(part -> !failures.containsKey(part) && !watched.containsKey(part))
                    .forEach(part -> watch(part, listener));
        }
        List<ToldRun> named = new ArrayList<>();
        List<Integer> givers = givers();
        SeenRuns seen = isFirst && givers.size() > 1 ? new SeenRuns() : null;
        for (int part : givers) {
            give(part, listener, named, seen);
        }
        if (isFirst) {
            List<ToldRun> all = watched.values().stream().flatMap(List::stream).toList();
            joined = new JoinedRuns(
                    all,
                    named.stream()
                            .filter(run -> !failures.containsKey(run.part()))
                            .toList());
            decide();
        }
        if (joined != null) {
            joined.runs().stream().filter(this::isAsked).forEach(listener::run);
        }
    }

    private List<Integer> givers() {
        List<Integer> givers = new ArrayList<>();
        for (int part = 0; part < parts.size(); part++) {
            if (!watching.contains(part) && !failures.containsKey(part)) {
                givers.add(part);
            }
        }
        return givers;
    }

    private void watch(int part, FleetListener listener) {
        List<ToldRun> runs = new ArrayList<>();
        try {
            ask(part, from, job -> runs.add(new ToldRun(job, part, asOf)), listener);
        } catch (AmdahlException failure) {
            failures.put(part, failure);
            return;
        }
        JoinedRuns.clash(runs, watched.values())
                .ifPresentOrElse(clash -> failures.put(part, twice(clash.part(), part, 0)), () -> {
                    watched.put(part, runs);
                    runs.forEach(run -> watchedNames.addAll(run.job().names()));
                });
    }

    private void give(int part, FleetListener listener, List<ToldRun> named, @Nullable SeenRuns seen) {
        long[] told = {0};
        Consumer<FleetJob> runs = job -> {
            told[0]++;
            if (job.started().isPresent() && job.names().stream().anyMatch(watchedNames::contains)) {
                named.add(new ToldRun(job, part, asOf));
            } else if (isAsked(job)) {
                givenAlone++;
                listener.run(job);
            }
            if (seen != null) {
                job.names().forEach(name -> repeated.merge(seen.add(job, name, part), 1L, Long::sum));
            }
        };
        try {
            ask(part, from.isAfter(Instant.EPOCH) ? from.minus(BEFORE) : from, runs, listener);
        } catch (AmdahlException failure) {
            failures.put(part, failure);
            isAgain |= told[0] > 0;
        }
    }

    private void ask(int part, Instant since, Consumer<FleetJob> runs, FleetListener listener) {
        List<String> lines = new ArrayList<>();
        notes.remove(part);
        parts.get(part).source().tell(since, to, new FleetListener() {
            @Override
            public void run(FleetJob job) {
                runs.accept(job);
            }

            @Override
            public void note(String line) {
                lines.add(line);
            }

            @Override
            public void reject(String why) {
                listener.reject(why);
            }
        });
        notes.put(part, lines);
    }

    private boolean isAsked(FleetJob job) {
        return job.ended().map(ended -> !ended.isBefore(from)).orElse(true);
    }

    /** Who measured what another one gave is one that watched; who tells the same once more is left out. */
    private void decide() {
        new TreeMap<>(repeatedBySources()).forEach((later, pairs) -> {
            if (failures.containsKey(later)) {
                return;
            }
            for (Pair pair : pairs) {
                long here = count(pair, Match.MEASURED_HERE);
                long there = count(pair, Match.MEASURED_THERE);
                long twice = count(pair, Match.TWICE);
                if (failures.containsKey(pair.earlier()) || here + there + twice == 0) {
                    continue;
                }
                if (twice > 0 || (here > 0 && there > 0)) {
                    failures.put(later, twice(pair.earlier(), later, here + there + twice));
                } else {
                    watching.add(here > 0 ? later : pair.earlier());
                }
                isAgain = true;
                return;
            }
        });
    }

    private Map<Integer, List<Pair>> repeatedBySources() {
        return repeated.keySet().stream()
                .filter(pair -> pair.match() != Match.NONE)
                .collect(Collectors.groupingBy(Pair::later));
    }

    private long count(Pair pair, Match match) {
        return repeated.getOrDefault(new Pair(pair.earlier(), pair.later(), match), 0L);
    }

    private InvalidInputException twice(int earlier, int later, long runs) {
        return new InvalidInputException(
                parts.get(later).name(),
                "has " + (runs == 0 ? "" : runs + " ") + "runs that "
                        + parts.get(earlier).name()
                        + " has too, and they cannot be joined: neither or both say what the accelerators did",
                "name one of the two, or if they are of different clusters, say so: --fleet CLUSTER=WHERE");
    }

    /** Returns what the reader should know, of each source and of all. */
    List<String> notes() {
        List<String> all = new ArrayList<>();
        failures.values().forEach(failure -> all.add("left out: " + failure.getMessage()));
        if (joined != null && !watched.isEmpty() && !givers().isEmpty()) {
            all.add(joined.note(names(watched.keySet()), names(givers()), givenAlone));
        }
        repeated.forEach((pair, runs) -> {
            if (pair.match() == Match.OTHER_TIME) {
                all.add(
                        runs + " ids of " + parts.get(pair.later()).name() + " are in "
                                + parts.get(pair.earlier()).name()
                                + " too, at other times: taken for other runs; if they are the same, the times of one are shifted");
            }
        });
        notes.forEach((part, lines) -> {
            if (!failures.containsKey(part)) {
                lines.forEach(line -> all.add(parts.get(part).name() + ": " + line));
            }
        });
        return all;
    }

    private String names(Iterable<Integer> numbers) {
        List<String> names = new ArrayList<>();
        numbers.forEach(part -> names.add(parts.get(part).name()));
        return String.join(" and ", names);
    }
}
