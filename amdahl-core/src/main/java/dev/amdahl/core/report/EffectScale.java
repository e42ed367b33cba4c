package dev.amdahl.core.report;

import dev.amdahl.core.ledger.Dossier;
import dev.amdahl.core.ledger.LedgerView;
import dev.amdahl.spi.experiment.Comparison;
import java.util.stream.DoubleStream;

/**
 * The axis that all effects of a report share: log ratios around 0, wide enough for every interval but at most a factor of 4.
 * Immutable.
 */
record EffectScale(double most) {
    private static final double WIDTH = 230;
    private static final double EDGE = 8;

    static EffectScale of(LedgerView view) {
        double most = view.dossiers().stream()
                .flatMap(dossier -> dossier.comparison().stream())
                .flatMapToDouble(comparison -> DoubleStream.concat(
                        comparison.ratio().stream(),
                        DoubleStream.concat(comparison.lower().stream(), comparison.upper().stream())))
                .filter(ratio -> ratio > 0 && !Double.isInfinite(ratio))
                .map(ratio -> Math.abs(Math.log(ratio)))
                .max()
                .orElse(.1);
        return new EffectScale(Math.max(.05, Math.min(Math.log(4), 1.08 * most)));
    }

    private double x(double ratio) {
        double log = ratio <= 0 ? -most : Math.log(ratio);
        double share = Math.max(-1, Math.min(1, log / most));
        return WIDTH / 2 + share * (WIDTH / 2 - EDGE);
    }

    /** The axis, for the head of the column. */
    Markup axis() {
        Picture picture = new Picture();
        picture.line("axis", EDGE, 20, WIDTH - EDGE, 20);
        tick(picture, Math.exp(-most), "");
        tick(picture, 1, "0");
        tick(picture, Math.exp(most), "");
        return picture.inline(WIDTH, 26, "axis of effects");
    }

    private void tick(Picture picture, double ratio, String said) {
        picture.line("axis", x(ratio), 17, x(ratio), 23);
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
