package dev.amdahl.examples.embed;

import dev.amdahl.spi.job.Accelerators;
import dev.amdahl.spi.job.FleetJob;
import dev.amdahl.spi.job.FleetSource;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** What ran on the in-house queue, trials left out. It measures no utilisation, and says so by leaving it empty. Thread-safe. */
public final class QueueFleetSource implements FleetSource {
    private final JobQueue queue;
    private final String acceleratorType;

    public QueueFleetSource(JobQueue queue, String acceleratorType) {
        this.queue = queue;
        this.acceleratorType = acceleratorType;
    }

    @Override
    public Stream<FleetJob> jobs(Instant from, Instant to) {
        return queue.jobs().stream()
                .filter(job -> !job.owner().equals(QueueScheduler.OWNER))
                .map(this::fleetJob)
                .filter(job -> job.since().isBefore(to))
                .filter(job -> job.ended().map(ended -> !ended.isBefore(from)).orElse(true));
    }

    private FleetJob fleetJob(QueuedJob job) {
        return new FleetJob(
                job.id(),
                job.family(),
                job.owner(),
                new Accelerators(acceleratorType, job.accelerators()),
                job.submitted(),
                queue.started(job.id()),
                queue.ended(job.id()),
                Optional.empty(),
                Map.of());
    }
}
