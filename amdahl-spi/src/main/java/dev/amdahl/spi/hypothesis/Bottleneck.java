package dev.amdahl.spi.hypothesis;

/** The class of an accelerator-second: 26 kinds of loss, productive work, and what could not be told. */
public enum Bottleneck {
    QUEUE_WAIT(Kind.ACCOUNT, ResourceAxis.LOCALITY),
    PROVISIONING(Kind.ACCOUNT, ResourceAxis.LOCALITY),
    WARMUP(Kind.ACCOUNT, ResourceAxis.CPU),
    INPUT_STARVATION(Kind.ACCOUNT, ResourceAxis.IO),
    TRANSFER_BOUND(Kind.ACCOUNT, ResourceAxis.IO),
    HOST_SERIAL(Kind.ACCOUNT, ResourceAxis.CPU),
    HOST_CONTENTION(Kind.ACCOUNT, ResourceAxis.CPU),
    SYNC_STALL(Kind.ACCOUNT, ResourceAxis.CPU),
    LAUNCH_BOUND(Kind.ACCOUNT, ResourceAxis.CPU),
    COMM_EXPOSED(Kind.ACCOUNT, ResourceAxis.NETWORK),
    STRAGGLER_SKEW(Kind.ACCOUNT, ResourceAxis.LOCALITY),
    PIPELINE_BUBBLE(Kind.ACCOUNT, ResourceAxis.ALGORITHM),
    CHECKPOINT_STALL(Kind.ACCOUNT, ResourceAxis.IO),
    PERIODIC_SIDE_WORK(Kind.ACCOUNT, ResourceAxis.CPU),
    TAIL_DRAIN(Kind.ACCOUNT, ResourceAxis.LOCALITY),
    IDLE_AFTER_FINISH(Kind.ACCOUNT, ResourceAxis.CPU),
    THROTTLED(Kind.RELABEL, ResourceAxis.GPU),
    FAILURE_REWORK(Kind.RELABEL, ResourceAxis.LOCALITY),
    REDUNDANT_WORK(Kind.RELABEL, ResourceAxis.ALGORITHM),
    UNDER_BATCHED(Kind.RELABEL, ResourceAxis.GPU),
    KERNEL_INEFFICIENT(Kind.RELABEL, ResourceAxis.GPU),
    MEMORY_BOUND(Kind.RELABEL, ResourceAxis.GPU),
    COMPUTE_BOUND(Kind.RELABEL, ResourceAxis.GPU),
    OVER_ALLOCATION(Kind.FINDING, ResourceAxis.LOCALITY),
    MEMORY_CAPACITY(Kind.FINDING, ResourceAxis.GPU),
    SERVING_INTERFERENCE(Kind.FINDING, ResourceAxis.LOCALITY),
    /** A kernel runs and no counter says otherwise. */
    PRODUCTIVE(Kind.WORK, ResourceAxis.GPU),
    /** The record does not tell. */
    UNATTRIBUTED(Kind.UNKNOWN, ResourceAxis.CPU);

    /** How seconds get the class. */
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

    Bottleneck(Kind kind, ResourceAxis axis) {
        this.kind = kind;
        this.axis = axis;
    }

    /** How seconds get the class. */
    public Kind kind() {
        return kind;
    }

    /** Where changes against it usually act. */
    public ResourceAxis axis() {
        return axis;
    }
}
