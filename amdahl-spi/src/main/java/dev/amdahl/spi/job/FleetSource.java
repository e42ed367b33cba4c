package dev.amdahl.spi.job;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Tells what ran in a fleet. Implementations are thread-safe. */
public interface FleetSource {

    /**
     * The runs that were submitted before {@code to} and had not ended before {@code from}. May block; the caller closes the stream.
     *
     * @throws dev.amdahl.spi.AmdahlException USER for a malformed source, TRANSIENT when it does not answer
     */
    Stream<FleetJob> jobs(Instant from, Instant to);

    /**
     * Returns what those runs add up to by family; as {@link #jobs}, but a source that can add up by itself hands over no single run. May
     * block. The default reads the runs, in bounded memory, more than once if there are very many families.
     *
     * @param asOf until when runs count that have not ended
     * @param top families to list; the totals are of all
     * @throws dev.amdahl.spi.AmdahlException as {@link #jobs}
     */
    default FleetSums sums(Instant from, Instant to, Instant asOf, int top) {
        return FleetTally.sum(top, tally -> tell(from, to, tally.until(asOf)));
    }

    /**
     * As {@link #jobs}, with what the reader of the runs should know. May block.
     *
     * @throws dev.amdahl.spi.AmdahlException as {@link #jobs}, also after some runs were told
     */
    default void tell(Instant from, Instant to, FleetListener listener) {
        try (Stream<FleetJob> jobs = jobs(from, to)) {
            jobs.forEach(listener::run);
        }
    }

    /**
     * Returns whether it tells what accelerators did rather than who was given them: where another source tells the same runs, their hours,
     * family and owner are the other's and the activity is this one's. No by default.
     */
    default boolean isTelemetry() {
        return false;
    }

    /**
     * Returns the sums by family and by the day on which runs ended; those that have not ended stand apart. May block.
     *
     * @param asOf until when runs count that have not ended
     * @throws dev.amdahl.spi.AmdahlException as {@link #jobs}
     */
    default List<FamilyDay> days(Instant from, Instant to, Instant asOf) {
        Map<Optional<LocalDate>, Map<String, FamilyTally>> tallies = new HashMap<>();
        try (Stream<FleetJob> jobs = jobs(from, to)) {
            jobs.forEach(job -> tallies.computeIfAbsent(
                            job.ended().map(ended -> LocalDate.ofInstant(ended, ZoneOffset.UTC)),
                            day -> new HashMap<>())
                    .computeIfAbsent(job.family(), FamilyTally::new)
                    .add(job, asOf));
        }
        return tallies.entrySet().stream()
                .flatMap(
                        day -> day.getValue().values().stream().map(tally -> new FamilyDay(day.getKey(), tally.sums())))
                .toList();
    }

    /**
     * Returns what the runs that ended in a period asked for against what they used; empty, the default, if nothing is known of it. May block.
     *
     * @throws dev.amdahl.spi.AmdahlException as {@link #jobs}
     */
    default Optional<FleetRequests> requests(Instant from, Instant to) {
        return Optional.empty();
    }

    /**
     * Returns what tells this source from others, the same in every process and without secrets, so that sums of days that are over may be kept;
     * empty, the default, if nothing does. May block; empty too where the answer of a server is needed and there is none.
     */
    default Optional<String> identity() {
        return Optional.empty();
    }

    /** Returns the sources that this one puts together, each of which may fail on its own; itself by default. */
    default List<FleetSource> parts() {
        return List.of(this);
    }
}
