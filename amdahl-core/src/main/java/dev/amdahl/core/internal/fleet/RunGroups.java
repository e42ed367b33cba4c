package dev.amdahl.core.internal.fleet;

import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.job.FamilySums;
import dev.amdahl.spi.job.FleetJob;
import dev.amdahl.spi.job.FleetListener;
import dev.amdahl.spi.job.FleetSums;
import dev.amdahl.spi.job.FleetTally;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Runs under the name of what they are added up by, in place of their family. Not thread-safe. */
final class RunGroups {
    private static final Set<String> FIELDS = Set.of("family", "user");
    private static final String NODE = "node";

    private final String by;
    private final NodeFailures failures = new NodeFailures();
    private final Set<String> labels = new TreeSet<>();
    private final Map<String, Set<String>> clusters = new HashMap<>();
    private long runs;
    private long known;

    RunGroups(String by) {
        this.by = by;
    }

    FleetListener into(FleetListener listener) {
        failures.clear();
        runs = 0;
        known = 0;
        return new ForwardedRuns(listener, job -> add(job, listener));
    }

    private void add(FleetJob job, FleetListener listener) {
        List<String> names = names(job);
        runs++;
        known += names.isEmpty() ? 0 : 1;
        if (names.isEmpty()) {
            labels.addAll(job.labels().keySet());
            listener.run(named(job, "no " + by, 1));
        }
        if (by.equals(NODE)) {
            failures.add(job, names);
        }
        String cluster = job.labels().getOrDefault(ToldRun.CLUSTER, "");
        names.forEach(name -> {
            remember(name, cluster);
            listener.run(named(job, name, names.size()));
        });
    }

    /** Remembers the cluster of a name, as long as there are not more names than sums are kept of. */
    private void remember(String name, String cluster) {
        Set<String> known = clusters.get(name);
        if (known != null) {
            known.add(cluster);
        } else if (!cluster.isEmpty() && clusters.size() < FleetTally.MAX_FAMILIES) {
            clusters.put(name, new TreeSet<>(List.of(cluster)));
        }
    }

    /** Returns on which clusters the runs of a name were, as far as they say it; none where all were on one. */
    Map<String, List<String>> clusters(List<FamilySums> shown) {
        Map<String, List<String>> told = new HashMap<>();
        Set<String> all = new TreeSet<>();
        clusters.values().forEach(all::addAll);
        all.remove("");
        for (FamilySums family : shown) {
            Set<String> known = clusters.getOrDefault(family.family(), Set.of());
            if (all.size() > 1 && !known.isEmpty()) {
                told.put(
                        family.family(),
                        known.stream().filter(cluster -> !cluster.isEmpty()).toList());
            }
        }
        return told;
    }

    /** @throws InvalidInputException if there are runs and none says what they are to be added up by */
    void requireKnown() {
        if (runs > 0 && known == 0) {
            labels.addAll(FIELDS);
            throw new InvalidInputException(
                    "--by",
                    "no run says its " + by,
                    "runs here have " + String.join(", ", labels)
                            + "; of a table, name a column by --columns family=COLUMN");
        }
    }

    /** Returns the sums of the last reading with what is to be said of nodes, where the runs were added up by them. */
    FleetSums noted(FleetSums sums) {
        List<String> notes = new ArrayList<>(sums.notes());
        notes.addAll(failures.suggestions());
        return new FleetSums(sums.families(), sums.totals(), sums.rejected(), sums.rejects(), notes);
    }

    private List<String> names(FleetJob job) {
        if (by.contains(",")) {
            List<String> words = List.of(by.split(",", -1));
            List<String> values =
                    words.stream().map(word -> value(job, word.strip())).toList();
            List<String> told = new ArrayList<>();
            for (int i = 0; i < values.size(); i++) {
                told.add(values.get(i).isBlank() ? "no " + words.get(i).strip() : values.get(i));
            }
            return values.stream().allMatch(String::isBlank) ? List.of() : List.of(String.join("/", told));
        }
        String name = value(job, by);
        return name.isBlank()
                ? List.of()
                : by.equals(NODE) ? List.of(name.strip().split("[ ,;+]+", -1)) : List.of(name);
    }

    private static String value(FleetJob job, String by) {
        return switch (by) {
            case "family" -> job.family();
            case "user" -> job.owner();
            case NODE -> job.labels().getOrDefault(NODE, job.labels().getOrDefault("nodes", ""));
            default -> job.labels().getOrDefault(by, "");
        };
    }

    /** Returns the run under that name, which bears one part of so many of it. */
    private static FleetJob named(FleetJob job, String name, int parts) {
        Map<String, String> all = new TreeMap<>(job.labels());
        if (parts > 1) {
            double share = job.heldAccelerators() / job.accelerators().count() / parts;
            all.put(FleetJob.SHARE, Double.toString(share));
        }
        return ToldRun.copy(job, name, job.ended(), job.utilisation(), all);
    }
}
