package dev.amdahl.spi.experiment;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;

/**
 * Runs trials. Implementations are thread-safe, keep nothing in memory that {@link #find} needs after a restart, and return from
 * every call within seconds.
 */
public interface Scheduler {

    /** Returns its name in configurations and messages. */
    String name();

    /**
     * Hands a run over and returns at once. Idempotent unless {@link #isSubmitIdempotent} says otherwise: the same key gives the same
     * run, and never two.
     *
     * @throws dev.amdahl.spi.AmdahlException TRANSIENT when the outcome is not known (ask {@link #find} before submitting again), USER
     *     when the request can never run
     */
    WorkerRunId submit(TrialRequest request);

    /**
     * Returns the run submitted under a key, also by an earlier process; empty only if there is none, or {@link #lookupWindow} says otherwise.
     *
     * @throws dev.amdahl.spi.AmdahlException if it cannot be told now
     */
    Optional<WorkerRunId> find(String key);

    /**
     * Returns whether submitting under a key again gives the first run again. Without it, a submission whose reply was lost is repeated only
     * once {@link #lookupWindow} has passed; with neither, a loop refuses the scheduler unless its policy accepts lost submissions.
     */
    default boolean isSubmitIdempotent() {
        return true;
    }

    /**
     * Returns how long after a submission was attempted {@link #find} may still miss it, a request that arrives late included; zero if never,
     * empty if its empty answer proves nothing.
     */
    default Optional<Duration> lookupWindow() {
        return Optional.of(Duration.ZERO);
    }

    /**
     * Returns the status of each run asked for; a run it does not know is {@link RunStatus#UNKNOWN}, or {@link RunStatus#INFRA_FAILED} where it is
     * sure that there is no such run any more.
     */
    Map<WorkerRunId, RunStatus> poll(Set<WorkerRunId> runs);

    /**
     * Returns the result of a run that is {@link RunStatus#DONE}; the same each time.
     *
     * @throws dev.amdahl.spi.AmdahlException if it is not done or its result cannot be read
     */
    TrialResult collect(WorkerRunId run);

    /** Stops a run and what it started; a run that has ended or is not known is left alone. */
    void cancel(WorkerRunId run);

    /**
     * Waits until one of the runs may have ended, at most that long, without load on the processors that trials measure on. It may return
     * earlier, and does if there is nothing to wait for or the thread is interrupted: poll afterwards.
     */
    default void await(Set<WorkerRunId> runs, Duration atMost) {
        if (!runs.isEmpty()) {
            LockSupport.parkNanos(
                    Math.min(atMost.toNanos(), Duration.ofSeconds(1).toNanos()));
        }
    }

    /**
     * Returns why a run waits, or ended without a result, in one line for people: the system's own words, so data; empty if it gave none. As of
     * the last {@link #poll}.
     */
    default Optional<String> reason(WorkerRunId run) {
        return Optional.empty();
    }

    /**
     * Returns whether trials run on the machines of a cluster, where runs vary less than on a machine that people work at: how much noise is
     * expected before any was measured.
     */
    default boolean isCluster() {
        return true;
    }

    /**
     * Removes what a run that has ended left behind and nobody needs any more, such as its working files and outputs; what tells how it
     * went stays. A run that is not known, or was tidied before, is left alone.
     */
    default void tidy(WorkerRunId run) {}

    /** Returns how many trials may run side by side without disturbing each other; empty if the scheduler decides. */
    default OptionalInt slots() {
        return OptionalInt.empty();
    }

    /** Returns the process of a running run on this machine, for profilers that watch from outside. */
    default OptionalLong process(WorkerRunId run) {
        return OptionalLong.empty();
    }
}
