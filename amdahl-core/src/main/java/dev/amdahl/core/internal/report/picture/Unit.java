package dev.amdahl.core.internal.report.picture;

import java.util.List;

/** The unit in which all times of one drawing are said, chosen by the largest, so that they compare at a glance. */
public enum Unit {
    MICROSECONDS("us", 1e-6, 0),
    MILLISECONDS("ms", 1e-3, 1e-4),
    SECONDS("s", 1, .1),
    MINUTES("min", 60, 120),
    HOURS("h", 3_600, 2 * 3_600),
    DAYS("d", 86_400, 2 * 86_400);

    /** Parts of the unit below which a figure has its own. */
    private static final double MIN = .01;

    private final String sign;
    private final double seconds;
    private final double from;

    Unit(String sign, double seconds, double from) {
        this.sign = sign;
        this.seconds = seconds;
        this.from = from;
    }

    /** Returns the one that suits so many seconds. */
    public static Unit of(double seconds) {
        double size = Math.abs(seconds);
        Unit unit = size == 0 ? SECONDS : MICROSECONDS;
        for (Unit next : values()) {
            unit = size >= next.from && size > 0 ? next : unit;
        }
        return unit;
    }

    /** Returns the one that suits accelerator time: hours, and less only where an hour is far off. */
    public static Unit ofHours(double hours) {
        return Math.abs(hours) >= .1 ? HOURS : of(3_600 * hours);
    }

    /** Returns how many of it so many seconds are. */
    public double in(double time) {
        return time / seconds;
    }

    /** Returns three significant digits with the unit, or with a smaller one where this is far too large. */
    public String words(double time) {
        double value = in(time);
        boolean isTiny = value != 0 && Math.abs(value) < MIN && this != MICROSECONDS;
        return isTiny ? of(time).words(time) : Numbers.significant(value) + " " + sign;
    }

    /** Returns a round figure with the unit, for an axis. */
    public String tick(double time) {
        return Numbers.plain(in(time)) + " " + sign;
    }

    /** Round times within a span, in seconds, in rising order. */
    public List<Double> ticks(double most) {
        return Axis.ticks(0, in(most)).stream().map(value -> value * seconds).toList();
    }
}
