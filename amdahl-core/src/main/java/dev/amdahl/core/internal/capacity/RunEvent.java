package dev.amdahl.core.internal.capacity;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Something that a job's own log tells of its run.
 *
 * @param run the id of the run in the fleet, or the label {@code job} that its attempts share
 * @param at when
 * @param kind what
 * @param stalled for a checkpoint: for how long the job stood still to write it, ending at {@code at}; empty if not known
 */
public record RunEvent(String run, Instant at, Kind kind, Optional<Duration> stalled) {

    /** What happened. */
    public enum Kind {
        /** The process began; it initialises. */
        STARTED,
        /** The first step began, or steps are made again. */
        STEPPING,
        /** A checkpoint became durable. */
        CHECKPOINT,
        /** The run failed or was taken its accelerators. */
        FAILED,
        /** The work is done, and its results are kept. */
        FINISHED
    }
}
