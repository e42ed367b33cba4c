package dev.amdahl.spi.experiment;

/** A circumstance of an arm that may explain a difference. The unit is in the name. */
public enum Covariate {
    /** Runnable processes over the last minute, read before the arm. */
    LOAD_1M,
    /** CPU frequency before the arm, MHz. */
    CPU_MHZ,
    /** Seconds in the queue. */
    QUEUE_SECONDS,
    /** Bytes of input, as the job reports them. */
    INPUT_BYTES,
    /** Mean accelerator clock while it was busy, or during the arm if it never was, MHz. */
    ACCELERATOR_MHZ,
    /** Highest accelerator temperature during the arm, degrees Celsius. */
    ACCELERATOR_CELSIUS,
    /**
     * Share of the arm in which heat, a power brake or a slowdown of the hardware throttled an accelerator; 1 or 0 in records that only say
     * whether. The limit of power is no such reason.
     */
    ACCELERATOR_THROTTLED,
    /** Accelerators that it was given. */
    ACCELERATORS_VISIBLE,
    /** Those of them that were busy at some time during the arm. */
    ACCELERATORS_BUSY,
    /** Pages that the machine swapped in or out during the arm. */
    SWAPPED_PAGES,
    /** Page faults of the command's tree that had to read a disk. */
    MAJOR_FAULTS,
    /** Memory available before the arm. */
    AVAILABLE_MEMORY_BYTES,
    /** Processes of the command that still ran when it had returned. */
    LINGERING_PROCESSES,
    /** Share of the arm in which an accelerator ran at its limit of power, as a busy one may. */
    ACCELERATOR_POWER_CAPPED,
    /** Energy that the accelerators drew during the arm. */
    ACCELERATOR_JOULES,
    /** Bytes that the command's tree read by system calls, from files, caches and pipes alike; what it mapped is not among them. */
    READ_BYTES,
    /** Of a job on several nodes: by what share of its time the node that took longest outlasted the one that was done first. */
    NODE_SKEW
}
