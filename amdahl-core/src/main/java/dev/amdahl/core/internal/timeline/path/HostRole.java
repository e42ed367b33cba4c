package dev.amdahl.core.internal.timeline.path;

import dev.amdahl.spi.job.Activity;
import dev.amdahl.spi.job.Lane;

/** What an interval of a host thread means for what comes after it. */
final class HostRole {
    private HostRole() {}

    /** Returns the kind of the interval's own time. */
    static PathKind kind(Lane lane, int interval) {
        return switch (lane.activity(interval)) {
            case LAUNCH -> PathKind.RUNTIME;
            case SYNC -> makesStreamWait(lane, interval) ? PathKind.RUNTIME : PathKind.SYNC;
            case INPUT_WAIT -> PathKind.INPUT_WAIT;
            case OFF_CPU -> PathKind.UNEXPLAINED;
            default -> isRuntime(lane.label(interval)) ? PathKind.RUNTIME : PathKind.HOST_CODE;
        };
    }

    /** Returns whether it is a call that makes a stream, not the host, wait for an event. */
    static boolean makesStreamWait(Lane lane, int interval) {
        return lane.activity(interval) == Activity.SYNC && lane.label(interval).contains("StreamWaitEvent");
    }

    /** Returns whether it waits for an event, which need not be the last work of its stream. */
    static boolean waitsForEvent(Lane lane, int interval) {
        return lane.label(interval).contains("EventSynchronize");
    }

    private static boolean isRuntime(String label) {
        return label.startsWith("cuda")
                || label.startsWith("hip")
                || (label.startsWith("cu") && label.length() > 2 && Character.isUpperCase(label.charAt(2)));
    }
}
