package dev.amdahl.core.internal.timeline.path;

import com.fasterxml.jackson.annotation.JsonValue;
import dev.amdahl.spi.job.Activity;
import java.util.Locale;

/** What a nanosecond of the critical path went to. */
public enum PathKind {
    /** Host code: operators, interpreter, anything recorded on a host thread that is none of the others. */
    HOST_CODE(0),
    /** A call of the device's runtime or driver, launches among them. */
    RUNTIME(1),
    /** A call that synchronises with the device: its own time, not the device work that it waits for. */
    SYNC(2),
    /** The job waits for its loader, or does the loader's work itself. */
    INPUT_WAIT(3),
    /** From the return of a launch call to the start of the work, where nothing else held the work back. */
    LAUNCH_OVERHEAD(4),
    /** Between two pieces of device work of which the second waited for the first. */
    KERNEL_GAP(5),
    /** A compute kernel. */
    COMPUTE(6),
    /** A collective or point-to-point kernel. */
    COMMUNICATION(7),
    /** A copy or fill on the device. */
    COPY(8),
    /** Nothing was recorded, or what was waited for is not known. */
    UNEXPLAINED(9);

    private static final PathKind[] VALUES = values();

    private final int index;

    PathKind(int index) {
        this.index = index;
    }

    static PathKind of(int index) {
        return VALUES[index];
    }

    /** Returns its place in columns and factors. */
    int index() {
        return index;
    }

    static PathKind ofDevice(Activity activity) {
        return switch (activity) {
            case COMMUNICATION -> COMMUNICATION;
            case COPY -> COPY;
            default -> COMPUTE;
        };
    }

    /** Returns the name in lower case. */
    @JsonValue
    public String key() {
        return name().toLowerCase(Locale.ROOT);
    }
}
