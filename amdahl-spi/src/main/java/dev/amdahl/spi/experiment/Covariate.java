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
    /** Accelerator clock, MHz. */
    ACCELERATOR_MHZ,
    /** Accelerator temperature, degrees Celsius. */
    ACCELERATOR_CELSIUS,
    /** 1 if a throttle reason was active, else 0. */
    ACCELERATOR_THROTTLED,
    /** Visible accelerators. */
    ACCELERATORS_VISIBLE,
    /** Those of them that had just been busy when the arm ended. */
    ACCELERATORS_BUSY,
    /** Pages that the machine swapped in or out during the arm. */
    SWAPPED_PAGES,
    /** Page faults of the command's tree that had to read a disk. */
    MAJOR_FAULTS,
    /** Memory available before the arm. */
    AVAILABLE_MEMORY_BYTES,
    /** Processes of the command that still ran when it had returned. */
    LINGERING_PROCESSES
}
