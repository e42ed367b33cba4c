package dev.amdahl.spi.hypothesis;

/** Where a change acts; wins are reported by it. */
public enum ResourceAxis {
    GPU,
    CPU,
    NETWORK,
    IO,
    LOCALITY,
    ALGORITHM
}
