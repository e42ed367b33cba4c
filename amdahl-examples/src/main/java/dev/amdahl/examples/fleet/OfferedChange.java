package dev.amdahl.examples.fleet;

import java.util.List;

/** A setting that a job of the fleet offers to change, with what the offer says it addresses; immutable. */
public enum OfferedChange {
    /** Decode ahead on worker threads. */
    WORKERS("workers", "NUM_WORKERS", "0", "1", "input-more-workers"),
    /** Let each loader worker run further ahead: read, but of no use to a loader that has no workers. */
    PREFETCH_DEPTH("prefetch", "PREFETCH_DEPTH", "2", "8", "input-prefetch-depth"),
    /** Read the metric of many steps at once. */
    METRIC_EVERY("metric-interval", "METRIC_EVERY", "1", "50", "sync-metric-logging"),
    /** Save checkpoints behind the step loop. */
    CHECKPOINT_MODE("checkpoint-mode", "CHECKPOINT_MODE", "sync", "async", "ckpt-async"),
    /** Save half of each number: faster, and another output. */
    CHECKPOINT_PRECISION("checkpoint-precision", "CHECKPOINT_PRECISION", "double", "float", "ckpt-compress"),
    /** Multiply tiny matrices on the thread that needs them. */
    POOL_THREADS("pool-threads", "POOL_THREADS", "2", "1", "host-blas-wakeups"),
    /** Evaluate a part of the records only: faster, and less work. */
    SAMPLE_RATE("sample-rate", "SAMPLE_RATE", "1.0", "0.7", ""),
    /** The loop order that serves large products, borrowed for small ones. */
    KERNEL_ORDER("kernel-order", "KERNEL_ORDER", "rows", "tiled", "comp-autotune");

    private final String lever;
    private final String variable;
    private final String from;
    private final String to;
    private final String idea;

    OfferedChange(String lever, String variable, String from, String to, String idea) {
        this.lever = lever;
        this.variable = variable;
        this.from = from;
        this.to = to;
        this.idea = idea;
    }

    /** Returns the name of the lever. */
    public String lever() {
        return lever;
    }

    /** Returns the environment variable. */
    public String variable() {
        return variable;
    }

    /** Returns the value of the job as it runs today. */
    public String from() {
        return from;
    }

    /** Returns the value offered. */
    public String to() {
        return to;
    }

    /** Returns the classes that the change addresses. */
    public List<String> addresses() {
        return switch (this) {
            case WORKERS, PREFETCH_DEPTH -> List.of("INPUT_STARVATION");
            case METRIC_EVERY -> List.of("SYNC_STALL", "HOST_SERIAL");
            case CHECKPOINT_MODE, CHECKPOINT_PRECISION -> List.of("CHECKPOINT_STALL");
            case POOL_THREADS -> List.of("HOST_CONTENTION", "HOST_SERIAL");
            case SAMPLE_RATE -> List.of("HOST_CONTENTION");
            case KERNEL_ORDER -> List.of("KERNEL_INEFFICIENT");
        };
    }

    /** Returns the id of the idea in the catalogue, empty where none is named. */
    public String idea() {
        return idea;
    }
}
