package dev.amdahl.core.schedulers.local;

import dev.amdahl.core.trial.Directories;
import dev.amdahl.core.trial.TrialFolder;
import dev.amdahl.spi.experiment.TrialRequest;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The trials under one folder, in the order of their submission. Thread-safe. */
final class TrialQueue {
    /** The key, the process and the number of the draft of a trial, as {@link #add} names it. */
    private static final Pattern DRAFT = Pattern.compile("\\.[a-z0-9-]+\\.(\\d{1,18})\\.\\d+");

    private final Path trials;
    /** Only a cache: those seen to have ended need no second look. */
    private final Set<Path> ended = ConcurrentHashMap.newKeySet();

    private final AtomicLong drafts = new AtomicLong();

    TrialQueue(Path trials) {
        this.trials = trials.toAbsolutePath().normalize();
    }

    /** A trial and when it was submitted. */
    private record Entry(TrialFolder trial, Instant submitted) {}

    TrialFolder trial(String key) {
        return new TrialFolder(trials.resolve(key));
    }

    boolean contains(String key) {
        return key.matches("[a-z0-9][a-z0-9-]{0,39}") && trial(key).exists();
    }

    /** Returns whether the folder of a trial that was here is surely no more: the folder it was in can be read, or what that was in. */
    boolean isGone(String key) {
        Path there = Files.notExists(trials) ? trials.resolveSibling(".") : trials;
        return Files.isReadable(there) && Files.notExists(trials.resolve(key));
    }

    /** Returns whether this call made it; false if it was there. */
    boolean add(TrialRequest request, Instant submitted) throws IOException {
        String draft = "." + request.key() + "." + ProcessHandle.current().pid() + "." + drafts.incrementAndGet();
        return trial(request.key()).create(request, submitted, draft);
    }

    /** Removes the drafts of processes that died before they could rename them. */
    void sweep() throws IOException {
        if (!Files.isDirectory(trials)) {
            return;
        }
        try (DirectoryStream<Path> drafts = Files.newDirectoryStream(trials, ".*")) {
            for (Path draft : drafts) {
                Matcher name = DRAFT.matcher(String.valueOf(draft.getFileName()));
                if (name.matches()
                        && ProcessHandle.of(Long.parseLong(name.group(1))).isEmpty()) {
                    new TrialFolder(draft).discard();
                }
            }
        }
    }

    /** Notes that a trial has ended; returns whether nobody had noted it. */
    boolean markEnded(TrialFolder trial) {
        return ended.add(trial.path());
    }

    /** Returns those that no script has claimed yet. */
    List<TrialFolder> waiting() throws IOException {
        List<Entry> entries = new ArrayList<>();
        for (TrialFolder trial : open()) {
            if (Files.exists(trial.record()) || Files.exists(trial.cancelled())) {
                continue;
            }
            if (!Files.exists(trial.pid())) {
                entries.add(new Entry(trial, trial.submitted()));
            }
        }
        return entries.stream()
                .sorted(Comparator.comparing(Entry::submitted)
                        .thenComparing(entry -> entry.trial().path()))
                .map(Entry::trial)
                .toList();
    }

    /** Returns whether a trial that has not ended, here or elsewhere, uses one of these directories. */
    boolean shares(List<String> directories, Slots slots) throws IOException {
        if (slots.areHeld(directories)) {
            return true;
        }
        for (TrialFolder trial : open()) {
            boolean hasEnded = Files.exists(trial.record()) || Files.exists(trial.cancelled());
            if (!hasEnded && Directories.names(trial.readRequest()).stream().anyMatch(directories::contains)) {
                return true;
            }
        }
        return false;
    }

    /** Returns those that were not seen to have ended. */
    List<TrialFolder> open() throws IOException {
        if (!Files.isDirectory(trials)) {
            return List.of();
        }
        try (Stream<Path> paths = Files.list(trials)) {
            List<Path> there = paths.toList();
            ended.retainAll(Set.copyOf(there));
            return there.stream()
                    .filter(path -> !path.getFileName().toString().startsWith("."))
                    .filter(path -> !ended.contains(path))
                    .map(TrialFolder::new)
                    .filter(TrialFolder::exists)
                    .toList();
        }
    }
}
