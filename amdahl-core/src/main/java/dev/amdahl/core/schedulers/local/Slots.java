package dev.amdahl.core.schedulers.local;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.amdahl.core.trial.TrialFolder;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.IntStream;

/**
 * Who measures on this machine: one file for each trial that may run at once, and one for each directory and accelerator in use, held by
 * a process and free when it is dead or its trial has ended. Shared by all schedulers of a user, in any process. Thread-safe.
 */
final class Slots {
    /** A file lock belongs to the whole process, so its threads need one of their own. */
    private static final ReentrantLock IN_THIS_PROCESS = new ReentrantLock();

    private final Path directory;
    private final int count;

    Slots(Path directory, int count) {
        this.directory = directory;
        this.count = count;
    }

    /** A task that may fail to read or write. */
    @FunctionalInterface
    interface Task<T> {
        T run() throws IOException;
    }

    /** Runs a task that no other scheduler of this user runs at the same time. */
    <T> T exclusively(Task<T> task) throws IOException {
        IN_THIS_PROCESS.lock();
        try (FileChannel channel = FileChannel.open(
                        directory.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                FileLock lock = channel.lock()) {
            if (!lock.isValid()) {
                throw new IOException("the lock of " + directory + " was lost");
            }
            return task.run();
        } finally {
            IN_THIS_PROCESS.unlock();
        }
    }

    /** Returns the files that a trial will hold, if all of them are free: a slot, and one for each directory. */
    Optional<List<Path>> free(List<String> directories) {
        if (areHeld(directories)) {
            return Optional.empty();
        }
        List<Path> files = new ArrayList<>();
        directories.forEach(name -> files.add(inUse(name)));
        for (int i = 0; i < count; i++) {
            Path slot = directory.resolve("slot-" + i);
            if (!isHeld(slot)) {
                files.add(slot);
                return Optional.of(files);
            }
        }
        return Optional.empty();
    }

    /** Returns whether a trial uses one of these directories. */
    boolean areHeld(List<String> directories) {
        for (String name : directories) {
            if (isHeld(inUse(name))) {
                return true;
            }
        }
        return false;
    }

    /** Returns whether a trial uses this accelerator. */
    boolean isUsed(String device) {
        return isHeld(token(device));
    }

    /** Returns the file of an accelerator. */
    Path token(String device) {
        return directory.resolve("device-" + device.replace('/', '_'));
    }

    /** Returns the folder of what trials set of the limits of power of accelerators, and have not set back yet. */
    Path power() {
        return directory.resolve("power");
    }

    private Path inUse(String name) {
        return directory.resolve("directory-" + name);
    }

    /** Returns whether all slots are taken. */
    boolean isFull() {
        return free(List.of()).isEmpty();
    }

    /** Returns whether a trial is being started or runs. */
    boolean isHeldBy(Path trial) {
        return holders().contains(trial);
    }

    /** Returns the trials that are being started or run. */
    List<Path> holders() {
        return IntStream.range(0, count)
                .mapToObj(i -> Holder.of(directory.resolve("slot-" + i)))
                .flatMap(Optional::stream)
                .filter(Holder::isAlive)
                .flatMap(holder -> holder.trial().stream())
                .toList();
    }

    /** Returns who keeps a trial waiting, in one line that is the same for all their trials; empty while a slot is free. */
    Optional<String> occupant() {
        return isFull() ? holders().stream().findFirst().flatMap(Slots::described) : Optional.empty();
    }

    private static Optional<String> described(Path trial) {
        Path claim = new TrialFolder(trial).pid();
        try {
            ProcessIdentity script =
                    ProcessIdentity.parse(Files.readString(claim, UTF_8)).orElseThrow();
            Path file = trial.resolve(Launcher.OWNER);
            Optional<ProcessIdentity> owner =
                    Files.exists(file) ? ProcessIdentity.parse(Files.readString(file, UTF_8)) : Optional.empty();
            if (owner.isEmpty()) {
                return Optional.of("waits for the trials in " + trial.getParent());
            }
            String of = " of process " + owner.get().pid() + ", which is ";
            return Optional.of(
                    owner.get().isAlive()
                            ? "waits for the trials" + of + "alive"
                            : "waits for the trial " + trial + of + "gone, that runs since "
                                    + Files.getLastModifiedTime(claim)
                                            .toInstant()
                                            .truncatedTo(ChronoUnit.SECONDS)
                                    + "; to end that: kill -- -" + script.pid());
        } catch (IOException | NoSuchElementException e) {
            return Optional.empty();
        }
    }

    void hold(List<Path> files, ProcessIdentity holder, Path trial) throws IOException {
        for (Path file : files) {
            TrialFolder.write(file, holder + " " + trial + "\n");
        }
    }

    private static boolean isHeld(Path file) {
        return Holder.of(file).filter(Holder::isAlive).isPresent();
    }

    /** What the last line of a slot's file says; no trial where this process's locale has no path for its folder. */
    private record Holder(ProcessIdentity process, Optional<Path> trial) {
        static Optional<Holder> of(Path file) {
            try {
                String text = Files.readString(file, UTF_8).strip();
                String line = text.substring(text.lastIndexOf('\n') + 1);
                return ProcessIdentity.parse(line)
                        .map(process -> new Holder(
                                process,
                                path(line.substring(process.toString().length()).strip())));
            } catch (IOException e) {
                return Optional.empty();
            }
        }

        private static Optional<Path> path(String name) {
            try {
                return Optional.of(Path.of(name));
            } catch (InvalidPathException e) {
                return Optional.empty();
            }
        }

        boolean isAlive() {
            return process.isAlive()
                    && trial.map(folder -> !Files.exists(new TrialFolder(folder).record()))
                            .orElse(true);
        }
    }
}
