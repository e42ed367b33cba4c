package dev.amdahl.core.trial;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.amdahl.core.internal.crash.FailPoint;
import dev.amdahl.core.internal.crash.FailPoints;
import dev.amdahl.core.internal.io.AtomicFiles;
import dev.amdahl.core.internal.io.Removal;
import dev.amdahl.spi.AmdahlException;
import dev.amdahl.spi.ErrorCategory;
import dev.amdahl.spi.experiment.ArmRequest;
import dev.amdahl.spi.experiment.TrialRequest;
import dev.amdahl.spi.experiment.TrialResult;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * One trial on disk: {@code request.json, trial.sh, pid, a/, b/, result.properties, trial.json}. Thread-safe; nothing is held in memory.
 */
public final class TrialFolder {
    /** The exit code of an arm that was ended for its memory. */
    public static final int OUT_OF_MEMORY = 137;
    /** The exit code of an arm that was ended for its time. */
    public static final int OUT_OF_TIME = 124;

    private static final long KEPT_OF_STREAM = 64L << 10;
    private static final long MAX_BYTES = 64L << 20;

    private static final FileAttribute<Set<PosixFilePermission>> OWNER_ONLY =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));

    private final Path path;

    /** Returns the trial in that folder, which need not be there yet. */
    public TrialFolder(Path path) {
        this.path = path.toAbsolutePath().normalize();
    }

    /** Returns where it lies. */
    public Path path() {
        return path;
    }

    /** Returns whether a trial was submitted here. */
    public boolean exists() {
        return Files.exists(request());
    }

    /** Returns the script that runs it. */
    public Path script() {
        return path.resolve("trial.sh");
    }

    /** Returns whether its result was assembled. */
    public boolean isCollected() {
        return Files.exists(path.resolve("trial.json"));
    }

    /** Returns who runs it; there from the moment that the script has claimed the trial. */
    public Path pid() {
        return path.resolve("pid");
    }

    /** Returns what the script recorded; there once it has come to its end. */
    public Path record() {
        return path.resolve("result.properties");
    }

    /** There once the trial was cancelled. */
    public Path cancelled() {
        return path.resolve("cancelled");
    }

    /** Returns what the script itself printed. */
    public Path log() {
        return path.resolve("trial.log");
    }

    private Path request() {
        return path.resolve("request.json");
    }

    /**
     * Writes the request and its script into a folder beside this one and renames it, so that the trial is there whole or not at all.
     *
     * @param temporary the name of the folder beside this one, the caller's own
     * @return whether this call made it; false if it was there
     */
    public boolean create(TrialRequest request, Instant submitted, String temporary) throws IOException {
        Files.createDirectories(path.resolveSibling("."));
        TrialFolder draft = new TrialFolder(path.resolveSibling(temporary));
        Files.createDirectory(draft.path, OWNER_ONLY);
        try {
            ObjectNode tree = StrictJson.MAPPER.createObjectNode();
            tree.put("schema", "amdahl.request/1").put("submitted", submitted.toString());
            tree.set("request", RequestJson.write(request));
            Files.writeString(draft.script(), TrialScript.of(request), UTF_8);
            Files.write(
                    draft.request(),
                    StrictJson.MAPPER.writerWithDefaultPrettyPrinter().writeValueAsBytes(tree));
            FailPoints.hit(FailPoint.REQUEST_SENT);
            if (exists()) {
                return false;
            }
            Files.move(draft.path, path, StandardCopyOption.ATOMIC_MOVE);
            return true;
        } catch (IOException e) {
            if (exists()) {
                return false;
            }
            throw e;
        } finally {
            draft.discard();
        }
    }

    /** Removes a draft of a trial that was not renamed. */
    public void discard() throws IOException {
        Files.deleteIfExists(script());
        Files.deleteIfExists(request());
        Files.deleteIfExists(path);
    }

    /** Returns whether the trial was submitted with an equal request. */
    public boolean holds(TrialRequest request) throws IOException {
        return tree().path("request")
                .equals(StrictJson.MAPPER.readTree(RequestJson.write(request).toString()));
    }

    /** The request it was submitted with. */
    public TrialRequest readRequest() throws IOException {
        return RequestJson.read(tree().path("request"));
    }

    /** Returns when it was submitted, by the submitter's clock. */
    public Instant submitted() throws IOException {
        return Instant.parse(tree().path("submitted").asText());
    }

    private JsonNode tree() throws IOException {
        return StrictJson.read(request(), MAX_BYTES);
    }

    /**
     * Records that a limit of its whole job ended an arm: that arm failed, and those after it did not run. Only once nothing of it runs.
     *
     * @param told the arm that ran, where its script's own record cannot be seen
     * @param code the exit code to record
     * @return whether it is known which arm ran; if not, nothing is recorded
     */
    public boolean endArm(Optional<String> told, int code, String reason) throws IOException {
        Path draft = path.resolve("result.tmp");
        String written = Files.exists(draft) ? Files.readString(draft) : "";
        Optional<String> running = told.isPresent() || written.isEmpty()
                ? told
                : NodeRecord.read(draft).text(NodeRecord.RUNNING);
        List<String> arms = readRequest().arms().stream().map(ArmRequest::name).toList();
        Optional<String> arm = running.map(name -> name.equals(TrialScript.WARM_UP) ? arms.get(0) : name)
                .filter(arms::contains);
        if (arm.isEmpty()) {
            return false;
        }
        String line = Notes.line(reason);
        write(
                record(),
                written + "\n" + arm.get() + ".exit=" + code + "\n" + arm.get() + NodeRecord.ENDED + "=" + line
                        + "\ncomplete=true\n");
        return true;
    }

    /** Returns why the recorded run has no result; empty if it has one. Only once {@link #record} is there. */
    public Optional<String> failure() throws IOException {
        return NodeRecord.read(record())
                .failure(readRequest().arms().stream().map(ArmRequest::name).toList());
    }

    /**
     * Returns the result, assembled once and kept as {@code trial.json}; the same each time.
     *
     * @throws AmdahlException TRANSIENT if the run has no result
     */
    public TrialResult collect() throws IOException {
        Path document = path.resolve("trial.json");
        if (!Files.exists(document)) {
            Optional<String> failure = failure();
            if (failure.isPresent()) {
                throw new AmdahlException(
                        ErrorCategory.TRANSIENT,
                        "trial " + path.getFileName() + " failed: " + failure.get() + "; submit it again");
            }
            sweep();
            NodeRecord record = NodeRecord.read(record())
                    .orElse(
                            "submitted",
                            "" + Files.getLastModifiedTime(request()).to(TimeUnit.NANOSECONDS));
            ObjectNode tree = TrialDocument.assemble(readRequest(), record, path);
            byte[] text = StrictJson.MAPPER.writerWithDefaultPrettyPrinter().writeValueAsBytes(tree);
            AtomicFiles.replace(document, out -> {
                out.write(text);
                out.flush();
                FailPoints.hit(FailPoint.RESULT_FILE_WRITTEN);
            });
        }
        return TrialDocument.read(StrictJson.read(document, MAX_BYTES), path);
    }

    /**
     * Removes the working files, outputs and captures of the arms, and of their streams all but the beginning. Request, record and result stay. Only
     * once the result was assembled, or there is none.
     */
    public void tidy() throws IOException {
        TrialRequest request = readRequest();
        for (ArmRequest arm : request.arms()) {
            Path folder = path.resolve(arm.name());
            Removal.of(folder.resolve("run"));
            Removal.of(folder.resolve("output"));
            Removal.of(folder.resolve("captures"));
            for (int i = 1; i < request.accelerators().nodes(); i++) {
                Removal.of(folder.resolve("nodes").resolve("" + i).resolve("captures"));
            }
            for (String stream : List.of("stdout", "stderr")) {
                cut(folder.resolve(stream));
            }
        }
    }

    private static void cut(Path stream) throws IOException {
        if (Files.isRegularFile(stream, LinkOption.NOFOLLOW_LINKS) && Files.size(stream) > KEPT_OF_STREAM) {
            try (FileChannel channel = FileChannel.open(stream, StandardOpenOption.WRITE)) {
                channel.truncate(KEPT_OF_STREAM);
            }
        }
    }

    /** Removes what is of no use once nothing of it runs: drafts, and what the script needed for itself. */
    public void sweep() throws IOException {
        for (ArmRequest arm : readRequest().arms()) {
            Path folder = path.resolve(arm.name());
            if (Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
                sweep(folder);
            }
        }
        sweep(path);
    }

    private static void sweep(Path folder) throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "*.{tmp,tail}")) {
            for (Path file : files) {
                if (file.toString().endsWith(".tmp") || Files.size(file) == 0) {
                    Files.deleteIfExists(file);
                }
            }
        }
    }

    /** Writes a file whole or not at all. */
    public static void write(Path file, String text) throws IOException {
        AtomicFiles.replace(file, out -> out.write(text.getBytes(UTF_8)));
    }
}
