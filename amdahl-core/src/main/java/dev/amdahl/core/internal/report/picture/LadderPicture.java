package dev.amdahl.core.internal.report.picture;

import dev.amdahl.core.internal.timeline.Ceilings;
import dev.amdahl.core.internal.timeline.ClassCeiling;
import dev.amdahl.spi.Plurals;
import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.hypothesis.Diagnosis;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * Draws the ladder of ceilings: what is left of the accelerator time as one loss after the other vanishes, the largest first, with
 * the speed-up that this would be at most.
 */
public final class LadderPicture {
    private static final int NAME_COLUMNS = 22;
    private static final int ROW = 40;
    private static final double MIN = .002;

    private LadderPicture() {}

    /** Returns the ladder; without losses its first rung alone. */
    public static Markup draw(Diagnosis diagnosis) {
        List<ClassCeiling> rungs = Ceilings.cumulative(diagnosis).stream()
                .filter(rung -> rung.acceleratorSeconds() > 0 || rung.wallShare() > 0)
                .toList();
        int hidden = 0;
        Picture picture = new Picture();
        StringBuilder said =
                new StringBuilder("Accelerator time left as losses vanish one after the other, the largest first: ");
        rung(picture, 0, "today", 1, 1, 1);
        picture.rect("left", 0, 18, 100, 14);
        double left = 100;
        double y = ROW;
        Set<Bottleneck> before = EnumSet.noneOf(Bottleneck.class);
        for (ClassCeiling rung : rungs) {
            Set<Bottleneck> gone = EnumSet.copyOf(rung.classes());
            gone.removeAll(before);
            before.addAll(gone);
            if (gone.isEmpty()) {
                continue;
            }
            Bottleneck one = gone.iterator().next();
            double now = 100 * (1 - rung.acceleratorShare());
            boolean isSmall = Ceilings.combined(diagnosis, gone).acceleratorShare() < MIN
                    && Ceilings.combined(diagnosis, gone).wallShare() < MIN;
            if (isSmall) {
                hidden++;
                continue;
            }
            String name = one.label();
            rung(picture, y, name, now / 100, rung.acceleratorCeiling(), rung.wallCeiling());
            picture.rect("left", 0, y + 18, now, 14);
            picture.rect(
                    Picture.colour(one),
                    now,
                    y + 18,
                    left - now,
                    14,
                    one.label() + " " + Numbers.percent((left - now) / 100));
            said.append("without ")
                    .append(name)
                    .append(": ")
                    .append(Numbers.percent(now / 100))
                    .append(" left, ");
            said.append(Numbers.factor(rung.acceleratorCeiling())).append("; ");
            left = now;
            y += ROW;
        }
        Markup figure = picture.inline(y, "Ladder of ceilings", said.toString().strip());
        if (hidden > 0) {
            figure.element("p", "Not drawn: " + Plurals.of(hidden, "loss") + " of less than .2 %.", "class", "soft");
        }
        return figure;
    }

    private static void rung(Picture picture, double y, String name, double left, double held, double wall) {
        String figures = Numbers.factor(held) + (Math.abs(held - wall) < .005 ? "" : ", wall " + Numbers.factor(wall));
        picture.text("", 0, y + 12, PlainText.fit(name, NAME_COLUMNS));
        picture.text("s e", 100, y + 12, Math.round(100 * left) + " % · " + figures);
        picture.rect("track", 0, y + 18, 100, 14);
    }
}
