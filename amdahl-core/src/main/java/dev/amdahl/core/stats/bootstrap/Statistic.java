package dev.amdahl.core.stats.bootstrap;

/** A statistic of a sample. It may reorder the array it is given, which is filled anew for each resample, but not keep it. */
@FunctionalInterface
public interface Statistic {

    /** Its value for that sample. */
    double of(double[] sample);
}
