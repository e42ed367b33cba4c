package dev.amdahl.core.internal.refute.work;

import dev.amdahl.spi.UnavailableException;
import dev.amdahl.spi.experiment.Builder;
import dev.amdahl.spi.job.OutputRule.Command;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Where a job's own comparing command runs: in the builder's sandbox. Without one it runs as it is where the job's program is unchanged, and
 * not at all where changed code wrote the outputs.
 *
 * @param builder has the sandbox
 * @param isCode whether a change of code wrote one of the outputs
 */
public record Comparing(Optional<Builder> builder, boolean isCode) {
    /** Of unchanged programs, without a sandbox. */
    public static final Comparing PLAIN = new Comparing(Optional.empty(), false);

    /** @throws UnavailableException if changed code wrote the files and there is no sandbox to read them in */
    List<String> command(Command rule, Path first, Path second, Duration limit) {
        try {
            if (builder.isPresent()) {
                return builder.get().comparing(rule.command(), first, second, limit);
            }
        } catch (UnavailableException none) {
            if (isCode) {
                throw none;
            }
        }
        return Builder.plainly(rule.command(), first, second);
    }
}
