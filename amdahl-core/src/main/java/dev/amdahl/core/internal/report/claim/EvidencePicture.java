package dev.amdahl.core.internal.report.claim;

import dev.amdahl.core.internal.report.picture.Axis;
import dev.amdahl.core.internal.report.picture.Legend;
import dev.amdahl.core.internal.report.picture.Markup;
import dev.amdahl.core.internal.report.picture.Numbers;
import dev.amdahl.core.internal.report.picture.Picture;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.stats.design.Direction;
import dev.amdahl.core.stats.design.EvidencePolicy;
import dev.amdahl.core.stats.design.PredictiveEProcess;
import dev.amdahl.spi.experiment.Comparison;
import dev.amdahl.spi.experiment.ExperimentPlan;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Draws the evidence of each set after each of its looks on a scale of factors of ten, with the bar that the set had to reach: that of the policy
 * for the first, and for a confirmation what the first left over of the experiment's, at least that of the policy. Not thread-safe.
 */
final class EvidencePicture {
    private static final double LEFT = 13;
    private static final double RIGHT = 90;
    private static final int TOP = 10;
    private static final int BOTTOM = 220;
    private static final int HEIGHT = 256;
    private static final double MIN = .5;
    private static final double DEEPEST = .001;
    private static final double APART = 13;
    private static final String SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹";

    private final Picture picture = new Picture();
    private final double least;
    private final double most;
    private final int looks;

    private EvidencePicture(double least, double most, int looks) {
        this.least = least;
        this.most = most;
        this.looks = looks;
    }

    static Markup draw(Dossier dossier, ExperimentPlan plan, Pairs pairs) {
        Map<Integer, double[]> paths = paths(plan, pairs);
        double[] seen =
                paths.values().stream().flatMapToDouble(Arrays::stream).sorted().toArray();
        double low = seen.length == 0 ? 1 : Math.max(DEEPEST, seen[0] / 2);
        double top = seen.length == 0 ? 1 : 2 * Math.min(1e12, seen[seen.length - 1]);
        int looks = paths.values().stream().mapToInt(path -> path.length).max().orElse(1);
        EvidencePicture drawing = new EvidencePicture(Math.min(MIN, low), Math.max(100, top), looks);
        return drawing.draw(dossier, plan, paths);
    }

    /** Returns the evidence of each set after each look. */
    private static Map<Integer, double[]> paths(ExperimentPlan plan, Pairs pairs) {
        Map<Integer, double[]> paths = new TreeMap<>();
        double[] first = counted(pairs, 1);
        for (int set : pairs.rows().stream().mapToInt(Pairs.Row::set).distinct().toArray()) {
            double[] own = counted(pairs, set);
            if (own.length > 0) {
                double[] earlier = set == 1 ? new double[0] : first;
                paths.put(set, PredictiveEProcess.path(earlier, own, plan.sigma(), Direction.WIN));
            }
        }
        return paths;
    }

    private static double[] counted(Pairs pairs, int set) {
        return pairs.counted().stream()
                .filter(row -> row.set() == set)
                .mapToDouble(row -> row.result().logRatio().orElseThrow())
                .toArray();
    }

    private Markup draw(Dossier dossier, ExperimentPlan plan, Map<Integer, double[]> paths) {
        List<Double> tens = new ArrayList<>();
        double step = most > 1e6 ? 1_000 : 10;
        for (double ten = DEEPEST; ten <= most; ten *= step) {
            if (ten >= least) {
                tens.add(ten);
            }
        }
        Axis.upright(picture, LEFT, RIGHT, tens, this::y, EvidencePicture::ten);
        double first = EvidencePolicy.DEFAULT.firstBar();
        double second = dossier.comparison().map(found -> needed(plan, found)).orElse(0.0);
        boolean isConfirmed = second > 0 && paths.keySet().stream().anyMatch(set -> set > 1);
        double above = isConfirmed && second > first ? apart(second, first) : 0;
        bar("bar", first, isConfirmed && second <= first ? apart(first, second) : -above);
        Legend legend = new Legend().item("first", "first set, needs " + Numbers.significant(first));
        if (isConfirmed) {
            bar("bar bar2", second, second > first ? above : -apart(first, second));
            legend.item("second", "confirmation, from 1 again, needs " + Numbers.significant(second));
        }
        paths.forEach(this::line);
        Axis.across(
                picture,
                LEFT,
                BOTTOM,
                Axis.ticks(0, looks).stream()
                        .filter(tick -> tick == Math.rint(tick))
                        .toList(),
                this::x,
                tick -> "" + Math.round(tick));
        picture.text("s m", (LEFT + RIGHT) / 2, BOTTOM + 33, "counted pairs of the set");
        String said = dossier.comparison()
                .map(found -> Numbers.text(
                        "Largest E of the first set %s, of the confirmation %s; together %s of %s needed.",
                        Numbers.significant(found.firstEvidence()),
                        Numbers.significant(found.confirmationEvidence()),
                        Numbers.significant(found.evidence()),
                        Numbers.significant(plan.bar())))
                .orElse("Not compared yet.");
        Markup figure = picture.inline(HEIGHT, "Evidence E over looks", said);
        legend.add(figure);
        return figure.element("p", said);
    }

    /** Returns what a confirmation set must reach after a first set. */
    static double needed(ExperimentPlan plan, Comparison found) {
        return Math.max(EvidencePolicy.DEFAULT.confirmationBar(), plan.bar() / Math.max(1, found.firstEvidence()));
    }

    /** Returns how far each of two figures moves off its bar so that they stand apart. */
    private double apart(double higher, double lower) {
        return Math.max(0, APART - (y(lower) - y(higher))) / 2;
    }

    /** A bar across, with its figure in the margin, where no line runs. */
    private void bar(String style, double evidence, double lift) {
        picture.line(style, LEFT, y(evidence), RIGHT, y(evidence));
        picture.text("s", RIGHT + 1, y(evidence) + 4 - lift, Numbers.significant(evidence));
    }

    private static String ten(double value) {
        long power = Math.round(Math.log10(value));
        return power < 4
                ? Numbers.plain(value)
                : "10"
                        + Long.toString(power)
                                .chars()
                                .mapToObj(digit -> SUPERSCRIPTS.substring(digit - '0', digit - '0' + 1))
                                .collect(Collectors.joining());
    }

    private void line(int set, double[] path) {
        double before = 1;
        String style = set == 1 ? "eline" : "eline eline2";
        for (int i = 0; i < path.length; i++) {
            picture.line(style, x(i), y(before), x(i + 1.0), y(path[i]));
            before = path[i];
        }
    }

    private double x(double look) {
        return LEFT + (RIGHT - LEFT) * look / looks;
    }

    private double y(double evidence) {
        double within = Math.max(least, Math.min(most, evidence));
        return BOTTOM - (BOTTOM - TOP) * Math.log(within / least) / Math.log(most / least);
    }
}
