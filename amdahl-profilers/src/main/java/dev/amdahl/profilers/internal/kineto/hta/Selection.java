package dev.amdahl.profilers.internal.kineto.hta;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The events of one rank that HTA analyzes, in its order; one may occur several times.
 *
 * @param all the events of the rank
 * @param events those of the steps that count
 * @param firstEntry the first entry of the file, if it is among the events
 */
record Selection(
        int rank,
        List<Event> all,
        List<Event> events,
        @Nullable Event firstEntry) {
    /** The order of time; of events that begin at once the order of the file. */
    static final Comparator<Event> BY_START = Comparator.comparingDouble(Event::start);

    /**
     * Counts the times of a rank from {@code origin} and keeps the steps that count.
     *
     * @param origin start of the earliest event of all ranks, us
     * @param isOfSteps whether the ranks have several steps, so that events outside of the steps that count are dropped
     */
    static Selection of(int rank, RankReader reader, double origin, boolean isOfSteps, boolean includeLastStep)
            throws HtaStops {
        reader.events.forEach(event -> event.start -= origin);
        link(reader);
        List<Event> kept =
                isOfSteps && reader.hasHostEvents() ? ofSteps(reader, origin, includeLastStep) : reader.events;
        for (Event event : kept) {
            event.occurrences++;
            if (event.shared != null && event.isOnStream()) {
                event.shared.work.add(event);
            }
        }
        return new Selection(rank, reader.events, kept, reader.firstEntry);
    }

    /**
     * Links each event to the last of its correlation on the other side. One without a partner is linked to the first entry of the
     * file, because HTA writes 0 for "no partner", which is also that entry's number.
     */
    private static void link(RankReader reader) {
        Map<Long, Correlation> correlations = new HashMap<>();
        for (Event event : reader.events) {
            if (event.isCorrelated()) {
                Correlation shared = correlations.computeIfAbsent(event.correlation, any -> new Correlation());
                event.shared = shared;
                if (event.isDeviceSide()) {
                    shared.device.add(event);
                } else {
                    shared.host = event;
                }
            }
        }
        for (Event event : reader.events) {
            if (event.shared != null) {
                Event partner = event.isDeviceSide() ? event.shared.host : event.shared.lastDevice();
                event.partner = partner == null && event.correlation >= 0 ? reader.firstEntry : partner;
            }
        }
    }

    /**
     * Drops host events from the start of the last step on, and device work whose correlation no kept host event has. Device work
     * comes first, grouped by correlation, each piece once for every kept host event that shares its correlation.
     */
    private static List<Event> ofSteps(RankReader reader, double origin, boolean includeLastStep) throws HtaStops {
        List<Event> steps = reader.events.stream()
                .filter(event -> event.is(Mark.STEP) && !event.isDeviceSide())
                .toList();
        double last = includeLastStep ? lastEnd(reader, steps, origin) : lastStart(reader, steps, origin);
        List<Event> host = reader.events.stream()
                .filter(event -> !event.isDeviceSide())
                .filter(event -> event.start < last || (includeLastStep && event.start == last))
                .toList();
        for (Event event : host) {
            if (event.shared != null) {
                event.shared.calls++;
            }
        }
        List<Event> kept = new ArrayList<>();
        for (Event event : reader.events) {
            Correlation shared = event.shared;
            if (event.isDeviceSide() && shared == null && event.isOnStream()) {
                throw new HtaStops("HTA repeats a synchronization on a stream without correlation once for every host"
                        + " event without correlation, which is not reproduced");
            }
            if (shared != null && !shared.device.isEmpty() && shared.device.get(0) == event) {
                requireFew(kept.size() + (long) shared.calls * shared.device.size(), reader.events);
                shared.device.forEach(piece -> kept.addAll(Collections.nCopies(shared.calls, piece)));
            }
        }
        kept.addAll(host);
        return kept;
    }

    private static double lastStart(RankReader reader, List<Event> steps, double origin) {
        return steps.stream().mapToDouble(Event::start).max().orElse(reader.firstHostStart - origin);
    }

    /** HTA does not count this one from the earliest event as it does the starts: in practice nothing is later. */
    private static double lastEnd(RankReader reader, List<Event> steps, double origin) {
        return steps.stream().mapToDouble(event -> event.end() + origin).max().orElse(reader.lastHostEnd);
    }

    List<Event> where(Predicate<Event> condition) {
        return events.stream().filter(condition).toList();
    }

    /** Returns those that have a stream, of whatever category: HTA's device work. */
    List<Event> onStreams() {
        return where(Event::isOnStream);
    }

    /** Returns those that have a stream and are of a type. */
    List<Event> ofType(KernelType type) {
        return where(event -> event.isOnStream() && event.type == type);
    }

    /** Stops where a join multiplies events beyond what is reproduced. */
    void requireFew(long joined) throws HtaStops {
        requireFew(joined, all);
    }

    private static void requireFew(long joined, List<Event> all) throws HtaStops {
        if (joined > Math.max(1 << 20, 4L * all.size())) {
            throw new HtaStops("HTA joins calls and device work to " + joined + " rows, which is not reproduced");
        }
    }

    /** Returns where HTA's view of the rank departs from the trace, in sentences. */
    List<String> departures(boolean isRounded) {
        List<Event> work = all.stream().filter(event -> event.is(Mark.WORK)).toList();
        long dropped = work.stream().filter(event -> event.occurrences == 0).count();
        long negative = work.stream().filter(event -> event.duration < 0).count();
        long zero = work.stream().filter(event -> event.duration == 0).count();
        List<String> sentences = new ArrayList<>();
        String place = "rank " + rank + ": HTA ";
        if (dropped > 0) {
            sentences.add(place + "leaves out " + dropped + " of " + work.size()
                    + " pieces of device work, of a step that it drops or without a call in the steps that it keeps");
        }
        if (isRounded && negative + zero > 0) {
            sentences.add(place + "rounds to microseconds, by which " + zero + " of " + work.size()
                    + " durations become 0 and " + negative + " negative");
        }
        return sentences;
    }
}
