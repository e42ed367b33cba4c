package dev.amdahl.core.report;

import dev.amdahl.core.ledger.Dossier;
import dev.amdahl.core.stats.design.Direction;
import dev.amdahl.core.stats.design.PredictiveEProcess;
import dev.amdahl.spi.experiment.ExperimentPlan;
import java.util.List;

/**
 * Draws the trials of an experiment in order: above, d of each pair as a change in per cent, by which arm ran first; below, the
 * evidence of each set after each pair with the bar it had to reach. Stateless.
 */
final class PairsPicture {
    private static final double WIDTH = 1060;
    private static final double LEFT = 70;
    private static final double RIGHT = 1040;
    private static final double TOP = 12;
    private static final double MIDDLE = 150;
    private static final double BOTTOM = 250;

    private PairsPicture() {}

    static Markup draw(Dossier dossier, ExperimentPlan plan, Pairs pairs) {
        List<Pairs.Row> rows = pairs.rows().stream()
                .filter(row -> row.result().logRatio().isPresent())
                .toList();
        Picture picture = new Picture();
        double most = rows.stream()
                .mapToDouble(row -> Math.abs(row.result().logRatio().orElseThrow()))
                .max()
                .orElse(.1);
        double scale = (MIDDLE - 20 - TOP) / 2 / Math.max(.02, 1.1 * most);
        double zero = (TOP + MIDDLE - 20) / 2;
        picture.rect(
                "mpe",
                LEFT,
                zero - plan.minimumEffect() * scale,
                RIGHT - LEFT,
                Math.max(1, 2 * plan.minimumEffect() * scale));
        picture.line("zero", LEFT, zero, RIGHT, zero);
        picture.text("s e", LEFT - 6, zero + 4, "0");
        for (int sign : new int[] {-1, 1}) {
            double y = zero - sign * most * scale;
            picture.text("s e", LEFT - 6, y + 4, Numbers.text("%+.0f %%", 100 * Math.expm1(sign * most)));
        }
        double step = (RIGHT - LEFT) / Math.max(1, rows.size());
        dots(picture, rows, step, zero, scale);
        evidence(picture, rows, step, dossier, plan);
        legend(picture);
        return picture.inline(WIDTH, BOTTOM + 46, "pairs and evidence");
    }

    private static void dots(Picture picture, List<Pairs.Row> rows, double step, double zero, double scale) {
        int set = rows.isEmpty() ? 0 : rows.get(0).set();
        for (int i = 0; i < rows.size(); i++) {
            Pairs.Row row = rows.get(i);
            if (row.set() != set) {
                set = row.set();
                double x = LEFT + i * step;
                picture.line("axis", x, TOP - 8, x, BOTTOM);
                picture.text("s", x + 4, TOP, set == 2 ? "confirmation set" : "set " + set);
            }
            double x = LEFT + (i + .5) * step;
            double d = row.result().logRatio().orElseThrow();
            String style = row.isCounted() ? row.isVariantFirst() ? "vf" : "bf" : "out";
            picture.circle(style, x, zero - d * scale, 4, PairTable.words(row));
        }
    }

    private static void evidence(
            Picture picture, List<Pairs.Row> rows, double step, Dossier dossier, ExperimentPlan plan) {
        double most = Math.log(Math.max(100, plan.bar()));
        for (int set : rows.stream().mapToInt(Pairs.Row::set).distinct().toArray()) {
            double[] earlier = set == 1 ? new double[0] : counted(rows, 1);
            double[] path = PredictiveEProcess.path(earlier, counted(rows, set), plan.sigma(), Direction.WIN);
            StringBuilder line = new StringBuilder();
            int seen = 0;
            for (int i = 0; i < rows.size(); i++) {
                if (rows.get(i).set() == set && rows.get(i).isCounted()) {
                    line.append(line.length() == 0 ? 'M' : 'L')
                            .append(Picture.at(LEFT + (i + .5) * step))
                            .append(' ')
                            .append(Picture.at(level(path[seen++], most)));
                }
            }
            if (seen > 0) {
                picture.path("eline", line.toString());
            }
        }
        picture.line("axis", LEFT, level(1, most), RIGHT, level(1, most));
        picture.text("s e", LEFT - 6, level(1, most) + 4, "E = 1");
        picture.line("bar", LEFT, level(20, most), RIGHT, level(20, most));
        picture.text("s e", LEFT - 6, level(20, most) + 4, "20");
        dossier.comparison()
                .ifPresent(comparison -> picture.text(
                        "s e",
                        RIGHT,
                        BOTTOM + 18,
                        Numbers.text(
                                "largest E of the first set %s, of the confirmation %s; together %s of %s needed",
                                Numbers.significant(comparison.firstEvidence()),
                                Numbers.significant(comparison.confirmationEvidence()),
                                Numbers.significant(comparison.evidence()),
                                Numbers.significant(plan.bar()))));
    }

    private static double[] counted(List<Pairs.Row> rows, int set) {
        return rows.stream()
                .filter(row -> row.set() == set && row.isCounted())
                .mapToDouble(row -> row.result().logRatio().orElseThrow())
                .toArray();
    }

    private static double level(double evidence, double most) {
        double share = Math.max(-.25, Math.min(1.05, Math.log(Math.max(1e-300, evidence)) / most));
        return BOTTOM - 18 - share * (BOTTOM - 18 - MIDDLE);
    }

    private static void legend(Picture picture) {
        Markup markup = picture.markup();
        String[][] marks = {
            {"bf", "baseline ran first"}, {"vf", "variant ran first"}, {"out", "not counted: warm-up or void"}
        };
        double x = LEFT;
        for (String[] mark : marks) {
            markup.empty("circle", "class", mark[0], "cx", Picture.at(x), "cy", Picture.at(BOTTOM + 36), "r", "4");
            picture.text("s", x + 9, BOTTOM + 40, mark[1]);
            x += 30 + 6.4 * mark[1].length();
        }
        picture.line("eline", x, BOTTOM + 36, x + 18, BOTTOM + 36);
        picture.text(
                "s",
                x + 24,
                BOTTOM + 40,
                "evidence E of the set so far, log scale; grey band: minimum practical effect");
    }
}
