package dev.amdahl.gpu.roofline;

/** What holds a kernel back. */
public enum Bound {
    /** Memory: bytes take longer than operations, and come at 60 % of the ceiling or more. */
    MEMORY,
    /** Arithmetic, likewise. */
    COMPUTE,
    /** Neither is used to 30 %, or the kernel is shorter than ten launches: latency and overhead. */
    LATENCY,
    /** None of these alone. */
    MIXED
}
