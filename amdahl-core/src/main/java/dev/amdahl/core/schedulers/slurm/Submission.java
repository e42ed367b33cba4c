package dev.amdahl.core.schedulers.slurm;

import dev.amdahl.core.internal.schedulers.slurmcommands.SlurmCommands;
import dev.amdahl.core.internal.schedulers.slurmcommands.SlurmJob;
import dev.amdahl.spi.AmdahlException;
import dev.amdahl.spi.ErrorCategory;
import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.experiment.TrialRequest;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Hands trials to Slurm, each once. Each call leaves {@code attempt} in the trial's folder before it and {@code job} after it, so that
 * only an attempt without a job is in doubt; then Slurm is asked.
 * Thread-safe.
 */
final class Submission {
    /** How long a request that was sent may take to show in the queue. */
    private static final Duration ARRIVAL = Duration.ofSeconds(5);

    private final SlurmSettings settings;
    private final SlurmLink link;
    private final SlurmView view;

    Submission(SlurmSettings settings, SlurmLink link, SlurmView view) {
        this.settings = settings;
        this.link = link;
        this.view = view;
    }

    /**
     * Makes sure that Slurm has the trial.
     *
     * @param after jobs that use its directory and must end before it starts
     * @throws AmdahlException USER if Slurm says that it can never run, TRANSIENT if it is not known whether Slurm has it
     */
    void submit(SlurmTrial trial, TrialRequest request, List<String> after) throws IOException {
        boolean isInDoubt = trial.attempted().isPresent();
        if (trial.job().isPresent() || (isInDoubt && find(trial))) {
            return;
        }
        JobOptions options = JobOptions.of(request, settings.job());
        List<String> avoided = JobOptions.avoided(request);
        Optional<Refusal.Told> refused = link.submit(trial, options.words(trial, after, avoided), isInDoubt);
        if (!avoided.isEmpty()
                && refused.filter(told -> told.meaning() == Refusal.NEVER).isPresent()) {
            refused = link.submit(trial, options.words(trial, after, List.of()), false);
        } else {
            trial.setAvoiding(refused.isEmpty() && !avoided.isEmpty(), options.excluded());
        }
        view.forget();
        if (refused.isPresent()) {
            throw failure(trial, refused.get());
        }
    }

    /**
     * Looks for the job of an attempt whose outcome is not known; whether there is one.
     *
     * @throws AmdahlException TRANSIENT if that cannot be told now
     */
    boolean find(SlurmTrial trial) throws IOException {
        Optional<SlurmJob> job = view.find(trial.key());
        if (job.isPresent()) {
            trial.found(job.get().id());
            return true;
        }
        Instant now = settings.commands().clock().instant();
        Instant attempted = trial.attempted().orElse(Instant.MIN);
        if (!attempted.isAfter(now) && attempted.isAfter(now.minus(ARRIVAL))) {
            throw new AmdahlException(
                    ErrorCategory.TRANSIENT,
                    "slurm, trial " + trial.key() + ": it is not known yet whether it was submitted; ask again in "
                            + ARRIVAL.toSeconds() + " s");
        }
        return false;
    }

    private AmdahlException failure(SlurmTrial trial, Refusal.Told refused) {
        return switch (refused.meaning()) {
            case NEVER ->
                new InvalidInputException(
                        "slurm, trial " + trial.key(),
                        link.submitter() + " refused it: " + refused.problem(),
                        "correct the job or the settings");
            case NOT_NOW -> SlurmCommands.unavailable(link.submitter(), refused.problem(), null);
            case NO_ANSWER ->
                SlurmCommands.unavailable(
                        link.submitter(),
                        refused.problem() + " (it is not known whether it has the trial " + trial.key() + ")",
                        null);
        };
    }
}
