package dev.amdahl.core.schedulers.slurm;

import dev.amdahl.core.internal.schedulers.slurmcommands.Phase;
import dev.amdahl.core.internal.schedulers.slurmcommands.SlurmJob;
import dev.amdahl.spi.AmdahlException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The jobs of trials, as Slurm tells of them: one look at the queue for all, one at accounting for those that left it. Jobs are known
 * by their name, which holds the key: numbers are given again after Slurm lost its state. Thread-safe.
 */
final class SlurmView {
    private static final Logger LOG = LoggerFactory.getLogger(SlurmView.class);
    private static final Duration LOOK_BACK = Duration.ofDays(90);

    private final SlurmLink link;
    private final Clock clock;
    private final Duration pause;
    private Map<String, List<SlurmJob>> queue = Map.of();
    private Instant seen = Instant.MIN;

    SlurmView(SlurmLink link, Clock clock, Duration pause) {
        this.link = link;
        this.clock = clock;
        this.pause = pause;
    }

    /** Makes the next look a fresh one. */
    synchronized void forget() {
        seen = Instant.MIN;
    }

    /**
     * Returns the user's jobs by name, looked up at most once in a while.
     *
     * @throws AmdahlException TRANSIENT if Slurm does not tell
     */
    synchronized Map<String, List<SlurmJob>> queue() {
        Instant now = clock.instant();
        boolean isFresh = !now.isBefore(seen) && seen.isAfter(now.minus(pause));
        if (!isFresh) {
            queue = byName(link.queue());
            seen = now;
        }
        return queue;
    }

    /** Returns what the last look told of a job of this name. */
    synchronized Optional<SlurmJob> last(String name) {
        return newest(queue.getOrDefault(name, List.of()));
    }

    /**
     * Returns what accounting tells of jobs of these names; empty where there is no accounting.
     *
     * @throws AmdahlException TRANSIENT if it does not answer
     */
    Optional<Map<String, List<SlurmJob>>> accounting(Collection<String> names) {
        return link.accounting(names, clock.instant().minus(LOOK_BACK)).map(SlurmView::byName);
    }

    /** The job of a key wherever it is told of; empty only if Slurm answered and knows none. */
    Optional<SlurmJob> find(String key) {
        forget();
        String name = JobOptions.name(key);
        Optional<SlurmJob> queued = newest(queue().getOrDefault(name, List.of()));
        return queued.isPresent()
                ? queued
                : accounting(List.of(name)).flatMap(told -> newest(told.getOrDefault(name, List.of())));
    }

    /** Of several jobs of one name the one that runs the trial: not one that was refused; a live one before one that ended. */
    static Optional<SlurmJob> newest(List<SlurmJob> jobs) {
        return jobs.stream()
                .filter(job -> !job.isRefused())
                .max(Comparator.comparing((SlurmJob job) -> job.phase() == Phase.ACTIVE)
                        .thenComparing(job -> job.phase().isLive())
                        .thenComparing(SlurmJob::submitted));
    }

    private static Map<String, List<SlurmJob>> byName(List<SlurmJob> jobs) {
        Map<String, List<SlurmJob>> named =
                jobs.stream().collect(Collectors.groupingBy(SlurmJob::name, HashMap::new, Collectors.toList()));
        LOG.debug("Slurm lists {} jobs", jobs.size());
        return named;
    }
}
