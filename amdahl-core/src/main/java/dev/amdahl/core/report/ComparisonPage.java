package dev.amdahl.core.report;

import dev.amdahl.core.ArmTimes;
import dev.amdahl.core.ComparisonResult;
import dev.amdahl.core.internal.report.picture.Axis;
import dev.amdahl.core.internal.report.picture.Markup;
import dev.amdahl.core.internal.report.picture.Numbers;
import dev.amdahl.core.internal.report.picture.Picture;
import dev.amdahl.core.internal.report.picture.Unit;
import dev.amdahl.core.stats.Summary;
import dev.amdahl.spi.Plurals;
import java.util.Arrays;
import java.util.List;

/** A page with the pairs of a comparison: one file, without a script, that prints. */
public final class ComparisonPage {
    private static final int ROW = 14;
    private static final int MIN_ROW = 4;
    private static final int HEIGHT = 420;

    private ComparisonPage() {}

    /**
     * Returns the page.
     *
     * @param baseline the command or task, as it is to be named
     * @param variant the same of the other
     * @param lines what else is to be said, a sentence each
     */
    public static String html(ComparisonResult result, String baseline, String variant, List<String> lines) {
        List<ArmTimes.Pair> pairs = result.times().pairs();
        String title = title(result);
        Markup page = Markup.page(title);
        page.open("body").open("main").element("p", "Amdahl Loop, two commands compared", "class", "soft");
        page.element("h1", title);
        page.foldingTable("", ">median", ">mean", ">from", ">to", "what ran");
        if (!pairs.isEmpty()) {
            row(
                    page,
                    "baseline",
                    baseline,
                    pairs.stream().mapToDouble(ArmTimes.Pair::baseline).toArray());
            row(
                    page,
                    "variant",
                    variant,
                    pairs.stream().mapToDouble(ArmTimes.Pair::variant).toArray());
        }
        page.endTable().close();
        lines.forEach(line -> page.said("p", line));
        result.reasons().forEach(reason -> page.said("p", reason));
        if (!pairs.isEmpty()) {
            page.open("figure").element("figcaption", "Seconds of both runs of each pair, in order of running");
            page.add(picture(pairs)).close();
        }
        return "<!DOCTYPE html>\n" + page.close(3) + "\n";
    }

    private static String title(ComparisonResult result) {
        return result.decision()
                + (result.ratio().isEmpty()
                        ? ofMedians(result.times())
                        : ": the variant's time changes by "
                                + Numbers.change(result.ratio().getAsDouble())
                                + (result.lower().isEmpty() || result.upper().isEmpty()
                                        ? ""
                                        : " "
                                                + Numbers.interval(
                                                        result.lower().getAsDouble(),
                                                        result.upper().getAsDouble())));
    }

    private static String ofMedians(ArmTimes times) {
        return times.baseline().isEmpty() || times.variant().isEmpty()
                ? ": the size of the effect is not known"
                : ": the median of the variant's time changes by "
                        + Numbers.change(
                                times.variant().getAsDouble() / times.baseline().getAsDouble());
    }

    private static void row(Markup page, String name, String what, double[] seconds) {
        page.open("tr").element("th", name, "scope", "row");
        page.figure("median", Numbers.seconds(Summary.median(seconds)));
        page.figure("mean", Numbers.seconds(Summary.mean(seconds)));
        page.figure("from", Numbers.seconds(Arrays.stream(seconds).min().orElseThrow()));
        page.figure("to", Numbers.seconds(Arrays.stream(seconds).max().orElseThrow()));
        page.said("td", what).close();
    }

    /** A row a pair: a filled circle for the baseline, a hollow one for the variant, and a line from one to the other. */
    private static Markup picture(List<ArmTimes.Pair> pairs) {
        double most = pairs.stream()
                .mapToDouble(pair -> Math.max(pair.baseline(), pair.variant()))
                .max()
                .orElseThrow();
        double row = Math.max(MIN_ROW, Math.min(ROW, (double) HEIGHT / pairs.size()));
        Picture picture = new Picture();
        picture.circle("bf", 1, 8, 4, "").text("s", 3, 12, "baseline");
        picture.circle("vf", 21, 8, 4, "").text("s", 23, 12, "variant");
        double y = 24;
        for (ArmTimes.Pair pair : pairs) {
            double from = 98 * pair.baseline() / most + 1;
            double to = 98 * pair.variant() / most + 1;
            String words =
                    "baseline " + Numbers.seconds(pair.baseline()) + ", variant " + Numbers.seconds(pair.variant());
            picture.line("axis", from, y + row / 2, to, y + row / 2);
            picture.circle("bf", from, y + row / 2, Math.min(4, row / 2), words);
            picture.circle("vf", to, y + row / 2, Math.min(4, row / 2), words);
            y += row;
        }
        Unit unit = Unit.of(most);
        Axis.across(picture, 0, y + 4, unit.ticks(most), tick -> 98 * tick / most + 1, unit::tick);
        return picture.inline(
                y + 26,
                "Times of " + Plurals.of(pairs.size(), "pair"),
                "Seconds of the baseline and of the variant in each pair.");
    }
}
