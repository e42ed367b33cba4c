package dev.amdahl.core.internal.report.claim;

import dev.amdahl.core.internal.report.picture.Markup;
import dev.amdahl.core.internal.report.picture.Picture;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.spi.experiment.Comparison;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/**
 * The axis that all effects of a report share: log ratios, wide enough for every interval but at most a factor of 4 to each side.
 */
public record EffectScale(double least, double most) {
    private static final double EDGE = 2;
    private static final int HEIGHT = 20;
    private static final double NARROWEST = .05;
    private static final double WIDEST = Math.log(4);

    /** Wide enough for some hypotheses. */
    public static EffectScale of(List<Dossier> dossiers) {
        double[] logs = dossiers.stream()
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

    /** Returns where a ratio lies, in per cent of the width. */
    double x(double ratio) {
        double log = ratio <= 0 ? least : Math.max(least, Math.min(most, Math.log(ratio)));
        return EDGE + (100 - 2 * EDGE) * (log - least) / (most - least);
    }

    /** Returns one interval with its estimate; the grey band is the minimum practical effect. */
    public Markup plot(Dossier dossier, Comparison comparison) {
        Picture picture = new Picture();
        double effect = dossier.experiment()
                .map(experiment -> experiment.plan().minimumEffect())
                .orElse(.01);
        picture.rect("mpe", x(1 - effect), 0, x(1 + effect) - x(1 - effect), HEIGHT);
        picture.line("zero", x(1), 0, x(1), HEIGHT);
        String kind = kind(dossier, comparison);
        double middle = HEIGHT / 2.0;
        if (comparison.lower().isPresent() && comparison.upper().isPresent()) {
            double lower = x(comparison.lower().getAsDouble());
            double upper = x(comparison.upper().getAsDouble());
            picture.interval("iv iv-" + kind, lower, upper, middle, 4);
        }
        comparison
                .ratio()
                .ifPresent(ratio -> picture.circle("pt-" + kind, x(ratio), middle, 4.5, ReportText.effect(dossier)));
        return picture.inline(
                HEIGHT, "Effect", ReportText.effect(dossier) + "; the band is the minimum practical effect");
    }

    static String kind(Dossier dossier, Comparison comparison) {
        if (ReportText.isWin(dossier)) {
            return "win";
        }
        boolean isWorse = comparison.lower().isPresent() && comparison.lower().getAsDouble() > 1;
        return isWorse ? "bad" : "none";
    }
}
