package dev.amdahl.core.internal.report.trace;

import dev.amdahl.core.internal.report.picture.Colour;
import dev.amdahl.core.internal.timeline.analysis.IdleReason;
import dev.amdahl.core.internal.timeline.path.PathKind;
import dev.amdahl.spi.job.Activity;
import java.util.Locale;

/**
 * What an interval of a strip shows and how it is coloured.
 *
 * @param name in the legend
 * @param colour the same on light and dark pages
 */
public record Shade(String name, Colour colour) {

    /** Returns the shade of what a lane shows. */
    public static Shade of(Activity activity) {
        return switch (activity) {
            case KERNEL -> new Shade("compute kernel", Colour.PRODUCTIVE);
            case COMMUNICATION -> new Shade("communication", Colour.COMM_EXPOSED);
            case COPY -> new Shade("copy or fill", Colour.TRANSFER_BOUND);
            case CHECKPOINT -> new Shade("checkpoint", Colour.CHECKPOINT_STALL);
            case SIDE_WORK -> new Shade("evaluation, logging, export", Colour.PERIODIC_SIDE_WORK);
            case INPUT_WAIT -> new Shade("waits for input", Colour.INPUT_STARVATION);
            case SYNC -> new Shade("waits for the device", Colour.SYNC_STALL);
            case OFF_CPU -> new Shade("off the processor", Colour.HOST_CONTENTION);
            case LAUNCH -> new Shade("launch call", Colour.LAUNCH_BOUND);
            case HOST_CODE -> new Shade("host code", Colour.HOST_SERIAL);
            case STEP -> new Shade("step", Colour.STEP);
            default -> new Shade(words(activity.name()), Colour.PHASE);
        };
    }

    /** Returns the shade of idle time of a stream. */
    public static Shade of(IdleReason reason) {
        return switch (reason) {
            case KERNEL_TO_KERNEL -> new Shade("idle: between queued kernels", Colour.QUEUED);
            case OTHER_STREAM -> new Shade("idle: another stream works", Colour.ELSEWHERE);
            case LAUNCH_LATENCY -> new Shade("idle: launched, not begun", Colour.LAUNCHED);
            case SYNC_DRAIN -> new Shade("idle: drained by a wait for the device", Colour.SYNC_STALL);
            case INPUT_WAIT -> new Shade("idle: waits for input", Colour.INPUT_STARVATION);
            case HOST_RUNTIME -> new Shade("idle: host in runtime calls", Colour.LAUNCH_BOUND);
            case HOST_CPU -> new Shade("idle: host in other code", Colour.HOST_SERIAL);
            case UNSEEN_WORK -> new Shade("idle: busy with what was not recorded", Colour.UNRECORDED);
            case UNKNOWN -> new Shade("idle: launch not recorded", Colour.UNKNOWN);
        };
    }

    /** Returns the shade of a stretch of the critical path. */
    public static Shade of(PathKind kind) {
        return switch (kind) {
            case COMPUTE -> of(Activity.KERNEL);
            case COMMUNICATION -> of(Activity.COMMUNICATION);
            case COPY -> of(Activity.COPY);
            case HOST_CODE -> of(Activity.HOST_CODE);
            case RUNTIME -> of(Activity.LAUNCH);
            case SYNC -> of(Activity.SYNC);
            case INPUT_WAIT -> of(Activity.INPUT_WAIT);
            case LAUNCH_OVERHEAD -> of(IdleReason.LAUNCH_LATENCY);
            case KERNEL_GAP -> of(IdleReason.KERNEL_TO_KERNEL);
            case UNEXPLAINED -> new Shade("nothing recorded", Colour.UNKNOWN);
        };
    }

    private static String words(String constant) {
        return constant.toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
