package dev.amdahl.core.schedulers.kubernetes;

import dev.amdahl.core.trial.TrialFolder;
import dev.amdahl.spi.experiment.ArmRequest;
import dev.amdahl.spi.experiment.TrialRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;

/** The folders of trials on this machine: what was brought from the cluster, or lies on the volume. Thread-safe. */
final class Results {
    private static final String UNUSABLE = "unusable";
    /** A log that was cut off on its way may come whole the next time; twice is once too often. */
    private static final int STRIKES = 2;

    private final Path trials;
    private final AtomicLong drafts = new AtomicLong();

    Results(Path root) {
        this.trials = root.resolve("trials");
    }

    TrialFolder folder(String key) {
        return new TrialFolder(trials.resolve(key));
    }

    /** Returns whether the result lies here, assembled. */
    boolean isCollected(String key) {
        return Files.exists(trials.resolve(key).resolve("trial.json"));
    }

    /** Makes the folder unless it is there. */
    TrialFolder create(TrialRequest request, Instant submitted) throws IOException {
        TrialFolder folder = folder(request.key());
        if (!folder.exists()) {
            String draft = "." + request.key() + "." + ProcessHandle.current().pid() + "." + drafts.incrementAndGet();
            folder.create(request, submitted, draft);
        }
        return folder;
    }

    /**
     * Writes what a log brought; the record is the last file to be there.
     *
     * @throws IOException if it is no result of the request, or cannot be written
     */
    void unpack(TrialFolder folder, String log, String key, TrialRequest request) throws IOException {
        Set<String> arms = request.arms().stream().map(ArmRequest::name).collect(Collectors.toSet());
        ResultArchive archive = ResultArchive.read(ResultLine.read(log, key), arms);
        archive.unpack(folder.path());
        StringBuilder record = new StringBuilder(archive.record());
        for (Map.Entry<String, Set<String>> arm : archive.omitted().entrySet()) {
            append(record, arm.getKey() + ".omitted", String.join(", ", arm.getValue()));
        }
        TrialFolder.write(folder.record(), record.toString());
    }

    /** Adds what the node could not know: its own name, and since when the trial had waited, by the node's clock. */
    static void complete(TrialFolder folder, String host, OptionalDouble queueSeconds) throws IOException {
        String text = Files.readString(folder.record());
        StringBuilder record = new StringBuilder(text);
        if (!host.isEmpty()) {
            append(record, "host", host);
        }
        Optional<String> launched = text.lines()
                .filter(line -> line.matches("launched=\\d{1,19}"))
                .findFirst()
                .map(line -> line.substring("launched=".length()));
        if (queueSeconds.isPresent() && launched.isPresent()) {
            long waited = Math.round(queueSeconds.getAsDouble() * 1e9);
            append(record, "submitted", Long.toString(Long.parseLong(launched.get()) - waited));
        }
        TrialFolder.write(folder.record(), record.toString());
    }

    private static void append(StringBuilder record, String name, String value) {
        if (record.length() > 0 && record.charAt(record.length() - 1) != '\n') {
            record.append('\n');
        }
        record.append(name).append('=').append(OneLine.of(value)).append('\n');
    }

    /** Notes that a result could not be used. */
    void strike(String key, String reason) throws IOException {
        Path file = trials.resolve(key).resolve(UNUSABLE);
        Files.createDirectories(file.resolveSibling("."));
        Files.writeString(file, OneLine.of(reason) + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    /** Returns why a result will never be usable. */
    Optional<String> unusable(String key) throws IOException {
        Path file = trials.resolve(key).resolve(UNUSABLE);
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        List<String> reasons = Files.readAllLines(file);
        return reasons.size() < STRIKES ? Optional.empty() : Optional.of(reasons.get(reasons.size() - 1));
    }
}
