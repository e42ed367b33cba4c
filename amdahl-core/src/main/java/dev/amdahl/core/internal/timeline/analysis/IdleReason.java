package dev.amdahl.core.internal.timeline.analysis;

/** Why a stream was idle. Each idle nanosecond of a stream's own span has exactly one. */
public enum IdleReason {
    /** The next work was queued before the stream drained, and began at most 30 us later; or both belong to one graph. */
    KERNEL_TO_KERNEL,
    /** The next work was queued, and other streams of the device worked: it waited for them, or for room beside them. */
    OTHER_STREAM,
    /** The next work was queued, the device did nothing else, and yet it did not begin. */
    LAUNCH_LATENCY,
    /** Nothing was queued: the host was still in the call that had waited for the device when the stream drained. */
    SYNC_DRAIN,
    /** Nothing was queued: the host waited for its loader. */
    INPUT_WAIT,
    /** Nothing was queued: the host was inside calls of the device's runtime, the launch itself among them. */
    HOST_RUNTIME,
    /** Nothing was queued: the host did something else. */
    HOST_CPU,
    /** The next work was queued, and nothing that was recorded ran for over 1 ms: the device was occupied by something else. */
    UNSEEN_WORK,
    /** Neither the launch of the next work nor a later one of the stream tells when it was queued. */
    UNKNOWN
}
