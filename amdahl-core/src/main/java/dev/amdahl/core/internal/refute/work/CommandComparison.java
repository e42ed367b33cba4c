package dev.amdahl.core.internal.refute.work;

import dev.amdahl.spi.UnavailableException;
import dev.amdahl.spi.experiment.Builder;
import dev.amdahl.spi.job.OutputRule.Command;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Exit code 0 of the job's own command, which gets the two paths as its last words; no shell, 30 s. Stateless, thread-safe.
 *
 * <p>An unchanged program's outputs that are equal outside of the sandbox alone are equal: the command needs something there that it is not
 * shown, which is said.
 */
final class CommandComparison {
    private static final Logger LOG = LoggerFactory.getLogger(CommandComparison.class);

    static final Duration LIMIT = Duration.ofSeconds(30);
    /** For a sandbox to end by itself and to say why. */
    private static final Duration GRACE = Duration.ofSeconds(10);

    private static final int OUT_OF_TIME = 124;
    private static final String SANDBOX = "amdahl sandbox: ";
    private static final int MAX_BYTES = 500;

    private CommandComparison() {}

    static Optional<String> compare(Command rule, Path baseline, Path variant, Comparing comparing, Duration limit)
            throws IOException {
        String what = "the comparison " + rule.command();
        List<String> open = Builder.plainly(rule.command(), baseline, variant);
        List<String> command;
        try {
            command = comparing.command(rule, baseline, variant, limit);
        } catch (UnavailableException none) {
            return Optional.of(what + " reads what changed code wrote, for which " + none.getMessage()
                    + "; or compare by exact, numeric or json");
        }
        Optional<String> difference = run(command, what, limit);
        if (difference.isPresent() && !comparing.isCode() && !command.equals(open)) {
            Optional<String> without = run(open, what, limit);
            if (without.isEmpty()) {
                LOG.warn("{} finds them equal only outside the sandbox: name what it needs under 'readable'", what);
            }
            return without;
        }
        return difference;
    }

    private static Optional<String> run(List<String> command, String what, Duration limit) throws IOException {
        Process process = new ProcessBuilder(command)
                .redirectInput(new File("/dev/null"))
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        CompletableFuture<String> said = CompletableFuture.supplyAsync(() -> beginning(process.getErrorStream()));
        try {
            boolean ended = process.waitFor(limit.plus(GRACE).toMillis(), TimeUnit.MILLISECONDS);
            if (!ended || process.exitValue() == OUT_OF_TIME) {
                return Optional.of(what + " took over " + limit.toSeconds() + " s");
            }
            return process.exitValue() == 0
                    ? Optional.empty()
                    : Optional.of(what + " ended with exit code " + process.exitValue() + reason(said));
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", stopped);
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }

    /** Returns what a sandbox said of itself; what the command said is not looked at. */
    private static String reason(CompletableFuture<String> said) throws InterruptedException {
        try {
            return said.get(1, TimeUnit.SECONDS)
                    .lines()
                    .filter(line -> line.startsWith(SANDBOX))
                    .findFirst()
                    .map(line -> ": the sandbox was " + line.substring(SANDBOX.length()))
                    .orElse("");
        } catch (ExecutionException | TimeoutException unknown) {
            return "";
        }
    }

    /** Reads a stream to its end, so that nothing that writes to it waits. */
    private static String beginning(InputStream stream) {
        try (stream) {
            String beginning = new String(stream.readNBytes(MAX_BYTES), StandardCharsets.UTF_8);
            stream.transferTo(OutputStream.nullOutputStream());
            return beginning;
        } catch (IOException closed) {
            return "";
        }
    }
}
