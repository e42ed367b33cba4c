package dev.amdahl.core.fleet;

import dev.amdahl.spi.AmdahlException;
import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.job.FamilySums;
import dev.amdahl.spi.job.FamilyTally;
import dev.amdahl.spi.job.FleetJob;
import dev.amdahl.spi.job.FleetSource;
import dev.amdahl.spi.job.FleetSums;
import dev.amdahl.spi.job.FleetTotals;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Several sources as one fleet; a family that stands in more than one is one family. Sums go on with the sources that answer and note the
 * others in a line each; runs are given only if all answer. All families of all sources are held at once. Immutable, thread-safe.
 */
public final class FleetUnion implements FleetSource {
    private final List<Part> parts;

    /** A source and the name under which it is spoken of. */
    public record Part(String name, FleetSource source) {}

    /**
     * Sums, and why some sources are not in them.
     *
     * @param sums over those that answered
     * @param failures of the others
     */
    public record Answer(FleetSums sums, List<AmdahlException> failures) {
        public Answer {
            failures = List.copyOf(failures);
        }
    }

    /** Puts sources together. @throws InvalidInputException if there is none */
    public FleetUnion(List<Part> parts) {
        if (parts.isEmpty()) {
            throw new InvalidInputException("--fleet", "no source of runs", "name at least one");
        }
        this.parts = List.copyOf(parts);
    }

    /**
     * As {@link #sums}, with the failures.
     *
     * @throws AmdahlException the first failure, if no source answers
     */
    public Answer ask(Instant from, Instant to, Instant asOf, int top) {
        List<FleetSums> answers = new ArrayList<>();
        List<AmdahlException> failures = new ArrayList<>();
        for (Part part : parts) {
            try {
                answers.add(named(
                        part, part.source().sums(from, to, asOf, parts.size() == 1 ? top : Integer.MAX_VALUE)));
            } catch (AmdahlException failure) {
                failures.add(failure);
            }
        }
        if (answers.isEmpty()) {
            throw failures.get(0);
        }
        return new Answer(merged(answers, failures, top), failures);
    }

    /** Notes say which source they are about, where there are several. */
    private FleetSums named(Part part, FleetSums sums) {
        return parts.size() == 1
                ? sums
                : new FleetSums(
                        sums.families(),
                        sums.totals(),
                        sums.rejected(),
                        sums.rejects(),
                        sums.notes().stream()
                                .map(note -> part.name() + ": " + note)
                                .toList());
    }

    private static FleetSums merged(List<FleetSums> answers, List<AmdahlException> failures, int top) {
        List<String> notes = new ArrayList<>();
        failures.forEach(failure -> notes.add("left out: " + failure.getMessage()));
        answers.forEach(answer -> notes.addAll(answer.notes()));
        if (answers.size() == 1) {
            FleetSums only = answers.get(0);
            List<FamilySums> families =
                    only.families().subList(0, Math.min(top, only.families().size()));
            return new FleetSums(families, only.totals(), only.rejected(), only.rejects(), notes);
        }
        Map<String, FamilyTally> tallies = new TreeMap<>();
        for (FleetSums answer : answers) {
            answer.families()
                    .forEach(family -> tallies.computeIfAbsent(family.family(), FamilyTally::new)
                            .add(family));
        }
        List<FamilySums> families = tallies.values().stream()
                .map(FamilyTally::sums)
                .sorted(FleetSums.ORDER)
                .toList();
        FleetTotals totals = FleetTotals.NONE;
        for (FamilySums family : families) {
            totals = totals.plus(family);
        }
        return new FleetSums(
                families.subList(0, Math.min(top, families.size())),
                totals.within(
                        answers.stream()
                                .flatMap(answer -> answer.totals().first().stream())
                                .min(Comparator.naturalOrder()),
                        answers.stream()
                                .flatMap(answer -> answer.totals().last().stream())
                                .max(Comparator.naturalOrder())),
                answers.stream().mapToLong(FleetSums::rejected).sum(),
                answers.stream().flatMap(answer -> answer.rejects().stream()).toList(),
                notes);
    }

    @Override
    public FleetSums sums(Instant from, Instant to, Instant asOf, int top) {
        return ask(from, to, asOf, top).sums();
    }

    @Override
    public Stream<FleetJob> jobs(Instant from, Instant to) {
        return parts.stream().flatMap(part -> part.source().jobs(from, to));
    }

    @Override
    public List<FleetSource> parts() {
        return parts.stream().map(Part::source).toList();
    }
}
