package dev.amdahl.core.internal.workspace;

import dev.amdahl.core.internal.io.ProcessTree;
import dev.amdahl.spi.UnavailableException;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Runs a program without a shell, in a given environment and no other, within a time limit. Stateless, thread-safe. */
final class Program {

    private Program() {}

    /**
     * How a program ended.
     *
     * @param exitCode its exit code; 124 if it was stopped at the limit
     * @param isTimedOut whether it was stopped at the limit
     * @param output the end of its standard output and error, as they came
     */
    record Ended(int exitCode, boolean isTimedOut, String output) {
        boolean isSuccess() {
            return exitCode == 0 && !isTimedOut;
        }
    }

    /** Blocks; kills the whole tree at the limit and when interrupted. */
    static Ended run(List<String> command, Path directory, Map<String, String> environment, Duration limit) {
        return run(command, directory, environment, limit, process -> {});
    }

    /** Overload of {@code run} that also shows the process as soon as it runs. */
    static Ended run(
            List<String> command,
            Path directory,
            Map<String, String> environment,
            Duration limit,
            Consumer<ProcessHandle> started) {
        ProcessBuilder builder = new ProcessBuilder(ProcessTree.inOwnGroup(command))
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectInput(new File("/dev/null"));
        builder.environment().clear();
        builder.environment().putAll(environment);
        Process process;
        try {
            process = builder.start();
        } catch (IOException missing) {
            throw new UnavailableException(
                    command.get(0), "cannot be started in " + directory, "install it or correct the command", missing);
        }
        started.accept(process.toHandle());
        Log log = new Log();
        Thread reader = new Thread(() -> drain(process, log), "output of " + command.get(0));
        reader.setDaemon(true);
        reader.start();
        try {
            boolean ended = process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS);
            if (!ended) {
                ProcessTree.kill(process.toHandle());
            }
            reader.join(2000);
            return new Ended(ended ? process.exitValue() : 124, !ended, log.end());
        } catch (InterruptedException stopped) {
            ProcessTree.kill(process.toHandle());
            Thread.currentThread().interrupt();
            throw new UnavailableException(
                    command.get(0), "was interrupted in " + directory, "run the cycle again", stopped);
        }
    }

    private static void drain(Process process, Log log) {
        try {
            log.drain(process.getInputStream());
        } catch (IOException closed) {
            if (process.isAlive()) {
                throw new UncheckedIOException(closed);
            }
        }
    }

    /** Reads a stream to its end and keeps the last bytes of it. Not thread-safe. */
    private static final class Log {
        private static final int KEPT_BYTES = 64 * 1024;

        private byte[] kept = new byte[0];
        private long total;

        void drain(InputStream in) throws IOException {
            byte[] buffer = new byte[8192];
            for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                append(buffer, n);
            }
        }

        private synchronized void append(byte[] buffer, int n) {
            total += n;
            byte[] joined = Arrays.copyOf(kept, kept.length + n);
            System.arraycopy(buffer, 0, joined, kept.length, n);
            kept = joined.length > KEPT_BYTES
                    ? Arrays.copyOfRange(joined, joined.length - KEPT_BYTES, joined.length)
                    : joined;
        }

        synchronized String end() {
            String text = new String(kept, StandardCharsets.UTF_8);
            return total > kept.length ? "[" + (total - kept.length) + " bytes left out]\n" + text : text;
        }
    }
}
