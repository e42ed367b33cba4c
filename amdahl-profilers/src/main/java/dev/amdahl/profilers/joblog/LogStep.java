package dev.amdahl.profilers.joblog;

/**
 * What a line says of a step. Immutable.
 *
 * @param epoch the pass over the input, 0 if the line names none
 * @param number of the step
 * @param seconds how long it took, NaN if the line does not say
 * @param dataSeconds how long it waited for its input, NaN if the line does not say
 * @param loss NaN if the line has none, or says that it is none
 * @param hasLoss whether the line has one
 */
record LogStep(long epoch, long number, double seconds, double dataSeconds, double loss, boolean hasLoss) {}
