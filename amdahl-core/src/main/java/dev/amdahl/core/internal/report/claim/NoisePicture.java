package dev.amdahl.core.internal.report.claim;

import dev.amdahl.core.internal.report.picture.Axis;
import dev.amdahl.core.internal.report.picture.Markup;
import dev.amdahl.core.internal.report.picture.Numbers;
import dev.amdahl.core.internal.report.picture.Picture;
import dev.amdahl.core.internal.report.picture.PlainText;
import dev.amdahl.core.ledger.entry.RunPurpose;
import dev.amdahl.core.ledger.view.Family;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.core.stats.Summary;
import dev.amdahl.spi.Plurals;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * Draws how far two equal arms of a family lie apart: each A/A trial as a dot, their mean and one standard deviation to each side.
 */
public final class NoisePicture {
    private static final int ROW = 38;
    private static final int MAX = 12;
    private static final double MIN = .02;

    private NoisePicture() {}

    /** Log ratios of the A/A trials of one family, in order. Immutable. */
    public static final class History {
        private final String family;
        private final double[] d;

        History(String family, double[] d) {
            this.family = family;
            this.d = d.clone();
        }

        /** Returns the recurring workload. */
        public String family() {
            return family;
        }

        /** Returns the log ratios. */
        public double[] d() {
            return d.clone();
        }

        double deviation() {
            return d.length < 2 ? 0 : Summary.standardDeviation(d);
        }
    }

    /** Of all families that have A/A trials which count. */
    public static List<History> histories(LedgerView view) {
        List<History> histories = new ArrayList<>();
        for (Family family : view.families()) {
            double[] d = view.measurements(family.name()).stream()
                    .filter(run -> run.plan().purpose() == RunPurpose.NOISE)
                    .flatMap(run -> run.result().stream())
                    .filter(result -> result.voidReason().isEmpty())
                    .flatMapToDouble(result -> result.logRatio().stream())
                    .toArray();
            if (d.length > 0) {
                histories.add(new History(family.name(), d));
            }
        }
        return histories;
    }

    /** Returns the families with the largest spread. */
    public static Markup draw(List<History> histories) {
        List<History> rows = histories.stream()
                .sorted(Comparator.comparingDouble(History::deviation)
                        .reversed()
                        .thenComparing(History::family))
                .limit(MAX)
                .toList();
        double most = Math.max(
                MIN,
                1.05
                        * rows.stream()
                                .flatMapToDouble(row -> Arrays.stream(row.d()))
                                .map(Math::abs)
                                .max()
                                .orElse(MIN));
        Picture picture = new Picture();
        StringBuilder said = new StringBuilder("Standard deviation of the log ratio of equal arms: ");
        for (int i = 0; i < rows.size(); i++) {
            row(picture, i * ROW, rows.get(i), most);
            said.append(rows.get(i).family())
                    .append(' ')
                    .append(Numbers.percent(rows.get(i).deviation()))
                    .append("; ");
        }
        double bottom = rows.size() * ROW + 2;
        Axis.across(
                picture,
                0,
                bottom,
                Axis.ticks(Math.expm1(-most), Math.expm1(most)),
                change -> x(Math.log1p(change), most),
                Numbers::signed);
        Markup figure = picture.inline(
                bottom + 22, "Spread of A/A trials", said.toString().strip());
        if (rows.size() < histories.size()) {
            figure.element(
                    "p",
                    "Not drawn: " + Plurals.of(histories.size() - rows.size(), "more job") + " with less spread.",
                    "class",
                    "soft");
        }
        return figure;
    }

    private static void row(Picture picture, double y, History row, double most) {
        double mean = Summary.mean(row.d());
        String words =
                row.d().length + " A/A" + (row.d().length < 2 ? "" : " · sd " + Numbers.percent(row.deviation()));
        picture.text("", 0, y + 12, PlainText.fit(row.family(), 28)).text("s e", 100, y + 12, words);
        picture.rect("track", 0, y + 17, 100, 14);
        picture.line("zero", 50, y + 15, 50, y + 33);
        picture.line("iv iv-none", x(mean - row.deviation(), most), y + 24, x(mean + row.deviation(), most), y + 24);
        for (double d : row.d()) {
            picture.circle("bf", x(d, most), y + 24, 3, Numbers.text("%+.2f %%", 100 * Math.expm1(d)));
        }
    }

    private static double x(double log, double most) {
        return 50 + 49 * Math.max(-1, Math.min(1, log / most));
    }
}
