package dev.amdahl.core.refute.output;

import dev.amdahl.spi.job.OutputRule.Command;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Exit code 0 of the job's own command, which gets the two paths as its last words; no shell, 30 s. Stateless, thread-safe. */
final class CommandComparison {
    private static final long LIMIT_SECONDS = 30;

    private CommandComparison() {}

    static Optional<String> compare(Command rule, Path baseline, Path variant) throws IOException {
        List<String> command = new ArrayList<>(rule.command());
        command.add(baseline.toString());
        command.add(variant.toString());
        Process process = new ProcessBuilder(command)
                .redirectInput(new File("/dev/null"))
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try {
            if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
                return Optional.of("the comparison " + rule.command() + " took over " + LIMIT_SECONDS + " s");
            }
            return process.exitValue() == 0
                    ? Optional.empty()
                    : Optional.of("the comparison " + rule.command() + " ended with exit code " + process.exitValue());
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", stopped);
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }
}
