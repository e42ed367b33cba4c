package dev.amdahl.core.internal.stats.series;

/**
 * A place where a series may change.
 *
 * @param position index of the first value after the change
 * @param end index after the last value compared with those before the change
 * @param statistic the energy statistic there
 */
public record Split(int position, int end, double statistic) {}
