package dev.amdahl.core.schedulers.slurm;

import dev.amdahl.core.internal.schedulers.slurmcommands.AccountingReader;
import dev.amdahl.core.internal.schedulers.slurmcommands.AccountingTime;
import dev.amdahl.core.internal.schedulers.slurmcommands.CommandAnswer;
import dev.amdahl.core.internal.schedulers.slurmcommands.QueueReader;
import dev.amdahl.core.internal.schedulers.slurmcommands.SlurmCommands;
import dev.amdahl.core.internal.schedulers.slurmcommands.SlurmJob;
import dev.amdahl.spi.AmdahlException;
import dev.amdahl.spi.ErrorCategory;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A cluster by its commands. {@code sbatch} runs under a lock of the trial's folder that outlives this process. Thread-safe. */
final class CommandLink implements SlurmLink {
    private static final String SCRIPT = script();
    private static final int LOCKED = 75;
    private static final int IN_DOUBT = 76;

    private final SlurmCommands commands;

    CommandLink(SlurmCommands commands) {
        this.commands = commands;
    }

    @Override
    public String submitter() {
        return "sbatch";
    }

    @Override
    public List<SlurmJob> queue() {
        try (CommandAnswer answer = commands.askSure("squeue", QueueReader.arguments())) {
            return QueueReader.read(answer.text());
        } catch (IOException e) {
            throw SlurmCommands.unavailable("squeue", e.toString(), e);
        }
    }

    @Override
    public Optional<List<SlurmJob>> accounting(Collection<String> names, Instant since) {
        List<String> arguments = new ArrayList<>(AccountingReader.arguments());
        arguments.add("--name=" + String.join(",", names));
        arguments.add("--starttime=" + AccountingTime.of(since));
        try (CommandAnswer answer = commands.ask("sacct", arguments)) {
            if (!answer.isSuccess()) {
                if (answer.problem().contains("accounting storage is disabled")) {
                    return Optional.empty();
                }
                throw SlurmCommands.unavailable("sacct", answer.problem(), null);
            }
            BufferedReader lines = new BufferedReader(new InputStreamReader(answer.output(), StandardCharsets.UTF_8));
            return Optional.of(lines.lines()
                    .flatMap(line -> AccountingReader.job(line).stream())
                    .toList());
        } catch (IOException e) {
            throw SlurmCommands.unavailable("sacct", e.toString(), e);
        }
    }

    @Override
    public Optional<Refusal.Told> submit(SlurmTrial trial, List<String> words, boolean isAgain) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                "flock",
                "--wait",
                "2",
                "--conflict-exit-code",
                Integer.toString(LOCKED),
                trial.lock().toString(),
                "sh",
                "-c",
                SCRIPT,
                "sh",
                trial.path().toString(),
                isAgain ? "again" : ""));
        command.addAll(commands.command("sbatch", words));
        try (CommandAnswer answer = commands.run("sbatch", command, Map.of())) {
            if (answer.isSuccess() && trial.job().isPresent()) {
                return Optional.empty();
            }
            if (answer.code() == LOCKED || answer.code() == IN_DOUBT) {
                return Optional.of(Refusal.Told.ELSEWHERE);
            }
            Refusal.Told told = Refusal.Told.of(answer.problem());
            if (told.meaning() != Refusal.NO_ANSWER) {
                trial.withdrawAttempt();
            }
            return Optional.of(
                    answer.isSuccess()
                            ? new Refusal.Told(Refusal.NO_ANSWER, "timed out, sbatch told no job number")
                            : told);
        }
    }

    @Override
    public void cancel(String name, List<SlurmJob> jobs) throws IOException {
        commands.askSure("scancel", List.of("--me", "--name=" + name)).close();
    }

    @Override
    public String exclude(SlurmJob job, String hosts) {
        List<String> update = List.of("update", "JobId=" + job.id(), "ExcNodeList=" + hosts);
        try (CommandAnswer answer = commands.ask("scontrol", update)) {
            return answer.isSuccess() ? "" : answer.problem();
        } catch (IOException e) {
            return e.toString();
        }
    }

    private static String script() {
        try (InputStream stream = CommandLink.class.getResourceAsStream("submit.sh")) {
            if (stream == null) {
                throw new AmdahlException(ErrorCategory.INTERNAL, "submit.sh is missing from the jar; rebuild it");
            }
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new AmdahlException(ErrorCategory.INTERNAL, "submit.sh cannot be read from the jar; rebuild it", e);
        }
    }
}
