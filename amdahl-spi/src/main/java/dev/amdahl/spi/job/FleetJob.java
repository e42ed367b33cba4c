package dev.amdahl.spi.job;

import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * One run seen in the fleet.
 *
 * @param id the scheduler's name of the run
 * @param family the recurring workload it belongs to
 * @param owner who ran it; empty when unknown
 * @param accelerators what it held
 * @param submitted when it entered the queue; empty where nobody recorded it
 * @param started when it got its accelerators; empty while pending
 * @param ended when it released them; empty while running
 * @param utilisation what the accelerators did, where measured
 * @param labels anything else the source knows
 */
public record FleetJob(
        String id,
        String family,
        String owner,
        Accelerators accelerators,
        Optional<Instant> submitted,
        Optional<Instant> started,
        Optional<Instant> ended,
        Optional<Utilization> utilisation,
        Map<String, String> labels) {
    /** The label that holds the share of each accelerator that was allotted, above 0 and at most 1. */
    public static final String SHARE = "accelerator_share";

    /** The label that holds the names, divided by spaces, by which other sources know the run, where its id is none; empty for nobody. */
    public static final String KNOWN_AS = "known_as";

    /** Checks it. @throws IllegalArgumentException if neither its submission nor its start is known */
    public FleetJob {
        labels = Map.copyOf(labels);
        if (submitted.isEmpty() && started.isEmpty()) {
            throw new IllegalArgumentException(
                    "run '" + id + "': neither its submission nor its start is known; give one of them");
        }
    }

    /** Returns a run whose submission is known. */
    public FleetJob(
            String id,
            String family,
            String owner,
            Accelerators accelerators,
            Instant submitted,
            Optional<Instant> started,
            Optional<Instant> ended,
            Optional<Utilization> utilisation,
            Map<String, String> labels) {
        this(id, family, owner, accelerators, Optional.of(submitted), started, ended, utilisation, labels);
    }

    /** Returns the first that is known of it: when it was submitted, else when it started. */
    public Instant since() {
        return submitted.or(() -> started).orElseThrow();
    }

    /** Returns the names by which several sources may know this run: those of the label {@link #KNOWN_AS}, else its id. */
    public Set<String> names() {
        String known = labels.get(KNOWN_AS);
        Set<String> names = new LinkedHashSet<>(known == null ? List.of(id) : List.of(known.split(" ", -1)));
        names.remove("");
        return names;
    }

    /** Time from allocation to release; empty unless both are known. */
    public Optional<Duration> held() {
        return started.flatMap(from -> ended.map(to -> Duration.between(from, to)));
    }

    /** Time in the queue; empty while pending, and where the submission is not known. It holds no accelerators. */
    public Optional<Duration> queued() {
        return submitted.flatMap(from -> started.map(to -> Duration.between(from, to)));
    }

    /**
     * Accelerators held: their number, times the share of each that was allotted where the label {@link #SHARE} says that it was
     * less than all (a slice, or a device that several runs share).
     */
    public double heldAccelerators() {
        String share = labels.get(SHARE);
        return accelerators.count() * (share == null ? 1 : Double.parseDouble(share));
    }
}
