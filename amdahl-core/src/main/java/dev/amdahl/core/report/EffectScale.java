package dev.amdahl.core.report;

import dev.amdahl.core.ledger.Dossier;
import dev.amdahl.core.ledger.LedgerView;
import dev.amdahl.spi.experiment.Comparison;
import java.util.Arrays;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/**
 * The axis that all effects of a report share: log ratios, wide enough for every interval but at most a factor of 4 to each side.
 * Immutable.
 */
record EffectScale(double least, double most) {
    private static final double WIDTH = 210;
    private static final double EDGE = 8;
    private static final double ROOM = 40;
    private static final double NARROWEST = .05;
    private static final double WIDEST = Math.log(4);

    static EffectScale of(LedgerView view) {
        double[] logs = view.dossiers().stream()
                .flatMap(dossier -> dossier.comparison().stream())
                .flatMap(comparison -> Stream.of(comparison.ratio(), comparison.lower(), comparison.upper()))
                .flatMapToDouble(OptionalDouble::stream)
                .filter(ratio -> ratio > 0 && !Double.isInfinite(ratio))
                .map(Math::log)
                .toArray();
        double least = Arrays.stream(logs).min().orElse(0);
        double most = Arrays.stream(logs).max().orElse(0);
        return new EffectScale(
                Math.max(-WIDEST, Math.min(-NARROWEST, 1.08 * least)),
                Math.min(WIDEST, Math.max(NARROWEST, 1.08 * most)));
    }

    private double x(double ratio) {
        double log = ratio <= 0 ? least : Math.max(least, Math.min(most, Math.log(ratio)));
        return EDGE + (WIDTH - 2 * EDGE) * (log - least) / (most - least);
    }

    /** The axis, for the head of the column. */
    Markup axis() {
        Picture picture = new Picture();
        picture.line("axis", EDGE, 20, WIDTH - EDGE, 20);
        tick(picture, Math.exp(least), "");
        tick(picture, 1, "0");
        tick(picture, Math.exp(most), "");
        return picture.inline(WIDTH, 26, "axis of effects");
    }

    private void tick(Picture picture, double ratio, String said) {
        picture.line("axis", x(ratio), 17, x(ratio), 23);
        if (said.isEmpty() && Math.abs(x(ratio) - x(1)) < ROOM) {
            return;
        }
        String text = said.isEmpty() ? Numbers.text("%+.0f %%", 100 * (ratio - 1)) : said;
        String style = said.isEmpty() ? ratio < 1 ? "s" : "s e" : "s m";
        picture.text(style, ratio < 1 ? 0 : ratio > 1 ? WIDTH : x(ratio), 12, text);
    }

    /** One interval with its estimate; the grey band is the minimum practical effect. */
    Markup plot(Dossier dossier, Comparison comparison) {
        Picture picture = new Picture();
        double effect = dossier.experiment()
                .map(experiment -> experiment.plan().minimumEffect())
                .orElse(.01);
        picture.rect("mpe", x(1 - effect), 0, Math.max(1, x(1 + effect) - x(1 - effect)), 22);
        picture.line("zero", x(1), 0, x(1), 22);
        String kind = kind(dossier, comparison);
        if (comparison.lower().isPresent() && comparison.upper().isPresent()) {
            double lower = x(comparison.lower().getAsDouble());
            double upper = x(comparison.upper().getAsDouble());
            picture.path("iv iv-" + kind, "M" + Picture.at(lower) + " 7v8m0-4H" + Picture.at(upper) + "m0-4v8");
        }
        comparison.ratio().ifPresent(ratio -> picture.circle("pt-" + kind, x(ratio), 11, 4.5, Wording.effect(dossier)));
        return picture.inline(WIDTH, 22, "effect " + Wording.effect(dossier));
    }

    private static String kind(Dossier dossier, Comparison comparison) {
        if (Wording.isWin(dossier)) {
            return "win";
        }
        boolean isWorse = comparison.lower().isPresent() && comparison.lower().getAsDouble() > 1;
        return isWorse ? "bad" : "none";
    }
}
