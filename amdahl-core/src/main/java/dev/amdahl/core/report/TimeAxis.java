package dev.amdahl.core.report;

/** Ticks in seconds at 1, 2 or 5 times a power of ten. Stateless. */
final class TimeAxis {
    private TimeAxis() {}

    static void draw(Picture picture, double seconds, double left, double width, double top, double bottom) {
        picture.line("axis", left, bottom, left + width, bottom);
        if (!(seconds > 0)) {
            return;
        }
        double step = step(seconds / 8);
        for (int i = 0; i * step <= seconds * (1 + 1e-9); i++) {
            double x = left + width * i * step / seconds;
            picture.line("axis", x, bottom, x, bottom + 4);
            picture.text("s m", x, bottom + 17, Numbers.significant(i * step) + (i == 0 ? " s" : ""));
        }
        picture.line("axis", left, top, left, bottom);
    }

    static double step(double least) {
        double power = Math.pow(10, Math.floor(Math.log10(least)));
        for (double factor : new double[] {1, 2, 5}) {
            if (factor * power >= least * (1 - 1e-9)) {
                return factor * power;
            }
        }
        return 10 * power;
    }
}
