package dev.amdahl.core.schedulers.slurm;

import dev.amdahl.core.internal.schedulers.slurmcommands.SlurmCommands;
import dev.amdahl.core.internal.schedulers.slurmcommands.SlurmJob;
import dev.amdahl.spi.AmdahlException;
import java.io.IOException;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** How a cluster is reached: by its commands or by its REST daemon. Thread-safe. */
interface SlurmLink {
    /** As the settings say; asks once whether a REST daemon is one, and takes the token. */
    static SlurmLink of(SlurmSettings settings) {
        return settings.rest()
                .<SlurmLink>map(rest -> RestLink.checked(rest, settings.commands()))
                .orElseGet(() -> new CommandLink(new SlurmCommands(settings.commands())));
    }

    /** Returns what takes submissions, as messages name it. */
    String submitter();

    /**
     * Returns the user's jobs that the controller still knows.
     *
     * @throws AmdahlException TRANSIENT if it does not tell
     */
    List<SlurmJob> queue();

    /**
     * Returns what accounting tells of jobs of these names; empty where there is no accounting.
     *
     * @throws AmdahlException TRANSIENT if it does not answer
     */
    Optional<List<SlurmJob>> accounting(Collection<String> names, Instant since);

    /**
     * Hands a trial over, unless another process does so now, and leaves {@code attempt} and then {@code job} in its folder; an attempt that
     * Slurm has refused is withdrawn.
     *
     * @param words options of {@code sbatch}
     * @param isAgain whether Slurm was asked and knows of no earlier attempt
     * @return why Slurm has not got it; empty if it has
     */
    Optional<Refusal.Told> submit(SlurmTrial trial, List<String> words, boolean isAgain) throws IOException;

    /** Asks Slurm to stop the user's jobs of a name, which are those of the last look at the queue. */
    void cancel(String name, List<SlurmJob> jobs) throws IOException;

    /** Leaves a waiting job only these hosts excluded, divided by commas; returns what went wrong, empty text if nothing did. */
    String exclude(SlurmJob job, String hosts);
}
