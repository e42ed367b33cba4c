package dev.amdahl.spi.profiler;

import static java.util.Objects.requireNonNull;

/**
 * How an evidence run is started so that it leaves a profile, with no change of the job: shell text that runs on the node before the job's
 * command, which is {@code "$@"}. It sets variables, starts something beside the command, or runs the command under a tool and exits with
 * the command's code. Where what it needs is not there it does nothing. What it writes goes into the folder {@code $AMDAHL_CAPTURES}; each
 * file there is read as an artifact whose role is its name up to the first dot or hyphen.
 *
 * @param name by which a job chooses it
 * @param slowDown the share by which the run is expected to take longer, 0 or more
 * @param isCommandRun whether the script itself runs the command, as under a tool, so that no other can
 * @param script of a POSIX shell
 */
public record Attachment(String name, double slowDown, boolean isCommandRun, String script) {
    public Attachment {
        requireNonNull(name);
        requireNonNull(script);
        if (!(slowDown >= 0)) {
            throw new IllegalArgumentException("the slow-down of " + name + " must be at least 0, was " + slowDown);
        }
    }
}
