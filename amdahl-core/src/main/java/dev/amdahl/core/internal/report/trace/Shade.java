package dev.amdahl.core.internal.report.trace;

import dev.amdahl.core.internal.timeline.analysis.IdleReason;
import dev.amdahl.core.internal.timeline.path.PathKind;
import dev.amdahl.spi.job.Activity;
import java.util.Locale;

/**
 * What an interval of a strip shows and how it is coloured. The palette follows Okabe and Ito (2008) and Tol (2021).
 *
 * @param name in the legend
 * @param colour as {@code #rrggbb}
 */
public record Shade(String name, String colour) {

    /** Returns the shade of what a lane shows. */
    public static Shade of(Activity activity) {
        return switch (activity) {
            case KERNEL -> new Shade("compute kernel", "#0072B2");
            case COMMUNICATION -> new Shade("communication", "#56B4E9");
            case COPY -> new Shade("copy or fill", "#999933");
            case CHECKPOINT -> new Shade("checkpoint", "#882255");
            case SIDE_WORK -> new Shade("evaluation, logging, export", "#AA4499");
            case INPUT_WAIT -> new Shade("waits for input", "#E69F00");
            case SYNC -> new Shade("waits for the device", "#CC79A7");
            case OFF_CPU -> new Shade("off the processor", "#D55E00");
            case LAUNCH -> new Shade("launch call", "#009E73");
            case HOST_CODE -> new Shade("host code", "#DDCC77");
            case STEP -> new Shade("step", "#B9C0CA");
            default -> new Shade(words(activity.name()), "#98A2AE");
        };
    }

    /** Returns the shade of idle time of a stream. */
    public static Shade of(IdleReason reason) {
        return switch (reason) {
            case KERNEL_TO_KERNEL -> new Shade("idle: between queued kernels", "#BBCCEE");
            case OTHER_STREAM -> new Shade("idle: another stream works", "#88CCEE");
            case LAUNCH_LATENCY -> new Shade("idle: launched, not begun", "#44AA99");
            case SYNC_DRAIN -> new Shade("idle: drained by a wait for the device", "#CC79A7");
            case INPUT_WAIT -> new Shade("idle: waits for input", "#E69F00");
            case HOST_RUNTIME -> new Shade("idle: host in runtime calls", "#009E73");
            case HOST_CPU -> new Shade("idle: host in other code", "#DDCC77");
            case UNSEEN_WORK -> new Shade("idle: busy with what was not recorded", "#C9CDD3");
            case UNKNOWN -> new Shade("idle: launch not recorded", "#D9534F");
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
            case UNEXPLAINED -> new Shade("nothing recorded", "#D9534F");
        };
    }

    /** Returns whether light text is read better on it. */
    boolean isDark() {
        int rgb = Integer.parseInt(colour.substring(1), 16);
        int luma = 299 * (rgb >> 16) + 587 * (rgb >> 8 & 255) + 114 * (rgb & 255);
        return luma < 140_000;
    }

    private static String words(String constant) {
        return constant.toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
