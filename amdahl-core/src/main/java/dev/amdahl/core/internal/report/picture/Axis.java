package dev.amdahl.core.internal.report.picture;

import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleFunction;
import java.util.function.DoubleUnaryOperator;

/** Ticks at 1, 2 or 5 times a power of ten. */
public final class Axis {
    private static final int TICKS = 5;

    private Axis() {}

    /** About five round values within a span, in rising order. */
    public static List<Double> ticks(double from, double to) {
        List<Double> ticks = new ArrayList<>();
        if (to > from) {
            double step = step((to - from) / TICKS);
            for (long i = (long) Math.ceil(from / step - 1e-9); i * step <= to + 1e-9 * step; i++) {
                ticks.add(i * step);
            }
        }
        return ticks;
    }

    /** Returns the least 1, 2 or 5 times a power of ten that is no smaller. */
    static double step(double least) {
        double power = Math.pow(10, Math.floor(Math.log10(least)));
        for (double factor : new double[] {1, 2, 5}) {
            if (factor * power >= least * (1 - 1e-9)) {
                return factor * power;
            }
        }
        return 10 * power;
    }

    /** A line from a place on to the right, with ticks below it and their words; words that would leave the drawing stay within it. */
    public static void across(
            Picture picture,
            double left,
            double y,
            List<Double> ticks,
            DoubleUnaryOperator x,
            DoubleFunction<String> words) {
        picture.line("axis", left, y, 100, y);
        for (double tick : ticks) {
            double at = x.applyAsDouble(tick);
            picture.line("axis", at, y, at, y + 4);
            String style = at < 4 ? "s" : at > 96 ? "s e" : "s m";
            picture.text(style, at < 4 ? 0 : at > 96 ? 100 : at, y + 17, words.apply(tick));
        }
    }

    /** Time from 0 on, along the whole width. */
    public static void time(Picture picture, double y, double seconds, Unit unit) {
        across(picture, 0, y, unit.ticks(seconds), at -> 100 * at / seconds, unit::tick);
    }

    /** Lines across the drawing up to its right edge, each with its words standing on its left end. */
    public static void upright(
            Picture picture, double left, List<Double> ticks, DoubleUnaryOperator y, DoubleFunction<String> words) {
        upright(picture, left, 100, ticks, y, words);
    }

    /** Lines across the drawing, each with its words standing on its left end. */
    public static void upright(
            Picture picture,
            double left,
            double right,
            List<Double> ticks,
            DoubleUnaryOperator y,
            DoubleFunction<String> words) {
        for (double tick : ticks) {
            double at = y.applyAsDouble(tick);
            picture.line("grid", left, at, right, at);
            picture.text("s", 0, at + 4, words.apply(tick));
        }
    }
}
