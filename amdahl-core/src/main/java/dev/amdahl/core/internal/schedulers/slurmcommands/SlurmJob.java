package dev.amdahl.core.internal.schedulers.slurmcommands;

import dev.amdahl.spi.job.Accelerators;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

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
        Place place) {

    /** The reason of a submission that was refused; accounting does not tell reasons, but that nothing was allocated. */
    static final String REFUSED = "BadConstraints";

    /**
     * Where it ran, for whom, and how it was asked for. Immutable; unknown fields are empty text.
     *
     * @param directory where it was submitted
     * @param submitted the command that submitted it, or its script
     */
    public record Place(String cluster, String partition, String account, String directory, String submitted) {
        /** Slurm does not say. */
        public static final Place UNKNOWN = new Place("", "", "", "", "");
    }

    public SlurmJob {
        states = List.copyOf(states);
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
