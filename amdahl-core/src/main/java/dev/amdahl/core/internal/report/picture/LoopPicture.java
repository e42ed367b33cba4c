package dev.amdahl.core.internal.report.picture;

import java.util.List;

/** Draws the wheel of proposing, verifying and dreaming with its counts, and below it what is left of what was scanned, step by step. */
public final class LoopPicture {
    private static final int RADIUS = 40;
    private static final int MIDDLE = 84;
    private static final int TOP = 148;
    private static final int ROW = 28;
    private static final int GAP = 24;

    private LoopPicture() {}

    /**
     * A place on the wheel.
     *
     * @param name a verb
     * @param counts at most two short lines
     */
    public record Turn(String name, List<String> counts) {
        public Turn {
            counts = List.copyOf(counts);
        }
    }

    /**
     * A step of the funnel.
     *
     * @param name of what got so far
     * @param words how much, with its unit
     * @param share of the first step of the same unit, 0 to 1
     */
    public record Stage(String name, String words, double share) {}

    /** Returns the drawing; proposing stands at the top of the wheel, verifying on its right, dreaming on its left. */
    public static Markup draw(Turn propose, Turn verify, Turn dream, List<Stage> stages) {
        Picture picture = new Picture();
        wheel(picture, propose, verify, dream);
        StringBuilder said = new StringBuilder("In turn: ");
        for (Turn turn : List.of(propose, verify, dream)) {
            said.append(turn.name())
                    .append(", ")
                    .append(String.join(", ", turn.counts()))
                    .append("; ");
        }
        said.append("From scanned to captured: ");
        double y = funnel(picture, TOP, stages, said);
        return picture.inline(y, "The loop and its funnel", said.toString().strip());
    }

    /** Returns the drawing of a funnel alone. */
    public static Markup funnel(String title, List<Stage> stages) {
        Picture picture = new Picture();
        StringBuilder said = new StringBuilder();
        double y = funnel(picture, 0, stages, said);
        return picture.inline(y, title, said.toString().strip());
    }

    /** Returns where the drawing ends. */
    private static double funnel(Picture picture, double top, List<Stage> stages, StringBuilder said) {
        double y = top;
        for (Stage stage : stages) {
            picture.text("", 0, y + 12, stage.name()).text("s e", 100, y + 12, stage.words());
            picture.rect("track", 0, y + 17, 100, 6);
            if (stage.share() > 0) {
                picture.rect("first", 0, y + 17, 100 * Math.min(1, stage.share()), 6, stage.words());
            }
            said.append(stage.name()).append(' ').append(stage.words()).append("; ");
            y += ROW;
        }
        return y;
    }

    private static void wheel(Picture picture, Turn propose, Turn verify, Turn dream) {
        picture.centre();
        for (int from : new int[] {-90, 30, 150}) {
            picture.path("turn", arc(from + GAP, from + 120 - GAP)).path("tip", tip(from + 120 - GAP));
        }
        name(picture, "m", 0, 14, propose);
        name(picture, "", RADIUS + 14, MIDDLE + RADIUS / 2 - 6, verify);
        name(picture, "e", -RADIUS - 14, MIDDLE + RADIUS / 2 - 6, dream);
        picture.circle("first", 0, MIDDLE - RADIUS, 5, propose.name());
        picture.circle("first", x(30), y(30), 5, verify.name());
        picture.circle("first", x(150), y(150), 5, dream.name());
        picture.end();
    }

    private static void name(Picture picture, String style, double x, double y, Turn turn) {
        picture.text("b " + style, x, y, turn.name());
        double line = y;
        for (String count : turn.counts()) {
            line += 15;
            picture.text("s " + style, x, line, count);
        }
    }

    private static String arc(double from, double to) {
        return Numbers.text("M%.1f %.1fA%d %d 0 0 1 %.1f %.1f", x(from), y(from), RADIUS, RADIUS, x(to), y(to));
    }

    /** A triangle that points along the circle. */
    private static String tip(double degrees) {
        double ahead = degrees + 12;
        double in = RADIUS - 6;
        double out = RADIUS + 6;
        double angle = Math.toRadians(degrees);
        return Numbers.text(
                "M%.1f %.1fL%.1f %.1fL%.1f %.1fz",
                in * Math.cos(angle),
                MIDDLE + in * Math.sin(angle),
                out * Math.cos(angle),
                MIDDLE + out * Math.sin(angle),
                x(ahead),
                y(ahead));
    }

    private static double x(double degrees) {
        return RADIUS * Math.cos(Math.toRadians(degrees));
    }

    private static double y(double degrees) {
        return MIDDLE + RADIUS * Math.sin(Math.toRadians(degrees));
    }
}
