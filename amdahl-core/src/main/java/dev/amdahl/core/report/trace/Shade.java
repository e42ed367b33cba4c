package dev.amdahl.core.report.trace;

import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.job.Activity;
import java.util.Locale;

/**
 * What an interval of a strip shows and how it is coloured. Immutable. The palette follows Okabe and Ito (2008) and Tol (2021).
 *
 * @param name in the legend
 * @param colour as {@code #rrggbb}
 */
public record Shade(String name, String colour) {

    /** The shade of what a lane shows. */
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

    /** The shade of idle time that a class explains. */
    public static Shade of(Bottleneck bottleneck) {
        return new Shade("idle: " + words(bottleneck.name()), idle(bottleneck));
    }

    private static String idle(Bottleneck bottleneck) {
        return switch (bottleneck) {
            case INPUT_STARVATION -> "#E69F00";
            case CHECKPOINT_STALL -> "#882255";
            case PERIODIC_SIDE_WORK -> "#AA4499";
            case SYNC_STALL -> "#CC79A7";
            case HOST_CONTENTION -> "#D55E00";
            case LAUNCH_BOUND -> "#009E73";
            case HOST_SERIAL -> "#DDCC77";
            case STRAGGLER_SKEW -> "#332288";
            case PIPELINE_BUBBLE -> "#88CCEE";
            case TAIL_DRAIN -> "#6B7685";
            case IDLE_AFTER_FINISH -> "#4C5666";
            case WARMUP, PROVISIONING -> "#98A2AE";
            default -> "#D9534F";
        };
    }

    /** Whether light text is read better on it. */
    boolean isDark() {
        int rgb = Integer.parseInt(colour.substring(1), 16);
        int luma = 299 * (rgb >> 16) + 587 * (rgb >> 8 & 255) + 114 * (rgb & 255);
        return luma < 140_000;
    }

    static String words(String constant) {
        return constant.toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
