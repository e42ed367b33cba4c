package dev.amdahl.core.internal.schedulers.slurmcommands;

import dev.amdahl.spi.job.Accelerators;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * One job as Slurm tells of it.
 *
 * @param id its number; of an array, with the task, such as {@code 9_1} or {@code 9_[2-3]}
 * @param number its own number, also of a task of an array, which is what the job itself sees
 * @param states all that hold, as Slurm writes them
 * @param reason why it waits or failed; empty text if none
 * @param submitted when it entered the queue, to the second
 * @param started when it got its allocation; empty while that is only an estimate
 * @param ended when it gave it back; empty before
 * @param exit how its script ended, where told
 * @param restarts how often it was put back into the queue
 * @param accelerators what it held or asked for; empty if none is known
 */
public record SlurmJob(
        String id,
        String number,
        String name,
        String user,
        List<String> states,
        String reason,
        Instant submitted,
        Optional<Instant> started,
        Optional<Instant> ended,
        Optional<ExitStatus> exit,
        int restarts,
        Optional<Accelerators> accelerators,
        Place place,
        Use use) {

    /** The reason of a submission that was refused; accounting does not tell reasons, but that nothing was allocated. */
    static final String REFUSED = "BadConstraints";

    /**
     * Where it ran, for whom, and how it was asked for. Immutable; unknown fields are empty text.
     *
     * @param directory where it was submitted
     * @param submitted the command that submitted it, or its script
     * @param qos its quality of service
     * @param nodes all hosts that it ran on, divided by spaces
     */
    public record Place(
            String cluster,
            String partition,
            String account,
            String directory,
            String submitted,
            String qos,
            String nodes) {
        /** Slurm does not say. */
        public static final Place UNKNOWN = new Place("", "", "", "", "", "", "");
    }

    /**
     * What it was given beside accelerators, and what it used of that. Immutable; what Slurm does not tell is empty.
     *
     * @param processors given to it
     * @param processorSeconds user and system time
     * @param memoryBytes given to it, on all nodes
     * @param peakBytes most that one of its steps held, its tasks together
     * @param limit after which it would have been ended
     */
    public record Use(
            OptionalDouble processors,
            OptionalDouble processorSeconds,
            OptionalDouble memoryBytes,
            OptionalDouble peakBytes,
            Optional<Duration> limit) {
        /** Slurm does not say. */
        public static final Use UNKNOWN = new Use(
                OptionalDouble.empty(),
                OptionalDouble.empty(),
                OptionalDouble.empty(),
                OptionalDouble.empty(),
                Optional.empty());
    }

    public SlurmJob {
        states = List.copyOf(states);
    }

    /** Returns the same job, one step of which held that much at least. */
    SlurmJob withStep(OptionalDouble bytes) {
        if (bytes.orElse(0) <= use.peakBytes().orElse(0)) {
            return this;
        }
        Use other = new Use(use.processors(), use.processorSeconds(), use.memoryBytes(), bytes, use.limit());
        return new SlurmJob(
                id,
                number,
                name,
                user,
                states,
                reason,
                submitted,
                started,
                ended,
                exit,
                restarts,
                accelerators,
                place,
                other);
    }

    /** Returns what its states mean. */
    public Phase phase() {
        return Phase.of(states);
    }

    /** Returns a submission that Slurm refused: it leaves a record that looks like a job that failed. */
    public boolean isRefused() {
        return reason.equals(REFUSED) && phase().hasEnded();
    }

    /** States, reason and exit in one line. */
    public String told() {
        StringBuilder text = new StringBuilder("job ").append(id).append(" is ").append(String.join("+", states));
        if (!reason.isEmpty() && !reason.equals("None")) {
            text.append(" (").append(reason).append(')');
        }
        exit.filter(status -> phase().hasEnded())
                .ifPresent(status -> text.append(", ").append(status));
        if (restarts > 0) {
            text.append(", put back into the queue ").append(restarts).append(" times");
        }
        return text.toString();
    }
}
