package dev.amdahl.core.schedulers.slurm;

import dev.amdahl.core.trial.Directories;
import dev.amdahl.core.trial.TrialFolder;
import dev.amdahl.spi.experiment.TrialRequest;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** The trials under one folder, which nodes see too. Thread-safe. */
final class TrialRoot {
    private final Path trials;
    private final Path cancels;
    private final AtomicLong drafts = new AtomicLong();
    /** Only a cache: those seen to have ended need no second look. */
    private final Set<Path> ended = ConcurrentHashMap.newKeySet();

    TrialRoot(Path root) {
        trials = root.resolve("trials").toAbsolutePath().normalize();
        cancels = root.resolve("cancels").toAbsolutePath().normalize();
    }

    SlurmTrial trial(String key) {
        return new SlurmTrial(new TrialFolder(trials.resolve(key)));
    }

    /** Returns the trial of a key; empty if none was submitted under it. */
    Optional<SlurmTrial> find(String key) {
        return key.matches("[a-z0-9][a-z0-9-]{0,39}")
                ? Optional.of(trial(key)).filter(SlurmTrial::exists)
                : Optional.empty();
    }

    /** Makes the folder of a trial, whole or not at all; removes what others left half made of it. */
    void add(TrialRequest request, Instant submitted) throws IOException {
        String mine = "." + request.key() + "." + ProcessHandle.current().pid() + "." + submitted.toEpochMilli() + "."
                + drafts.incrementAndGet();
        trial(request.key()).folder().create(request, submitted, mine);
        try (DirectoryStream<Path> others = Files.newDirectoryStream(trials, "." + request.key() + ".*")) {
            for (Path draft : others) {
                new TrialFolder(draft).discard();
            }
        }
    }

    /** Trials that have not ended and use one of these directories. */
    List<SlurmTrial> sharing(TrialRequest request) throws IOException {
        List<String> names = Directories.names(request);
        List<SlurmTrial> sharing = new ArrayList<>();
        if (names.isEmpty() || !Files.isDirectory(trials)) {
            return sharing;
        }
        try (DirectoryStream<Path> folders = Files.newDirectoryStream(trials, "[!.]*")) {
            for (Path path : folders) {
                SlurmTrial trial = trial(String.valueOf(path.getFileName()));
                if (ended.contains(path) || !trial.exists() || trial.key().equals(request.key())) {
                    continue;
                }
                if (trial.settled().isPresent()) {
                    ended.add(path);
                } else if (Directories.names(trial.request()).stream().anyMatch(names::contains)) {
                    sharing.add(trial);
                }
            }
        }
        return sharing;
    }

    /** Notes that a job must be cancelled until Slurm shows that it is. */
    void wantCancelled(String key) throws IOException {
        Files.createDirectories(cancels);
        TrialFolder.write(cancels.resolve(key), "");
    }

    void isCancelled(String key) throws IOException {
        Files.deleteIfExists(cancels.resolve(key));
    }

    /** Returns those noted. */
    List<String> cancels() throws IOException {
        List<String> keys = new ArrayList<>();
        if (Files.isDirectory(cancels)) {
            try (DirectoryStream<Path> files = Files.newDirectoryStream(cancels, "[!.]*")) {
                files.forEach(file -> keys.add(String.valueOf(file.getFileName())));
            }
        }
        return keys;
    }
}
