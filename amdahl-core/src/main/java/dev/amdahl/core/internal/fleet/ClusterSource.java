package dev.amdahl.core.internal.fleet;

import dev.amdahl.spi.job.FamilyDay;
import dev.amdahl.spi.job.FleetJob;
import dev.amdahl.spi.job.FleetListener;
import dev.amdahl.spi.job.FleetRequests;
import dev.amdahl.spi.job.FleetSource;
import dev.amdahl.spi.job.FleetSums;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/** A source whose runs are of one cluster, whatever they say themselves. Thread-safe, if the source is. */
record ClusterSource(String cluster, FleetSource source) implements FleetSource {
    @Override
    public Stream<FleetJob> jobs(Instant from, Instant to) {
        return source.jobs(from, to).map(this::placed);
    }

    @Override
    public void tell(Instant from, Instant to, FleetListener listener) {
        source.tell(from, to, new ForwardedRuns(listener, job -> listener.run(placed(job))));
    }

    @Override
    public FleetSums sums(Instant from, Instant to, Instant asOf, int top) {
        return source.sums(from, to, asOf, top);
    }

    @Override
    public List<FamilyDay> days(Instant from, Instant to, Instant asOf) {
        return source.days(from, to, asOf);
    }

    @Override
    public Optional<FleetRequests> requests(Instant from, Instant to) {
        return source.requests(from, to);
    }

    @Override
    public boolean isTelemetry() {
        return source.isTelemetry();
    }

    @Override
    public Optional<String> identity() {
        return source.identity().map(identity -> identity + " of " + cluster);
    }

    private FleetJob placed(FleetJob job) {
        Map<String, String> labels = new TreeMap<>(job.labels());
        labels.put(ToldRun.CLUSTER, cluster);
        return ToldRun.copy(job, job.family(), job.ended(), job.utilisation(), labels);
    }
}
