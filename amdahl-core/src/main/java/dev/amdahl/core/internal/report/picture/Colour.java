package dev.amdahl.core.internal.report.picture;

import dev.amdahl.spi.hypothesis.Bottleneck;
import java.util.Locale;

/**
 * All colours of the pages and pictures; each has one meaning, and none stands twice. Those of the classes follow Okabe and Ito
 * (2008) and Tol (2021), so that they stay apart for colour-blind readers; what was decided, what was measured and what is neutral have
 * colours of their own.
 */
public enum Colour {
    /** Text, and the line of no change. */
    INK("#1c2430", "#e6e9ee"),
    /** Text beside the main text. */
    SOFT("#56616f", "#a3adba"),
    /** Cards, pictures, and text on what is pressed. */
    PAPER("#ffffff", "#1a2027"),
    /** What the cards lie on. */
    BACK("#f4f6f8", "#12161a"),
    /** Frames, and lines of a grid. */
    LINE("#dde2e8", "#333d48"),
    /** The whole that a bar is a part of, and the ground of code. */
    GROUND("#eef1f5", "#242c35"),
    /** Axes, edges of fields, and what is not counted. */
    AXIS("#75808e", "#8a94a3"),
    /** To follow or to press. */
    LINK("#005a8f", "#7cc4f5"),
    /** Where the keyboard is. */
    FOCUS("#b35900", "#ffb454"),
    /** Lines that a change adds, and their ground. */
    ADDED("#0f5c2a", "#7ee2a0"),
    ADDED_GROUND("#e3f4e8", "#16301f"),
    /** Lines that a change removes, and their ground. */
    REMOVED("#9b1c1c", "#ffa9a1"),
    REMOVED_GROUND("#fdeaea", "#3a1f20"),

    /** Won. */
    WON("#117733", "#5cc27d"),
    /** Against a change: refuted, slower, or to be read before it is approved. */
    AGAINST("#b3261e", "#ff8a80"),
    /** Without effect, or not decided. */
    UNDECIDED("#848e9b", "#7f8a98"),
    /** Not worth a test. */
    SCREENED("#cbd2da", "#3d4753"),
    /** Failed, given up, or no longer valid. */
    FAILED("#4a3f55", "#b9a7c9"),

    /** What was measured first, or alone. */
    FIRST("#3f51a5", "#9db1ff"),
    /** What was measured beside it: the confirmation, the wall. */
    SECOND("#0b7285", "#4fc3d9"),
    /** Too small to matter. */
    BAND("#e0e4ec", "#2f3844"),
    /** Lost, and nobody knows to what. */
    LOST("#a4572b", "#d9905f"),
    /** What stays when losses are gone. */
    REMAINDER("#a7b3c4", "#64748a"),

    /** States of an accelerator. */
    IDLE("#c9cfd8", "#4b5562"),
    LOW("#8d9bb5", "#7c8bab"),
    HIGH("#4a5878", "#b3c0da"),
    /** The phase of steady work. */
    RUN("#5f6b78", "#8b96a4"),

    /** Steps of a test beside its queue. */
    BUILDING("#8d6e97", "#a98bb5"),
    BETWEEN("#d4a6a6", "#8f6a6a"),
    REVIEW("#2d6a8f", "#6fb1d6"),

    /** Classes of seconds. */
    PRODUCTIVE("#0072b2", "#2f9be0"),
    COMPUTE_BOUND("#3b7fb0", "#3b7fb0"),
    MEMORY_BOUND("#5a9bc4", "#5a9bc4"),
    KERNEL_INEFFICIENT("#44aa99", "#44aa99"),
    UNDER_BATCHED("#66c2b5", "#66c2b5"),
    REDUNDANT_WORK("#999933", "#999933"),
    THROTTLED("#7a1f1f", "#c25b5b"),
    FAILURE_REWORK("#661100", "#a34a3a"),
    INPUT_STARVATION("#e69f00", "#e69f00"),
    TRANSFER_BOUND("#b8860b", "#b8860b"),
    CHECKPOINT_STALL("#882255", "#b8527f"),
    PERIODIC_SIDE_WORK("#aa4499", "#aa4499"),
    SYNC_STALL("#cc79a7", "#cc79a7"),
    LAUNCH_BOUND("#009e73", "#009e73"),
    HOST_SERIAL("#ddcc77", "#ddcc77"),
    HOST_CONTENTION("#c24e00", "#d55e00"),
    COMM_EXPOSED("#56b4e9", "#56b4e9"),
    STRAGGLER_SKEW("#332288", "#8877dd"),
    PIPELINE_BUBBLE("#88ccee", "#88ccee"),
    QUEUE_WAIT("#dfe3e8", "#3a434e"),
    PROVISIONING("#c3cad3", "#c3cad3"),
    WARMUP("#98a2ae", "#98a2ae"),
    TAIL_DRAIN("#6b7685", "#6b7685"),
    IDLE_AFTER_FINISH("#4c5666", "#566170"),
    OVER_ALLOCATION("#a99a86", "#a99a86"),
    MEMORY_CAPACITY("#7b6d8d", "#7b6d8d"),
    SERVING_INTERFERENCE("#c08497", "#c08497"),

    /** One step of a job in a trace. */
    STEP("#b4becb", "#b4becb"),
    /** Other phases of a trace. */
    PHASE("#a3a9b0", "#a3a9b0"),
    /** Idle between kernels that are queued. */
    QUEUED("#bbccee", "#bbccee"),
    /** Idle while another stream works. */
    ELSEWHERE("#a5dbe0", "#a5dbe0"),
    /** Launched, and not begun. */
    LAUNCHED("#8fd3b6", "#8fd3b6"),
    /** Busy with what was not recorded. */
    UNRECORDED("#d0cfc8", "#d0cfc8"),
    /** Nothing recorded tells why. */
    UNKNOWN("#c9403c", "#c9403c");

    private final String light;
    private final String dark;

    Colour(String light, String dark) {
        this.light = light;
        this.dark = dark;
    }

    /** Returns that of a class of seconds with a known cause. */
    public static Colour of(Bottleneck bottleneck) {
        return valueOf(bottleneck.name());
    }

    /** Returns it as {@code #rrggbb}, on a light page. */
    public String light() {
        return light;
    }

    /** Returns it as {@code #rrggbb}, on a dark page. */
    public String dark() {
        return dark;
    }

    /** Returns whether white is read better on it than the light page's ink. */
    public boolean isDeep() {
        return luminance(light) < .2;
    }

    /** Relative luminance by WCAG 2.2. */
    static double luminance(String colour) {
        int rgb = Integer.parseInt(colour.substring(1), 16);
        return .2126 * linear(rgb >> 16) + .7152 * linear(rgb >> 8 & 255) + .0722 * linear(rgb & 255);
    }

    private static double linear(int value) {
        double share = value / 255.0;
        return share <= .04045 ? share / 12.92 : Math.pow((share + .055) / 1.055, 2.4);
    }

    /** Its name in a style sheet. */
    String style() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
