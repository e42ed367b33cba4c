package dev.amdahl.profilers.internal.joblog;

import dev.amdahl.profilers.internal.TextLines;
import dev.amdahl.profilers.internal.TextPrefix;
import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.profiler.Artifact;
import dev.amdahl.spi.profiler.Profile;
import dev.amdahl.spi.profiler.ProfileLimits;
import dev.amdahl.spi.profiler.Profiler;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Reads a job's own log: steps with their number and length or time, loss, JSON lines with such keys, the bars of tqdm, and the parts
 * that lines name with their length (imports, weights, compilation, communicators, checkpoints, evaluation) or that have a line at
 * begin and end (the last two). Steps are a lane of phases, parts a host lane, on the epoch where lines have a date and time. Words of
 * the log are English. It knows no device, so idle time is not in it; a log of several ranks is read as one. Thread-safe.
 */
public final class JobLogProfiler implements Profiler {
    static final String NAME = "job-log";

    /** Trainers print their arguments and every module's greeting before the first step. */
    private static final ProfileLimits SEARCHED = new ProfileLimits(8 << 20, 20_000, 64);

    private static final Pattern ARGUMENTS = Pattern.compile("-{3,} ?arguments ?-{3,}");

    @Override
    public boolean reads(Artifact artifact) {
        String prefix = TextPrefix.of(artifact);
        List<LogLine> lines =
                prefix.lines().filter(line -> !line.isBlank()).map(LogLine::of).toList();
        boolean isLog = lines.stream().anyMatch(line -> line.time().isPresent())
                || ARGUMENTS.matcher(prefix).find();
        return lines.stream().anyMatch(JobLogProfiler::isOfAJob) || (isLog && isOfAJob(artifact));
    }

    private static boolean isOfAJob(LogLine line) {
        return line.step().isPresent()
                || (line.time().isPresent() && LogMark.of(line.text()).isPresent());
    }

    private static boolean isOfAJob(Artifact artifact) {
        try (TextLines lines = TextLines.open(artifact, SEARCHED)) {
            String line = lines.next();
            while (line != null && !isOfAJob(LogLine.of(line)) && lines.number() < SEARCHED.maxEvents()) {
                line = lines.next();
            }
            return line != null && isOfAJob(LogLine.of(line));
        } catch (InvalidInputException e) {
            return false;
        }
    }

    @Override
    public Profile read(Artifact artifact, ProfileLimits limits) {
        return new JobLog(artifact, limits).read();
    }
}
