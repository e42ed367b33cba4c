package dev.amdahl.spi.hypothesis;

/**
 * The seconds of one class in one job run.
 *
 * @param bottleneck the class
 * @param wallSeconds its seconds on the wall clock, queue included
 * @param acceleratorSeconds its accelerator-seconds; queue time holds none
 */
public record Account(Bottleneck bottleneck, double wallSeconds, double acceleratorSeconds) {}
