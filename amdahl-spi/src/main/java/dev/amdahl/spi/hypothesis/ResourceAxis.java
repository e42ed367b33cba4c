package dev.amdahl.spi.hypothesis;

/** The resource on which a change acts; wins are reported by it. */
public enum ResourceAxis {
    /** The accelerator. */
    GPU,
    /** The host's processors. */
    CPU,
    /** Between hosts, or between accelerators. */
    NETWORK,
    /** Storage and input. */
    IO,
    /** Where and on how much the job is placed. */
    LOCALITY,
    /** What is computed. */
    ALGORITHM
}
