package dev.amdahl.profilers.internal.joblog;

import java.util.Optional;
import java.util.OptionalLong;

/**
 * What one line of a job's log says of a step.
 *
 * @param epochNanos its time, a time without a zone taken as UTC; empty where the line has none
 * @param epoch the pass over the input, 0 if the line names none
 * @param step its number
 * @param seconds how long it took, NaN if the line does not say
 * @param dataSeconds how long it waited for its input, NaN if the line does not say
 * @param loss NaN if the line has none, or says that it is none
 * @param hasLoss whether the line has one
 */
public record LogSample(
        OptionalLong epochNanos,
        long epoch,
        long step,
        double seconds,
        double dataSeconds,
        double loss,
        boolean hasLoss) {

    /** Returns the sample of a line, empty where it speaks of no step. */
    public static Optional<LogSample> of(String line) {
        LogLine read = LogLine.of(line);
        return read.step()
                .map(step -> new LogSample(
                        read.time().map(time -> OptionalLong.of(time.nanos())).orElse(OptionalLong.empty()),
                        step.epoch(),
                        step.number(),
                        step.seconds(),
                        step.dataSeconds(),
                        step.loss(),
                        step.hasLoss()));
    }

    /** Returns the time of any line, empty where it has none. */
    public static OptionalLong timeOf(String line) {
        return LogLine.of(line)
                .time()
                .map(time -> OptionalLong.of(time.nanos()))
                .orElse(OptionalLong.empty());
    }
}
