package dev.amdahl.core.internal.report.claim;

import dev.amdahl.core.internal.report.picture.Axis;
import dev.amdahl.core.internal.report.picture.Markup;
import dev.amdahl.core.internal.report.picture.Numbers;
import dev.amdahl.core.internal.report.picture.Picture;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.spi.Plurals;
import dev.amdahl.spi.experiment.Comparison;
import dev.amdahl.spi.experiment.ExperimentPlan;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.DoubleStream;

/**
 * Draws the pairs of an experiment as a forest plot: a row a pair in order of running with its effect, and at the foot the estimate
 * with its interval; the band is the minimum practical effect. Across stands the log ratio, its words are per cent. Not thread-safe.
 */
final class ForestPicture {
    private static final double LEFT = 1;
    private static final double RIGHT = 99;
    private static final int LABEL = 16;
    private static final int HINT = 14;
    private static final int FOREST = 300;
    private static final int MAX_ROW = 9;
    private static final int MIN_ROW = 3;
    private static final double MIN_SPAN = .04;

    private final Picture picture = new Picture();
    private final ExperimentPlan plan;
    private final double least;
    private final double most;
    private double y = LABEL;

    private ForestPicture(ExperimentPlan plan, DoubleStream shown) {
        this.plan = plan;
        double[] sorted = shown.filter(Double::isFinite).sorted().toArray();
        double low = Math.min(-2 * plan.minimumEffect(), sorted.length == 0 ? 0 : sorted[0]);
        double high = Math.max(2 * plan.minimumEffect(), sorted.length == 0 ? 0 : sorted[sorted.length - 1]);
        double room = Math.max(MIN_SPAN, high - low) * .04;
        this.least = low - room;
        this.most = high + room;
    }

    static Markup draw(Dossier dossier, ExperimentPlan plan, Pairs pairs) {
        List<Pairs.Row> rows = pairs.rows().stream()
                .filter(row -> row.result().logRatio().isPresent())
                .toList();
        DoubleStream effects = rows.stream()
                .filter(Pairs.Row::isCounted)
                .mapToDouble(row -> row.result().logRatio().orElseThrow());
        DoubleStream ends = dossier.comparison().stream()
                .flatMapToDouble(found -> DoubleStream.concat(
                        logs(found.ratio()), DoubleStream.concat(logs(found.lower()), logs(found.upper()))));
        return new ForestPicture(plan, DoubleStream.concat(effects, ends)).draw(dossier, rows);
    }

    private static DoubleStream logs(OptionalDouble ratio) {
        return ratio.stream().filter(value -> value > 0).map(Math::log);
    }

    private Markup draw(Dossier dossier, List<Pairs.Row> rows) {
        double row = Math.max(MIN_ROW, Math.min(MAX_ROW, (double) FOREST / Math.max(1, rows.size())));
        long sets = rows.stream().map(Pairs.Row::set).distinct().count();
        double bottom = LABEL * (1 + sets) + row * rows.size() + 34;
        double band = Math.log1p(plan.minimumEffect());
        picture.text("s", 0, 10, "faster").text("s e", 100, 10, "slower");
        int set = 0;
        double from = HINT;
        for (Pairs.Row one : rows) {
            if (one.set() != set) {
                middle(band, from, y);
                from = y + LABEL;
                set = one.set();
                picture.text("s", 0, y + 11, name(set) + " set");
                y += LABEL;
            }
            String style = one.isCounted() ? one.isVariantFirst() ? "vf" : "bf" : "out";
            double d = one.result().logRatio().orElseThrow();
            picture.circle(style, x(d), y + row / 2, Math.min(4, row / 2 + .5), PairTable.words(one));
            y += row;
        }
        middle(band, from, bottom);
        dossier.comparison().ifPresent(found -> estimate(dossier, found, bottom - 20));
        Axis.across(
                picture,
                0,
                bottom,
                Axis.ticks(Math.expm1(least), Math.expm1(most)),
                tick -> x(Math.log1p(tick)),
                Numbers::signed);
        return picture.inline(
                bottom + 22,
                "Forest plot of " + Plurals.of(rows.size(), "pair"),
                "Change of " + plan.metric().name() + " in each pair; estimate " + ReportText.effect(dossier)
                        + "; minimum practical effect " + Numbers.percent(plan.minimumEffect()) + ".");
    }

    /** The middle with its band, over a stretch in which no words stand. */
    private void middle(double band, double from, double to) {
        if (to - from > 3) {
            picture.rect("mpe", x(-band), from, x(band) - x(-band), to - from);
            picture.line("zero", x(0), from, x(0), to);
        }
    }

    private void estimate(Dossier dossier, Comparison found, double at) {
        picture.line("axis", 0, at - 13, 100, at - 13);
        String kind = EffectScale.kind(dossier, found);
        if (found.lower().isPresent() && found.upper().isPresent()) {
            double lower = x(Math.log(found.lower().getAsDouble()));
            double upper = x(Math.log(found.upper().getAsDouble()));
            picture.interval("iv iv-" + kind, lower, upper, at, 5);
        }
        found.ratio()
                .ifPresent(ratio -> picture.circle(
                        "pt-" + kind, x(Math.log(ratio)), at, 5.5, "estimate " + ReportText.effect(dossier)));
    }

    private static String name(int set) {
        return set == 1 ? "first" : set == 2 ? "confirmation" : "confirmation " + (set - 1);
    }

    private double x(double log) {
        double within = Math.max(least, Math.min(most, log));
        return LEFT + (RIGHT - LEFT) * (within - least) / (most - least);
    }
}
