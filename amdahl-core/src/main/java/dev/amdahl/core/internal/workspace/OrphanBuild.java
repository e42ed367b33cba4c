package dev.amdahl.core.internal.workspace;

import dev.amdahl.core.internal.io.ProcessTree;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Builds that outlive the process that started them: a file beside the tree names the process and when it started, so that the next
 * one can end it and nothing else that has got its number. Stateless, thread-safe.
 */
final class OrphanBuild {
    private static final Logger LOG = LoggerFactory.getLogger(OrphanBuild.class);
    private static final String SUFFIX = ".process";
    /** The start is computed from the boot time, which the system gives in whole seconds. */
    private static final Duration TOLERANCE = Duration.ofSeconds(2);

    private OrphanBuild() {}

    static void note(Path tree, ProcessHandle process) {
        Instant start = process.info().startInstant().orElse(Instant.EPOCH);
        try {
            Files.writeString(file(tree), process.pid() + " " + start);
        } catch (IOException e) {
            process.destroyForcibly();
            throw new UncheckedIOException(e);
        }
    }

    static void forget(Path tree) throws IOException {
        Files.deleteIfExists(file(tree));
    }

    /** Ends each build noted in a workspace that still runs. */
    static void endAll(Path workspace) throws IOException {
        try (DirectoryStream<Path> notes = Files.newDirectoryStream(workspace, "*" + SUFFIX)) {
            for (Path note : notes) {
                end(Files.readString(note));
                Files.deleteIfExists(note);
            }
        }
    }

    private static void end(String note) {
        String[] words = note.strip().split(" ", 2);
        try {
            long pid = Long.parseLong(words[0]);
            Instant start = Instant.parse(words[words.length - 1]);
            ProcessHandle.of(pid)
                    .filter(process -> process.info()
                            .startInstant()
                            .filter(at -> Duration.between(start, at).abs().compareTo(TOLERANCE) <= 0)
                            .isPresent())
                    .ifPresent(process -> {
                        LOG.warn("ending build {} of a process that died", pid);
                        ProcessTree.kill(process);
                    });
        } catch (NumberFormatException | DateTimeParseException e) {
            LOG.warn("a build was noted as '{}', which names no process", note);
        }
    }

    private static Path file(Path tree) {
        return tree.resolveSibling(tree.getFileName() + SUFFIX);
    }
}
