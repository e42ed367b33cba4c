package dev.amdahl.core.schedulers.slurm;

import dev.amdahl.core.internal.schedulers.slurmcommands.EpochTime;
import dev.amdahl.core.trial.Directories;
import dev.amdahl.core.trial.TrialFolder;
import dev.amdahl.spi.experiment.RunStatus;
import dev.amdahl.spi.experiment.TrialRequest;
import dev.amdahl.spi.experiment.TrialResult;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The folder of a trial and what stands in it about its job: {@code attempt} (when it was handed over), {@code job} (Slurm's number),
 * {@code cancelled}, {@code failed} (why it has no result), {@code missing} (since when a result is awaited), {@code avoiding} (it was
 * asked to stay off some hosts). Thread-safe; nothing is held in memory.
 */
final class SlurmTrial {
    private static final Pattern JOB = Pattern.compile("(\\d{1,10})(;.*)?");

    private static final int MAX_LINE = 300;

    private final TrialFolder folder;

    SlurmTrial(TrialFolder folder) {
        this.folder = folder;
    }

    String key() {
        return String.valueOf(path().getFileName());
    }

    Path path() {
        return folder.path();
    }

    Path script() {
        return folder.script();
    }

    /** Returns what whoever hands it over locks. */
    Path lock() {
        return path().resolve("submit.lock");
    }

    boolean exists() {
        return folder.exists();
    }

    TrialFolder folder() {
        return folder;
    }

    TrialRequest request() throws IOException {
        return folder.readRequest();
    }

    TrialResult collect() throws IOException {
        return folder.collect();
    }

    /** Returns how it ended, where its folder says so; empty while only Slurm can tell. */
    Optional<RunStatus> settled() throws IOException {
        if (Files.exists(folder.cancelled())) {
            return Optional.of(RunStatus.CANCELLED);
        }
        if (failure().isPresent()) {
            return Optional.of(RunStatus.INFRA_FAILED);
        }
        return Files.exists(folder.record())
                ? Optional.of(folder.failure().isEmpty() ? RunStatus.DONE : RunStatus.INFRA_FAILED)
                : Optional.empty();
    }

    boolean hasRecord() {
        return Files.exists(folder.record());
    }

    boolean isClaimed() {
        return Files.exists(folder.pid());
    }

    /** Slurm's number for its job; empty if it is not known whether there is one. */
    Optional<String> job() throws IOException {
        Optional<String> line = read("job").flatMap(text -> text.lines().reduce((first, last) -> last));
        Matcher job = JOB.matcher(line.map(String::strip).orElse(""));
        return job.matches() ? Optional.of(job.group(1)) : Optional.empty();
    }

    void found(String job) throws IOException {
        TrialFolder.write(path().resolve("job"), job + "\n");
    }

    /** Returns when it was last handed over. */
    Optional<Instant> attempted() throws IOException {
        return read("attempt").flatMap(EpochTime::parse);
    }

    /** Notes that it is handed over now, before it is. */
    void attempt(Instant now) throws IOException {
        TrialFolder.write(path().resolve("attempt"), now.getEpochSecond() + "\n");
    }

    /** Forgets an attempt that Slurm has answered and not taken. */
    void withdrawAttempt() throws IOException {
        Files.deleteIfExists(path().resolve("attempt"));
    }

    /** Returns why it has no result, once that is settled. */
    Optional<String> failure() throws IOException {
        return read("failed").map(String::strip);
    }

    /** Takes the place of its script, which can then never start; whether that was in time. */
    boolean claim() throws IOException {
        try {
            Files.writeString(folder.pid(), "0 0\n", StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
            return true;
        } catch (FileAlreadyExistsException e) {
            return false;
        }
    }

    /** Settles that it has no result, for good, and tidies what it left in a directory that is not its own. */
    void fail(String reason) throws IOException {
        tidy();
        TrialFolder.write(path().resolve("failed"), reason + "\n");
    }

    /** Marks it so that its script ends at once if it should still start. */
    void cancel() throws IOException {
        TrialFolder.write(folder.cancelled(), "");
    }

    /** Moves what it wrote in a shared directory into its folder; only once its job has ended. */
    void tidy() throws IOException {
        Directories.moveLeftovers(request(), folder);
        folder.sweep();
    }

    /** Since when its result is awaited although nothing runs; from now on if nobody has noted it. */
    Instant missingSince(Instant now) throws IOException {
        Optional<Instant> since = read("missing").flatMap(EpochTime::parse);
        if (since.isEmpty()) {
            TrialFolder.write(path().resolve("missing"), now.getEpochSecond() + "\n");
        }
        return since.orElse(now);
    }

    void isNotMissing() throws IOException {
        Files.deleteIfExists(path().resolve("missing"));
    }

    /** The end of what its script itself printed. */
    Optional<String> lastWords() throws IOException {
        if (!Files.exists(folder.log())) {
            return Optional.empty();
        }
        return Files.readString(folder.log(), StandardCharsets.ISO_8859_1)
                .lines()
                .filter(line -> !line.isBlank())
                .reduce((first, last) -> last)
                .map(line -> line.substring(0, Math.min(line.length(), MAX_LINE)));
    }

    /** Returns, while its job is kept off some hosts by a wish, those that it is kept off for good; empty text for none. */
    Optional<String> avoiding() throws IOException {
        return read("avoiding");
    }

    /** @param excluded the hosts that stay excluded once the others are no longer avoided */
    void setAvoiding(boolean isAvoiding, String excluded) throws IOException {
        if (isAvoiding) {
            TrialFolder.write(path().resolve("avoiding"), excluded);
        } else {
            Files.deleteIfExists(path().resolve("avoiding"));
        }
    }

    private Optional<String> read(String name) throws IOException {
        try {
            return Optional.of(Files.readString(path().resolve(name)));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
    }
}
