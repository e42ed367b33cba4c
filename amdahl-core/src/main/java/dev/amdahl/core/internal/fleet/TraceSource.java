package dev.amdahl.core.internal.fleet;

import dev.amdahl.spi.job.FamilyDay;
import dev.amdahl.spi.job.FleetJob;
import dev.amdahl.spi.job.FleetListener;
import dev.amdahl.spi.job.FleetSource;
import dev.amdahl.spi.job.FleetSums;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** A recorded trace: what had not ended counts until the trace ended, and what it lacks is said. Immutable, thread-safe. */
final class TraceSource implements FleetSource {
    private final FleetSource source;
    private final List<String> notes;
    private final Optional<Instant> end;

    TraceSource(FleetSource source, List<String> notes, Optional<Instant> end) {
        this.source = source;
        this.notes = List.copyOf(notes);
        this.end = end;
    }

    @Override
    public Stream<FleetJob> jobs(Instant from, Instant to) {
        return source.jobs(from, to);
    }

    @Override
    public FleetSums sums(Instant from, Instant to, Instant asOf, int top) {
        FleetSums sums = source.sums(from, to, end.orElse(asOf), top);
        List<String> all = new ArrayList<>(notes);
        all.addAll(sums.notes());
        return new FleetSums(sums.families(), sums.totals(), sums.rejected(), sums.rejects(), all);
    }

    @Override
    public void tell(Instant from, Instant to, FleetListener listener) {
        notes.forEach(listener::note);
        source.tell(
                from,
                to,
                new ForwardedRuns(
                        listener,
                        job -> listener.run(end.isPresent() && job.ended().isEmpty() ? ended(job) : job)));
    }

    private FleetJob ended(FleetJob job) {
        return ToldRun.copy(job, job.family(), end, job.utilisation(), job.labels());
    }

    @Override
    public boolean isTelemetry() {
        return source.isTelemetry();
    }

    @Override
    public List<FamilyDay> days(Instant from, Instant to, Instant asOf) {
        return source.days(from, to, end.orElse(asOf));
    }

    @Override
    public Optional<String> identity() {
        return source.identity().map(identity -> identity + " " + end);
    }
}
