package dev.amdahl.core.internal.timeline;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What the host knows about a profiled run beside its profile.
 *
 * @param id the evidence run's id
 * @param processStart when the process started
 * @param processEnd when it ended and its accelerators were released, not before its start
 * @param queueSeconds time in the queue, no accelerators held
 * @param provisioningSeconds time from allocation to process start, accelerators held
 * @param accelerators how many were allocated, at least 1
 * @param cores processor cores that the run could use, where known
 * @param isOnProcessor whether it holds no device, so that the processor is the accelerator
 * @param steps what all of its steps took, where it or a hook told
 */
public record JobRunFacts(
        String id,
        Instant processStart,
        Instant processEnd,
        double queueSeconds,
        double provisioningSeconds,
        int accelerators,
        OptionalInt cores,
        boolean isOnProcessor,
        Optional<StepTotals> steps) {
    public JobRunFacts {
        if (processEnd.isBefore(processStart)) {
            throw new IllegalArgumentException("run " + id + " ends at " + processEnd + ", before " + processStart);
        }
        if (!(queueSeconds >= 0 && provisioningSeconds >= 0) || accelerators < 1) {
            throw new IllegalArgumentException(
                    "run " + id + " needs queue and provisioning seconds >= 0 and an accelerator," + " were "
                            + queueSeconds + ", " + provisioningSeconds + " and " + accelerators);
        }
    }

    /** Creates a run that holds devices, of whose steps nothing is known. */
    public JobRunFacts(
            String id,
            Instant processStart,
            Instant processEnd,
            double queueSeconds,
            double provisioningSeconds,
            int accelerators,
            OptionalInt cores) {
        this(
                id,
                processStart,
                processEnd,
                queueSeconds,
                provisioningSeconds,
                accelerators,
                cores,
                false,
                Optional.empty());
    }

    /** Creates a run without queue or provisioning. */
    public static JobRunFacts of(String id, Instant processStart, Instant processEnd, int accelerators) {
        return new JobRunFacts(id, processStart, processEnd, 0, 0, accelerators, OptionalInt.empty());
    }

    long wallNanos() {
        return Duration.between(processStart, processEnd).toNanos();
    }
}
