package dev.amdahl.examples.cli.experiment;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Commands that wait in a queue, whose times are those of the queue. */
final class AbQueue {
    private static final Pattern SLURM =
            Pattern.compile("^\\s*(?:exec\\s+|env\\s+|\\w+=\\S*\\s+)*(?:\\S*/)?(srun|salloc|sbatch)(?=\\s|$)");

    private AbQueue() {}

    /** Returns what to say of a command of Slurm's; nothing of an {@code srun} in an allocation, which waits for nobody. */
    static Optional<String> warning(String command, boolean isAllocated) {
        Matcher found = SLURM.matcher(command);
        if (!found.find() || (isAllocated && found.group(1).equals("srun"))) {
            return Optional.empty();
        }
        return Optional.of(
                found.group(1).equals("sbatch")
                        ? "sbatch returns before its job has run, so that its time is not the job's; loop --scheduler slurm"
                                + " runs pairs on Slurm and leaves the queue out"
                        : "the time of " + found.group(1)
                                + " includes waiting for the queue; loop --scheduler slurm runs pairs on Slurm and leaves"
                                + " the queue out");
    }
}
