package dev.amdahl.core.internal.fleet;

import dev.amdahl.spi.AmdahlException;
import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.experiment.Comparison;
import dev.amdahl.spi.job.FamilyDay;
import dev.amdahl.spi.job.FleetJob;
import dev.amdahl.spi.job.FleetRequests;
import dev.amdahl.spi.job.FleetSource;
import dev.amdahl.spi.job.FleetSums;
import dev.amdahl.spi.job.FleetTally;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Several sources as one fleet; a family that stands in more than one is one family, and a run that stands in more than one is one run:
 * they are joined by the names of jobs. Sums go on with the sources that answer and note the others in a line each; runs and days are
 * given only if all answer. Immutable, thread-safe.
 */
public final class FleetUnion implements FleetSource {
    private static final String FAMILY = "family";

    private final List<Part> parts;
    private final String by;

    /**
     * A source.
     *
     * @param name under which it is spoken of
     * @param cluster on which all of its runs were; empty text if each says that itself
     */
    public record Part(String name, String cluster, FleetSource source) {
        /** A source whose runs say themselves where they were, if anything does. */
        public Part(String name, FleetSource source) {
            this(name, "", source);
        }

        private Part placed() {
            return cluster.isEmpty() ? this : new Part(name, new ClusterSource(cluster, source));
        }
    }

    /**
     * Sums, and why some sources are not in them.
     *
     * @param sums over those that answered
     * @param failures of the others
     * @param clusters on which the runs of each family that is listed were, if all together were on several
     */
    public record Answer(FleetSums sums, List<AmdahlException> failures, Map<String, List<String>> clusters) {
        public Answer {
            failures = List.copyOf(failures);
            clusters = Map.copyOf(clusters);
        }
    }

    /** Puts sources together. @throws InvalidInputException if there is none */
    public FleetUnion(List<Part> parts) {
        this(parts, FAMILY);
    }

    private FleetUnion(List<Part> parts, String by) {
        if (parts.isEmpty()) {
            throw new InvalidInputException("--fleet", "no source of runs", "name at least one");
        }
        this.parts = parts.stream().map(Part::placed).toList();
        this.by = by;
    }

    /**
     * Returns the same fleet, whose runs are added up by something else than their families: {@code user}, or a label that the sources give,
     * such as {@code account}, {@code partition}, {@code qos} or {@code node}, or by several with commas between. A run on several nodes counts on each with its part. Only
     * {@link #ask} and {@link #sums} follow it.
     */
    public FleetUnion by(String what) {
        return new FleetUnion(parts, what);
    }

    /**
     * As {@link #sums}, with the failures.
     *
     * @throws AmdahlException the first failure, if no source answers
     */
    public Answer ask(Instant from, Instant to, Instant asOf, int top) {
        RunGroups groups = new RunGroups(by);
        if (parts.size() == 1) {
            FleetSource only = parts.get(0).source();
            FleetSums sums = by.equals(FAMILY)
                    ? only.sums(from, to, asOf, top)
                    : FleetTally.sum(top, tally -> only.tell(from, to, groups.into(tally.until(asOf))));
            groups.requireKnown();
            return new Answer(groups.noted(sums), List.of(), groups.clusters(sums.families()));
        }
        FleetJoin join = new FleetJoin(parts, from, to, asOf);
        FleetSums sums;
        do {
            sums = FleetTally.sum(top, tally -> join.tell(groups.into(tally.until(asOf))));
        } while (join.isAgain());
        groups.requireKnown();
        if (join.failures().size() == parts.size()) {
            throw join.failures().get(0);
        }
        sums = new FleetSums(sums.families(), sums.totals(), sums.rejected(), sums.rejects(), join.notes());
        return new Answer(groups.noted(sums), join.failures(), groups.clusters(sums.families()));
    }

    @Override
    public FleetSums sums(Instant from, Instant to, Instant asOf, int top) {
        return ask(from, to, asOf, top).sums();
    }

    /** {@inheritDoc} Of each source in turn: an amount that several tell is added up. One that does not answer is said in a line. */
    @Override
    public Optional<FleetRequests> requests(Instant from, Instant to) {
        Map<String, FleetRequests.Amount> amounts = new LinkedHashMap<>();
        List<String> lines = new ArrayList<>();
        for (Part part : parts) {
            try {
                part.source().requests(from, to).ifPresent(told -> {
                    told.amounts().forEach(amount -> amounts.merge(amount.what(), amount, FleetRequests.Amount::plus));
                    lines.addAll(told.lines());
                });
            } catch (AmdahlException failure) {
                lines.add(part.name() + ": not known: " + failure.getMessage());
            }
        }
        return amounts.isEmpty() && lines.isEmpty()
                ? Optional.empty()
                : Optional.of(new FleetRequests(List.copyOf(amounts.values()), lines));
    }

    @Override
    public List<FamilyDay> days(Instant from, Instant to, Instant asOf) {
        return parts.size() == 1
                ? parts.get(0).source().days(from, to, asOf)
                : ((FleetSource) (since, until) -> runs(since, until, asOf)).days(from, to, asOf);
    }

    @Override
    public Stream<FleetJob> jobs(Instant from, Instant to) {
        return parts.size() == 1 ? parts.get(0).source().jobs(from, to) : runs(from, to, to);
    }

    private Stream<FleetJob> runs(Instant from, Instant to, Instant asOf) {
        FleetJoin join = new FleetJoin(parts, from, to, asOf);
        List<FleetJob> runs = new ArrayList<>();
        do {
            runs.clear();
            join.tell(runs::add);
        } while (join.isAgain());
        if (!join.failures().isEmpty()) {
            throw join.failures().get(0);
        }
        return runs.stream();
    }

    /** Returns how the runs of these families before and after a moment differ, never why; all runs of a period are read. */
    public Map<String, Comparison> beforeAndAfter(Instant from, Instant to, Instant at, List<String> families) {
        Set<String> shown = Set.copyOf(families);
        try (Stream<FleetJob> runs = jobs(from, to)) {
            return BeforeAfter.of(runs.filter(run -> shown.contains(run.family())), at, families);
        }
    }

    /** {@inheritDoc} That of all of them together, in any order. */
    @Override
    public Optional<String> identity() {
        List<String> all = parts.stream()
                .flatMap(part -> part.source().identity().stream())
                .sorted()
                .toList();
        return all.size() == parts.size() ? Optional.of(String.join("\n", all)) : Optional.empty();
    }
}
