package dev.amdahl.core.internal.refine.kernel;

import dev.amdahl.spi.UnavailableException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Runs a compiler or an inspector to its end. */
final class Command {
    private static final long LIMIT_SECONDS = 30;
    private static final int MAX_BYTES = 1 << 20;

    private Command() {}

    /**
     * How it ended.
     *
     * @param code its exit code
     * @param text the start of what it said on both streams
     */
    record Ended(int code, String text) {}

    static Ended run(CandidateSandbox enclosure, List<String> command, Path folder, Optional<Path> written)
            throws IOException {
        Path errors = Files.createTempFile("amdahl-command", ".log");
        try {
            Process process = enclosure.start(command, folder, written, errors.toFile());
            process.getOutputStream().close();
            Thread limit = new Thread(() -> endAtLimit(process), "limit of " + command.get(0));
            limit.setDaemon(true);
            limit.start();
            String out = text(process.getInputStream());
            int code = process.waitFor();
            try (InputStream said = Files.newInputStream(errors)) {
                return new Ended(code, out + text(said));
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new UnavailableException(command.get(0), "was interrupted", "run it again", stopped);
        } finally {
            Files.deleteIfExists(errors);
        }
    }

    private static void endAtLimit(Process process) {
        try {
            if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
                process.descendants().forEach(ProcessHandle::destroyForcibly);
                process.destroyForcibly();
            }
        } catch (InterruptedException ended) {
            process.destroyForcibly();
        }
    }

    private static String text(InputStream in) throws IOException {
        return new String(in.readNBytes(MAX_BYTES), StandardCharsets.UTF_8);
    }
}
