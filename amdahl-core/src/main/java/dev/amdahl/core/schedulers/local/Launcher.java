package dev.amdahl.core.schedulers.local;

import dev.amdahl.core.trial.Directories;
import dev.amdahl.core.trial.TrialFolder;
import dev.amdahl.spi.UnavailableException;
import dev.amdahl.spi.experiment.TrialRequest;
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
    /** The file that names the process that a trial is for. */
    static final String OWNER = "owner";

    /** A script that ends three times without a claim cannot run here. */
    private static final int MAX_ATTEMPTS = 3;

    private final Slots slots;
    private final Map<Path, Attempts> attempts = new ConcurrentHashMap<>();

    private final Devices devices;
    private final boolean isOwned;

    /** @param isOwned whether trials end with this process */
    Launcher(Slots slots, Devices devices, boolean isOwned) {
        this.slots = slots;
        this.isOwned = isOwned;
        this.devices = devices;
    }

    /** The last start of a script by this process. */
    private record Attempts(int count, Process last) {}

    /**
     * Starts what it can, first come first served; a trial whose directory is in use lets others pass, and one that waits for accelerators
     * those that need none.
     */
    void launch(List<TrialFolder> queue) throws IOException {
        slots.exclusively(() -> {
            boolean isWaitedFor = false;
            for (TrialFolder trial : queue) {
                if (slots.isFull()) {
                    break;
                }
                if (isWaiting(trial) && !slots.isHeldBy(trial.path())) {
                    TrialRequest request = trial.readRequest();
                    Optional<List<Path>> files = slots.free(Directories.names(request));
                    Optional<List<String>> given =
                            isWaitedFor && devices.areNeeded(request) ? Optional.empty() : devices.free(request, slots);
                    isWaitedFor |= given.isEmpty();
                    if (files.isPresent() && given.isPresent()) {
                        start(trial, files.get(), given.get());
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
                && (made == null || (made.count < MAX_ATTEMPTS && !made.last.isAlive()));
    }

    private void start(TrialFolder trial, List<Path> free, List<String> given) throws IOException {
        List<Path> files = new ArrayList<>(free);
        given.forEach(device -> files.add(slots.token(device)));
        ProcessIdentity self = ProcessIdentity.of(ProcessHandle.current().pid()).orElseThrow();
        slots.hold(files, self, trial.path());
        if (isOwned) {
            TrialFolder.write(trial.path().resolve(OWNER), self + "\n");
        }
        Attempts made = attempts.get(trial.path());
        Process process = run(trial, command(trial, files), given, isOwned ? self.toString() : "", slots.power());
        attempts.put(trial.path(), new Attempts(made == null ? 1 : made.count + 1, process));
        slots.hold(
                files, ProcessIdentity.of(process.pid()).orElse(new ProcessIdentity(process.pid(), 0)), trial.path());
    }

    private static Process run(TrialFolder trial, List<String> command, List<String> given, String owner, Path power) {
        ProcessBuilder.Redirect log =
                ProcessBuilder.Redirect.appendTo(trial.log().toFile());
        try {
            ProcessBuilder script = new ProcessBuilder(command)
                    .directory(trial.path().toFile())
                    .redirectInput(new File("/dev/null"))
                    .redirectOutput(log)
                    .redirectError(log);
            script.environment().put(LeftCaps.FOLDER, power.toString());
            if (!given.isEmpty()) {
                script.environment().put("CUDA_DEVICE_ORDER", "PCI_BUS_ID");
                script.environment().put(Devices.VISIBLE, String.join(",", given));
            }
            if (!owner.isEmpty()) {
                script.environment().put("AMDAHL_OWNER", owner);
            }
            return script.start();
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

    /** Returns whether every attempt of this process to start it has failed. */
    boolean hasGivenUp(TrialFolder trial) {
        Attempts made = attempts.get(trial.path());
        return made != null && made.count >= MAX_ATTEMPTS && !made.last.isAlive();
    }

    /** A trial that has ended; one that was given up is told by nothing else. */
    void forget(TrialFolder trial) {
        if (!hasGivenUp(trial) || Files.exists(trial.pid())) {
            attempts.remove(trial.path());
        }
    }

    /** Returns the process of its script, if this process started it. */
    Optional<Process> process(TrialFolder trial) {
        return Optional.ofNullable(attempts.get(trial.path())).map(Attempts::last);
    }
}
