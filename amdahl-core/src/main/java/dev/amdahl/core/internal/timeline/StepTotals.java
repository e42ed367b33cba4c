package dev.amdahl.core.internal.timeline;

import java.util.OptionalDouble;

/**
 * What all steps of a run took.
 *
 * @param begun seconds since the epoch at which the first one began; empty where no line says when it was written
 * @param ended seconds since the epoch at which the last one ended
 * @param seconds of all steps together
 * @param waited of these, seconds for which a loader was waited for
 * @param saved of these, seconds in which a checkpoint was written
 * @param beyond of these, seconds by which steps many times as long as the middle one were longer
 */
public record StepTotals(
        OptionalDouble begun, OptionalDouble ended, double seconds, double waited, double saved, double beyond) {}
