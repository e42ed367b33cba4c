package dev.amdahl.examples.cli.fleet;

import dev.amdahl.spi.job.FleetJob;
import dev.amdahl.spi.job.FleetListener;
import dev.amdahl.spi.job.FleetRequests;
import dev.amdahl.spi.job.FleetSource;
import dev.amdahl.spi.job.FleetSums;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** A source without a beginning, such as a server, asked for no more than its last 28 days; its sums say so. Thread-safe. */
final class LastDays implements FleetSource {
    private static final int DAYS = 28;
    private static final String NOTE = "the last " + DAYS + " days only; --days or --from asks for others";

    private final FleetSource source;
    private final Clock clock;

    LastDays(FleetSource source, Clock clock) {
        this.source = source;
        this.clock = clock;
    }

    @Override
    public Stream<FleetJob> jobs(Instant from, Instant to) {
        Instant end = end(to);
        return source.jobs(start(from, end), end);
    }

    @Override
    public FleetSums sums(Instant from, Instant to, Instant asOf, int top) {
        Instant end = end(to);
        FleetSums sums = source.sums(start(from, end), end, asOf, top);
        List<String> notes = new ArrayList<>(sums.notes());
        notes.add(NOTE);
        return new FleetSums(sums.families(), sums.totals(), sums.rejected(), sums.rejects(), notes);
    }

    @Override
    public void tell(Instant from, Instant to, FleetListener listener) {
        Instant end = end(to);
        source.tell(start(from, end), end, listener);
        listener.note(NOTE);
    }

    @Override
    public Optional<FleetRequests> requests(Instant from, Instant to) {
        Instant end = end(to);
        return source.requests(start(from, end), end);
    }

    @Override
    public boolean isTelemetry() {
        return source.isTelemetry();
    }

    private Instant end(Instant to) {
        Instant now = clock.instant();
        return to.isBefore(now) ? to : now;
    }

    private static Instant start(Instant from, Instant end) {
        Instant earliest = end.minus(Duration.ofDays(DAYS));
        return from.isBefore(earliest) ? earliest : from;
    }
}
