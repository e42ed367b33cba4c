package dev.amdahl.spi.hypothesis;

/** The class of an accelerator-second: 26 kinds of loss, productive work, what could not be told, and what was not recorded. */
public enum Bottleneck {
    /** From submission to the first allocation. Holds no accelerators, so it counts on the wall clock alone. */
    QUEUE_WAIT(Kind.ACCOUNT, ResourceAxis.LOCALITY, "waiting in the queue"),
    /** Allocated, and the process has not started, or not on all hosts. */
    PROVISIONING(Kind.ACCOUNT, ResourceAxis.LOCALITY, "getting hosts ready"),
    /** From the start of the process to the first steady step: imports, loading, compiling, setting up communication. */
    WARMUP(Kind.ACCOUNT, ResourceAxis.CPU, "starting up"),
    /** The device waits for the loader, and the processors are not busy. */
    INPUT_STARVATION(Kind.ACCOUNT, ResourceAxis.IO, "waiting for input data"),
    /** A copy runs and no kernel does. */
    TRANSFER_BOUND(Kind.ACCOUNT, ResourceAxis.IO, "copying between host and device"),
    /** The device waits for the job's own code on a processor. */
    HOST_SERIAL(Kind.ACCOUNT, ResourceAxis.CPU, "waiting for the job's own host code"),
    /** The device waits for a host thread that could run and does not get a processor. */
    HOST_CONTENTION(Kind.ACCOUNT, ResourceAxis.CPU, "waiting for a free processor"),
    /** The host waits for the device, which drains and has to be filled again. */
    SYNC_STALL(Kind.ACCOUNT, ResourceAxis.CPU, "waiting for the host to read results"),
    /** Short kernels, and gaps of the length of a launch. */
    LAUNCH_BOUND(Kind.ACCOUNT, ResourceAxis.CPU, "launching many short kernels"),
    /** Communication that no computation hides, at the speed of the fastest rank. */
    COMM_EXPOSED(Kind.ACCOUNT, ResourceAxis.NETWORK, "communicating between devices"),
    /** Communication that waits for a rank that comes late. */
    STRAGGLER_SKEW(Kind.ACCOUNT, ResourceAxis.LOCALITY, "waiting for a slow rank"),
    /** A stage of a pipeline that is not fed yet, or no longer. */
    PIPELINE_BUBBLE(Kind.ACCOUNT, ResourceAxis.ALGORITHM, "idle pipeline stages"),
    /** The device waits for a checkpoint to be written. */
    CHECKPOINT_STALL(Kind.ACCOUNT, ResourceAxis.IO, "writing checkpoints"),
    /** Evaluation, logging or export within the run. */
    PERIODIC_SIDE_WORK(Kind.ACCOUNT, ResourceAxis.CPU, "evaluation, logging and export"),
    /** Some accelerators have ended, and the others go on. */
    TAIL_DRAIN(Kind.ACCOUNT, ResourceAxis.LOCALITY, "waiting for the last devices to finish"),
    /** From the last work of a device until it is released. */
    IDLE_AFTER_FINISH(Kind.ACCOUNT, ResourceAxis.CPU, "holding devices after the work has ended"),
    /** The clock is below the requested one, by heat, power or hardware. */
    THROTTLED(Kind.RELABEL, ResourceAxis.GPU, "running at a reduced clock"),
    /** Steps that were made before and lost. */
    FAILURE_REWORK(Kind.RELABEL, ResourceAxis.LOCALITY, "repeating lost steps"),
    /** Padding, recomputation, duplicates. */
    REDUNDANT_WORK(Kind.RELABEL, ResourceAxis.ALGORITHM, "padding and repeated work"),
    /** The device is busy with batches that are not full. */
    UNDER_BATCHED(Kind.RELABEL, ResourceAxis.GPU, "running batches that are not full"),
    /** Long kernels that use neither arithmetic nor memory well. */
    KERNEL_INEFFICIENT(Kind.RELABEL, ResourceAxis.GPU, "inefficient kernels"),
    /** Kernels at the limit of the memory. */
    MEMORY_BOUND(Kind.RELABEL, ResourceAxis.GPU, "memory-bound kernels"),
    /** Kernels at the limit of the arithmetic. */
    COMPUTE_BOUND(Kind.RELABEL, ResourceAxis.GPU, "compute-bound kernels"),
    /** Accelerators that are never used, or hardly. */
    OVER_ALLOCATION(Kind.FINDING, ResourceAxis.LOCALITY, "holding devices that are hardly used"),
    /** Memory is so full that batches are small or allocations are repeated. */
    MEMORY_CAPACITY(Kind.FINDING, ResourceAxis.GPU, "a shortage of device memory"),
    /** Requests of one kind slow those of another on the same device. */
    SERVING_INTERFERENCE(Kind.FINDING, ResourceAxis.LOCALITY, "requests that slow each other"),
    /** A kernel runs and no counter says otherwise. */
    PRODUCTIVE(Kind.WORK, ResourceAxis.GPU, "useful work"),
    /** The record does not tell. */
    UNATTRIBUTED(Kind.UNKNOWN, ResourceAxis.CPU, "unknown causes"),
    /**
     * What the device did is not in the record: edges of a recording, and queued work that waited behind work that is not in the file.
     * Left out of every share, so that it has no ceiling.
     */
    NOT_RECORDED(Kind.UNKNOWN, ResourceAxis.CPU, "what was not recorded");

    /** The way seconds get this class. */
    public enum Kind {
        /** First pass: where the second went. */
        ACCOUNT,
        /** Second pass: taken out of {@link #PRODUCTIVE} by a counter. Without counters, its seconds are at most the productive ones. */
        RELABEL,
        /** A finding with a ceiling, no seconds of its own. */
        FINDING,
        /** Useful work. */
        WORK,
        /** Not known. */
        UNKNOWN
    }

    private final Kind kind;
    private final ResourceAxis axis;
    private final String label;

    Bottleneck(Kind kind, ResourceAxis axis, String label) {
        this.kind = kind;
        this.axis = axis;
        this.label = label;
    }

    /** Returns how seconds get the class. */
    public Kind kind() {
        return kind;
    }

    /** Returns what it is in plain words, to be read after "time goes to", such as {@code waiting for input data}. */
    public String label() {
        return label;
    }

    /** Returns where changes against it usually act. */
    public ResourceAxis axis() {
        return axis;
    }
}
