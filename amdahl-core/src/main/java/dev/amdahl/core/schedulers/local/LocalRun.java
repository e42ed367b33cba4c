package dev.amdahl.core.schedulers.local;

import dev.amdahl.core.trial.Directories;
import dev.amdahl.core.trial.TrialFolder;
import dev.amdahl.spi.experiment.ArmRequest;
import dev.amdahl.spi.experiment.RunStatus;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** What the folder of a trial and the machine's processes tell about its run. Thread-safe. */
final class LocalRun {
    private static final int MAX_REASON = 300;

    private final TrialFolder trial;
    private final Launcher launcher;

    LocalRun(TrialFolder trial, Launcher launcher) {
        this.trial = trial;
        this.launcher = launcher;
    }

    RunStatus status() throws IOException {
        if (Files.exists(trial.cancelled())) {
            return RunStatus.CANCELLED;
        }
        Optional<ProcessIdentity> script = script();
        boolean isAlive = script.isPresent() && script.get().isAlive();
        if (Files.exists(trial.record())) {
            return trial.failure().isEmpty() ? RunStatus.DONE : RunStatus.INFRA_FAILED;
        }
        if (script.isEmpty()) {
            return launcher.hasGivenUp(trial) ? RunStatus.INFRA_FAILED : RunStatus.QUEUED;
        }
        return isAlive ? RunStatus.RUNNING : RunStatus.INFRA_FAILED;
    }

    /** Returns the script that claimed it. */
    private Optional<ProcessIdentity> script() throws IOException {
        try {
            return ProcessIdentity.parse(Files.readString(trial.pid()));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
    }

    /** Returns the command of the arm that runs now. */
    OptionalLong command() throws IOException {
        Optional<ProcessIdentity> script = script().filter(ProcessIdentity::isAlive);
        if (script.isEmpty()) {
            return OptionalLong.empty();
        }
        Session session = new Session(script.get().pid(), trial.path());
        for (ArmRequest arm : trial.readRequest().arms()) {
            Path file = trial.path().resolve(arm.name()).resolve("command.pid");
            if (Files.exists(file)) {
                String text = Files.readString(file).strip();
                if (text.matches("\\d{1,18}") && session.contains(Long.parseLong(text))) {
                    return OptionalLong.of(Long.parseLong(text));
                }
            }
        }
        return OptionalLong.empty();
    }

    /** Kills whatever still runs of it and moves what it wrote in a shared directory into its folder. */
    void clear() throws IOException {
        Optional<ProcessIdentity> script = script();
        long leader = script.isPresent()
                ? script.filter(claimed -> !claimed.isReplaced())
                        .map(ProcessIdentity::pid)
                        .orElse(Session.GONE)
                : launcher.process(trial)
                        .filter(Process::isAlive)
                        .map(Process::pid)
                        .orElse(Session.GONE);
        new Session(leader, trial.path()).kill();
        Directories.moveLeftovers(trial.readRequest(), trial);
        trial.sweep();
    }

    /** Returns why it has no result. */
    String failure() throws IOException {
        if (Files.exists(trial.record())) {
            return trial.failure().orElse("it has a result");
        }
        String reason = script().isEmpty() ? "its script could not be started" : "its script ended without a result";
        return reason + lastLine().map(line -> ": " + line).orElse("");
    }

    private Optional<String> lastLine() throws IOException {
        if (!Files.exists(trial.log())) {
            return Optional.empty();
        }
        List<String> lines = Files.readString(trial.log(), StandardCharsets.ISO_8859_1)
                .lines()
                .toList();
        return lines.isEmpty()
                ? Optional.empty()
                : Optional.of(lines.get(lines.size() - 1))
                        .map(line -> line.substring(0, Math.min(line.length(), MAX_REASON)));
    }
}
