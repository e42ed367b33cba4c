package dev.amdahl.core.internal.report.picture;

import dev.amdahl.core.internal.timeline.Ceilings;
import dev.amdahl.spi.hypothesis.Account;
import dev.amdahl.spi.hypothesis.Bottleneck.Kind;
import dev.amdahl.spi.hypothesis.Diagnosis;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import java.util.function.ToDoubleFunction;

/**
 * Draws Amdahl's curve of a job: how much faster the whole gets when only its kernels do, S = 1 / ((1 - f) + f / s), in the wall and in
 * accelerator-hours. Across stands 1 - 1 / s, so that infinitely fast kernels have a place.
 */
public final class AmdahlPicture {
    private static final double LEFT = 13;
    private static final double RIGHT = 97;
    private static final int TOP = 18;
    private static final int BOTTOM = 190;
    private static final int HEIGHT = 226;
    private static final int PIECES = 48;
    private static final double MAX = 8;
    private static final double MIN = 1.5;

    private AmdahlPicture() {}

    /** Returns the speed-up of accelerator time or wall, whichever is larger, by kernels that take no time. */
    public static double most(Diagnosis diagnosis) {
        return Math.max(
                Ceilings.ceiling(share(diagnosis, Account::wallSeconds)),
                Ceilings.ceiling(share(diagnosis, Account::acceleratorSeconds)));
    }

    /** With its legend. */
    public static Markup draw(Diagnosis diagnosis) {
        double wall = share(diagnosis, Account::wallSeconds);
        double held = share(diagnosis, Account::acceleratorSeconds);
        double most = Math.max(MIN, Math.min(MAX, 1.06 * Math.max(Ceilings.ceiling(wall), Ceilings.ceiling(held))));
        DoubleUnaryOperator y = speedup -> BOTTOM - (BOTTOM - TOP) * (Math.min(most, speedup) - 1) / (most - 1);
        Picture picture = new Picture();
        Axis.upright(picture, LEFT, Axis.ticks(1, most), y, Numbers::factor);
        for (double factor : new double[] {1, 2, 5, Double.POSITIVE_INFINITY}) {
            picture.line("grid", x(factor), TOP, x(factor), BOTTOM);
        }
        Axis.across(
                picture,
                LEFT,
                BOTTOM,
                List.of(1.0, 2.0, 5.0, Double.POSITIVE_INFINITY),
                AmdahlPicture::x,
                factor -> factor == 1 ? "today" : Double.isInfinite(factor) ? "infinite" : Math.round(factor) + "x");
        picture.text("s m", (LEFT + RIGHT) / 2, BOTTOM + 33, "speed of the compute kernels");
        curve(picture, "curve", "accelerator-hours", held, y);
        curve(picture, "curve curve2", "wall", wall, y);
        Markup figure = picture.inline(
                HEIGHT,
                "Amdahl curve",
                "Kernels are " + Numbers.percent(wall) + " of the wall and " + Numbers.percent(held)
                        + " of the accelerator time. " + said("wall", wall) + " " + said("accelerator-hours", held));
        figure.element("p", said("accelerator-hours", held)).element("p", said("wall", wall));
        new Legend()
                .dot("pt-first", "accelerator-hours")
                .dot("pt-second", "wall, queue included")
                .add(figure);
        return figure;
    }

    private static void curve(Picture picture, String style, String name, double share, DoubleUnaryOperator y) {
        for (int i = 0; i < PIECES; i++) {
            double from = 1.0 * i / PIECES;
            double to = (i + 1.0) / PIECES;
            picture.line(
                    style,
                    LEFT + (RIGHT - LEFT) * from,
                    y.applyAsDouble(Ceilings.ceiling(share * from)),
                    LEFT + (RIGHT - LEFT) * to,
                    y.applyAsDouble(Ceilings.ceiling(share * to)));
        }
        for (double factor : new double[] {1, 2, Double.POSITIVE_INFINITY}) {
            double speedup = speedup(share, factor);
            picture.circle(
                    style.equals("curve") ? "pt-first" : "pt-second",
                    x(factor),
                    y.applyAsDouble(speedup),
                    4.5,
                    name + ", " + words(factor) + ": " + Numbers.factor(speedup));
        }
    }

    private static String said(String name, double share) {
        return "In " + (name.equals("wall") ? "the wall" : name) + ": today 1.00x, 2x compute "
                + Numbers.factor(speedup(share, 2)) + ", infinite compute "
                + Numbers.factor(speedup(share, Double.POSITIVE_INFINITY)) + ".";
    }

    private static String words(double factor) {
        return factor == 1 ? "today" : factor == 2 ? "2x compute" : "infinite compute";
    }

    private static double speedup(double share, double factor) {
        return Ceilings.speedup(new double[] {share}, new double[] {factor});
    }

    private static double x(double factor) {
        return LEFT + (RIGHT - LEFT) * (1 - 1 / factor);
    }

    /** Share of the seconds in which kernels compute, whatever slows them. */
    private static double share(Diagnosis diagnosis, ToDoubleFunction<Account> seconds) {
        double all = diagnosis.accounts().stream().mapToDouble(seconds).sum();
        double kernels = diagnosis.accounts().stream()
                .filter(account -> account.bottleneck().kind() == Kind.WORK
                        || account.bottleneck().kind() == Kind.RELABEL)
                .mapToDouble(seconds)
                .sum();
        return all > 0 ? Math.min(1, kernels / all) : 0;
    }
}
