package dev.amdahl.core.schedulers.local;

import dev.amdahl.core.schedulers.trial.Directories;
import dev.amdahl.core.schedulers.trial.TrialFolder;
import dev.amdahl.spi.UnavailableException;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Starts the scripts of queued trials while slots are free. Thread-safe. */
final class Launcher {
    /** A script that ends three times without a claim cannot run here. */
    private static final int MOST_ATTEMPTS = 3;

    private final Slots slots;
    private final Map<Path, Attempts> attempts = new ConcurrentHashMap<>();

    Launcher(Slots slots) {
        this.slots = slots;
    }

    /** The last start of a script by this process. */
    private record Attempts(int count, Process last) {}

    /** Starts what it can, first come first served; a trial whose directory is in use lets others pass. */
    void launch(List<TrialFolder> queue) throws IOException {
        slots.exclusively(() -> {
            for (TrialFolder trial : queue) {
                if (slots.isFull()) {
                    break;
                }
                if (isWaiting(trial) && !slots.isHeldBy(trial.path())) {
                    Optional<List<Path>> files = slots.free(Directories.names(trial.readRequest()));
                    if (files.isPresent()) {
                        start(trial, files.get());
                    }
                }
            }
            return queue;
        });
    }

    private boolean isWaiting(TrialFolder trial) {
        Attempts made = attempts.get(trial.path());
        return !Files.exists(trial.pid())
                && !Files.exists(trial.record())
                && !Files.exists(trial.cancelled())
                && (made == null || (made.count < MOST_ATTEMPTS && !made.last.isAlive()));
    }

    private void start(TrialFolder trial, List<Path> files) throws IOException {
        slots.hold(files, ProcessIdentity.of(ProcessHandle.current().pid()).orElseThrow(), trial.path());
        Attempts made = attempts.get(trial.path());
        Process process = run(trial, command(trial, files));
        attempts.put(trial.path(), new Attempts(made == null ? 1 : made.count + 1, process));
        slots.hold(
                files, ProcessIdentity.of(process.pid()).orElse(new ProcessIdentity(process.pid(), 0)), trial.path());
    }

    private static Process run(TrialFolder trial, List<String> command) {
        ProcessBuilder.Redirect log =
                ProcessBuilder.Redirect.appendTo(trial.log().toFile());
        try {
            return new ProcessBuilder(command)
                    .directory(trial.path().toFile())
                    .redirectInput(new File("/dev/null"))
                    .redirectOutput(log)
                    .redirectError(log)
                    .start();
        } catch (IOException e) {
            throw new UnavailableException(
                    "setsid", "trial " + trial.path() + " could not be started", "look at the cause", e);
        }
    }

    private static List<String> command(TrialFolder trial, List<Path> files) {
        List<String> command =
                new ArrayList<>(List.of("setsid", "sh", trial.script().toString()));
        files.forEach(file -> command.add(file.toString()));
        return command;
    }

    /** Whether every attempt of this process to start it has failed. */
    boolean hasGivenUp(TrialFolder trial) {
        Attempts made = attempts.get(trial.path());
        return made != null && made.count >= MOST_ATTEMPTS && !made.last.isAlive();
    }

    /** The process of its script, if this process started it. */
    Optional<Process> process(TrialFolder trial) {
        return Optional.ofNullable(attempts.get(trial.path())).map(Attempts::last);
    }
}
