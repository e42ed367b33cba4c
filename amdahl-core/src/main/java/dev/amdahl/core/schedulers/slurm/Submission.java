package dev.amdahl.core.schedulers.slurm;

import dev.amdahl.core.internal.schedulers.slurmcommands.CommandAnswer;
import dev.amdahl.core.internal.schedulers.slurmcommands.SlurmCommands;
import dev.amdahl.core.internal.schedulers.slurmcommands.SlurmJob;
import dev.amdahl.spi.AmdahlException;
import dev.amdahl.spi.ErrorCategory;
import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.experiment.TrialRequest;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Hands trials to Slurm, each once. The call runs under a lock of the trial's folder that outlives this process and leaves
 * {@code attempt} before it and {@code job} after it, so that only an attempt without a job is in doubt; then Slurm is asked.
 * Thread-safe.
 */
final class Submission {
    private static final String SCRIPT = script();
    private static final int LOCKED = 75;
    private static final int IN_DOUBT = 76;

    /** How long a request that was sent may take to show in the queue. */
    private static final Duration ARRIVAL = Duration.ofSeconds(5);

    private final SlurmSettings settings;
    private final SlurmCommands commands;
    private final SlurmView view;

    Submission(SlurmSettings settings, SlurmCommands commands, SlurmView view) {
        this.settings = settings;
        this.commands = commands;
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
        String problem = attempt(trial, options.words(trial, after, avoided), isInDoubt);
        if (!problem.isEmpty() && !avoided.isEmpty() && Refusal.of(problem) == Refusal.NEVER) {
            problem = attempt(trial, options.words(trial, after, List.of()), false);
        } else {
            trial.setAvoiding(problem.isEmpty() && !avoided.isEmpty(), options.excluded());
        }
        view.forget();
        if (!problem.isEmpty()) {
            throw failure(trial, problem);
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
            trial.found(job.get());
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

    /** Returns the problem, empty if there was none; an attempt that Slurm has refused is withdrawn. */
    private String attempt(SlurmTrial trial, List<String> options, boolean isAgain) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                "flock",
                "--wait",
                "2",
                "--conflict-exit-code",
                Integer.toString(LOCKED),
                trial.path().resolve("submit.lock").toString(),
                "sh",
                "-c",
                SCRIPT,
                "sh",
                trial.path().toString(),
                isAgain ? "again" : ""));
        command.addAll(commands.command("sbatch", options));
        try (CommandAnswer answer = commands.run("sbatch", command, Map.of())) {
            if (answer.isSuccess() && trial.job().isPresent()) {
                return "";
            }
            if (answer.code() == LOCKED || answer.code() == IN_DOUBT) {
                return "timed out, another process is submitting it";
            }
            if (Refusal.of(answer.problem()) != Refusal.NO_ANSWER) {
                trial.withdrawAttempt();
            }
            return answer.isSuccess() ? "timed out, sbatch told no job number" : answer.problem();
        }
    }

    private static AmdahlException failure(SlurmTrial trial, String problem) {
        return switch (Refusal.of(problem)) {
            case NEVER ->
                new InvalidInputException(
                        "slurm, trial " + trial.key(),
                        "sbatch refused it: " + problem,
                        "correct the job or the settings");
            case NOT_NOW -> SlurmCommands.unavailable("sbatch", problem, null);
            case NO_ANSWER ->
                SlurmCommands.unavailable(
                        "sbatch", problem + " (it is not known whether it has the trial " + trial.key() + ")", null);
        };
    }

    private static String script() {
        try (InputStream stream = Submission.class.getResourceAsStream("submit.sh")) {
            if (stream == null) {
                throw new AmdahlException(ErrorCategory.INTERNAL, "submit.sh is missing from the jar; rebuild it");
            }
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new AmdahlException(ErrorCategory.INTERNAL, "submit.sh cannot be read from the jar; rebuild it", e);
        }
    }
}
