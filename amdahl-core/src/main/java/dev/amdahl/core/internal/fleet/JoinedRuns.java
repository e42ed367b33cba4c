package dev.amdahl.core.internal.fleet;

import dev.amdahl.core.internal.fleet.ToldRun.Activity;
import dev.amdahl.spi.job.FleetJob;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Finds for each run that was watched the one that it is to those who gave the accelerators: of the same name, at the same time. One that
 * was put back into the queue has its part of what was seen under its name. Not thread-safe.
 */
final class JoinedRuns {
    private final Map<String, List<ToldRun>> given = new HashMap<>();
    private final Map<ToldRun, List<Activity>> activities = new LinkedHashMap<>();
    private final List<FleetJob> runs = new ArrayList<>();
    private long matched;
    private long watchedAlone;
    private long ambiguous;

    /**
     * @param watched runs that were seen at work
     * @param named runs of the other sources that bear the names of those
     */
    JoinedRuns(List<ToldRun> watched, List<ToldRun> named) {
        for (ToldRun run : named) {
            run.job()
                    .names()
                    .forEach(name -> given.computeIfAbsent(name, key -> new ArrayList<>())
                            .add(run));
            activities.put(run, new ArrayList<>());
        }
        watched.forEach(this::place);
        activities.forEach((run, seen) -> runs.add(seen.isEmpty() ? run.job() : run.with(seen)));
        matched = activities.values().stream().filter(seen -> !seen.isEmpty()).count();
    }

    private void place(ToldRun run) {
        List<ToldRun> near = run.job().names().stream()
                .flatMap(name -> given.getOrDefault(name, List.of()).stream())
                .distinct()
                .filter(one -> run.isNear(one) && run.mayShareCluster(one))
                .toList();
        List<ToldRun> same =
                near.stream().filter(one -> one.overlap(run, Duration.ZERO) > 0).toList();
        Set<String> tellers = (same.isEmpty() ? near : same)
                .stream().map(one -> one.part() + " " + one.cluster()).collect(Collectors.toSet());
        if (near.isEmpty()) {
            watchedAlone++;
            runs.add(run.job());
        } else if (tellers.size() > 1) {
            ambiguous++;
        } else if (same.size() < 2) {
            ToldRun only = same.isEmpty() ? nearest(near, run) : same.get(0);
            double sticking = run.seconds() - only.overlap(run, ToldRun.SLACK);
            of(only).add(new Activity(run, run.seconds() > 0 ? 1 - sticking / run.seconds() : 1));
        } else {
            same.forEach(one -> of(one).add(new Activity(run, one.overlap(run, Duration.ZERO) / run.seconds())));
        }
    }

    private List<Activity> of(ToldRun given) {
        return activities.computeIfAbsent(given, key -> new ArrayList<>());
    }

    private static ToldRun nearest(List<ToldRun> near, ToldRun run) {
        return near.stream()
                .min(Comparator.comparing(
                        one -> Duration.between(one.start(), run.start()).abs()))
                .orElseThrow();
    }

    /** Runs with what was seen of them, those of which nothing was seen, and those that only who watched tells. */
    List<FleetJob> runs() {
        return runs;
    }

    /** Returns what was joined to what, in one line. */
    String note(String watchers, String givers, long givenAlone) {
        long alone = givenAlone + activities.size() - matched;
        String line = matched == 0
                ? "no run of " + watchers + " is known by its id to " + givers + ": they are added up as different runs"
                : "joined by job id: " + matched + " runs have hours, family and owner from " + givers
                        + " and activity from " + watchers;
        return line
                + (alone > 0
                        ? "; " + alone + " by " + givers + " alone, whose activity is unknown unless given there"
                        : "")
                + (watchedAlone > 0 ? "; " + watchedAlone + " by " + watchers + " alone" : "")
                + (ambiguous > 0
                        ? "; the activity of " + ambiguous
                                + " is left out, as its ids occur in several clusters or sources at that time"
                        : "");
    }

    /** Returns a run that another watching source saw on the same machine at the same time, so that its activity would count twice. */
    static Optional<ToldRun> clash(List<ToldRun> runs, Collection<List<ToldRun>> others) {
        Map<String, List<ToldRun>> known = new HashMap<>();
        others.forEach(list -> list.forEach(run -> run.job()
                .names()
                .forEach(name ->
                        known.computeIfAbsent(name, key -> new ArrayList<>()).add(run))));
        return runs.stream()
                .flatMap(run -> run.job().names().stream()
                        .flatMap(name -> known.getOrDefault(name, List.of()).stream())
                        .filter(other -> other.overlap(run, Duration.ZERO) > 0
                                && other.mayShareCluster(run)
                                && other.sharesHost(run)))
                .findFirst();
    }
}
