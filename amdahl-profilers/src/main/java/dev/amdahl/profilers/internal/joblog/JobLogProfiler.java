package dev.amdahl.profilers.internal.joblog;

import dev.amdahl.profilers.internal.TextPrefix;
import dev.amdahl.spi.profiler.Artifact;
import dev.amdahl.spi.profiler.Profile;
import dev.amdahl.spi.profiler.ProfileLimits;
import dev.amdahl.spi.profiler.Profiler;

/**
 * Reads a job's own log: steps with their number and length or time, loss, JSON lines with such keys, the bars of tqdm, and the parts
 * that lines name with their length (imports, weights, compilation, communicators, checkpoints, evaluation) or that have a line at
 * begin and end (the last two). Steps are a lane of phases, parts a host lane, on the epoch where lines have a date and time. Words of
 * the log are English. It knows no device, so idle time is not in it; a log of several ranks is read as one. Thread-safe.
 */
public final class JobLogProfiler implements Profiler {
    static final String NAME = "job-log";

    private static final int LINES = 400;

    @Override
    public boolean reads(Artifact artifact) {
        return TextPrefix.of(artifact)
                .lines()
                .limit(LINES)
                .filter(line -> !line.isBlank())
                .map(LogLine::of)
                .anyMatch(line -> line.step().isPresent()
                        || (line.time().isPresent() && LogMark.of(line.text()).isPresent()));
    }

    @Override
    public Profile read(Artifact artifact, ProfileLimits limits) {
        return new JobLog(artifact, limits).read();
    }
}
