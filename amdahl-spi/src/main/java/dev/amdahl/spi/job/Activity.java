package dev.amdahl.spi.job;

/** The activity in an interval of a {@link Timeline}; the side tells the kind of its lane. */
public enum Activity {
    /** A compute kernel. */
    KERNEL(Side.DEVICE),
    /** A collective or point-to-point kernel. */
    COMMUNICATION(Side.DEVICE),
    /** A copy or fill. */
    COPY(Side.DEVICE),
    /** A checkpoint being written or read by the job. */
    CHECKPOINT(Side.HOST),
    /** Evaluation, logging or export inside the run. */
    SIDE_WORK(Side.HOST),
    /** The job waits for its loader. */
    INPUT_WAIT(Side.HOST),
    /** The host waits for the device. */
    SYNC(Side.HOST),
    /** A host thread that is parked, throttled or runnable but not running. */
    OFF_CPU(Side.HOST),
    /** A launch call. */
    LAUNCH(Side.HOST),
    /** Any other host code. */
    HOST_CODE(Side.HOST),
    /** One step of the job. */
    STEP(Side.PHASE),
    /** Waiting in the queue, nothing allocated. */
    QUEUE(Side.PHASE),
    /** Allocated, process not started. */
    PROVISIONING(Side.PHASE),
    /** Process started, no steady step yet. */
    WARMUP(Side.PHASE),
    /** Steady work. */
    RUN(Side.PHASE),
    /** Some ranks have finished, others not. */
    TAIL(Side.PHASE),
    /** Device work done, accelerators still held. */
    AFTER_FINISH(Side.PHASE);

    /** The kind of lane. */
    public enum Side {
        /** An accelerator. */
        DEVICE,
        /** A host thread. */
        HOST,
        /** The job as a whole. */
        PHASE
    }

    private final Side side;

    Activity(Side side) {
        this.side = side;
    }

    /** On which kind of lane it stands. */
    public Side side() {
        return side;
    }
}
