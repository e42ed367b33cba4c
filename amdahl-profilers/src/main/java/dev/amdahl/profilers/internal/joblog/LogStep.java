package dev.amdahl.profilers.internal.joblog;

/**
 * What a line says of a step.
 *
 * @param epoch the pass over the input, 0 if the line names none
 * @param number of the step
 * @param seconds how long it took, NaN if the line does not say
 * @param dataSeconds how long it waited for its input, NaN if the line does not say
 * @param loss NaN if the line has none, or says that it is none
 * @param hasLoss whether the line has one
 */
record LogStep(long epoch, long number, double seconds, double dataSeconds, double loss, boolean hasLoss) {
    /** Returns whether two lines in a row are about one step. */
    boolean isOf(LogStep other) {
        return number == other.number && (epoch == other.epoch || epoch == 0 || other.epoch == 0);
    }

    /** Returns what both lines tell; the first one's figure where both do. */
    LogStep and(LogStep later) {
        return new LogStep(
                Math.max(epoch, later.epoch),
                number,
                Double.isNaN(seconds) ? later.seconds : seconds,
                Double.isNaN(dataSeconds) ? later.dataSeconds : dataSeconds,
                Double.isNaN(loss) ? later.loss : loss,
                hasLoss || later.hasLoss);
    }
}
