package dev.amdahl.core.internal.report.claim;

import dev.amdahl.core.internal.advice.WinRate;
import dev.amdahl.core.internal.report.picture.Axis;
import dev.amdahl.core.internal.report.picture.Markup;
import dev.amdahl.core.internal.report.picture.Numbers;
import dev.amdahl.core.internal.report.picture.Picture;
import dev.amdahl.core.internal.report.picture.PlainText;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.spi.hypothesis.Idea;
import dev.amdahl.spi.hypothesis.Provenance;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * Draws how often tested hypotheses won, by a property: what the loop itself believes, that is the mean of a Beta(1, 4) prior with the
 * wins and losses so far, and its central 90 %.
 */
public final class RatePicture {
    private static final int ROW = 38;
    private static final int MAX = 14;

    private RatePicture() {}

    /** By the main class that they address. */
    public static Markup byClass(List<Dossier> dossiers) {
        return draw(
                "Win rate by class",
                dossiers,
                dossier -> dossier.hypothesis().bottleneck().label());
    }

    /** By where the idea came from. */
    public static Markup bySource(List<Dossier> dossiers) {
        return draw("Win rate by source of the idea", dossiers, RatePicture::source);
    }

    private static String source(Dossier dossier) {
        Provenance provenance = dossier.hypothesis().provenance();
        String origin = provenance.origin().name().toLowerCase(Locale.ROOT);
        return provenance.origin() == Provenance.Origin.DREAM
                ? origin + ", " + Idea.sourceOf(provenance.source())
                : origin;
    }

    private static Markup draw(String title, List<Dossier> dossiers, Function<Dossier, String> property) {
        Map<String, WinRate> rates = new TreeMap<>();
        for (Dossier dossier : dossiers) {
            if (dossier.experiment().isPresent() && !dossier.state().isInExperiment()) {
                int won = ReportText.isWin(dossier) ? 1 : 0;
                rates.merge(
                        property.apply(dossier),
                        new WinRate(won, 1),
                        (one, more) -> new WinRate(one.wins() + more.wins(), one.decided() + more.decided()));
            }
        }
        if (rates.isEmpty()) {
            return new Markup().element("p", "No test is over yet.", "class", "soft");
        }
        List<Map.Entry<String, WinRate>> rows = rates.entrySet().stream()
                .sorted(Comparator.comparing((Map.Entry<String, WinRate> row) ->
                                -row.getValue().decided())
                        .thenComparing(Map.Entry::getKey))
                .toList();
        Picture picture = new Picture();
        StringBuilder said = new StringBuilder();
        int shown = Math.min(MAX, rows.size());
        for (int i = 0; i < shown; i++) {
            WinRate rate = rows.get(i).getValue();
            String words = Math.round(rate.wins()) + " of " + Math.round(rate.decided()) + " won · "
                    + Math.round(100 * rate.mean()) + " %";
            row(picture, i * ROW, rows.get(i).getKey(), words, rate);
            said.append(rows.get(i).getKey()).append(": ").append(words).append("; ");
        }
        double bottom = shown * ROW + 2;
        Axis.across(
                picture,
                0,
                bottom,
                List.of(0.0, .25, .5, .75, 1.0),
                share -> 100 * share,
                share -> Math.round(100 * share) + " %");
        Markup figure = picture.inline(bottom + 22, title, said.toString().strip());
        if (shown < rows.size()) {
            figure.element("p", "Not drawn: " + (rows.size() - shown) + " more with fewer tests.", "class", "soft");
        }
        return figure;
    }

    private static void row(Picture picture, double y, String name, String words, WinRate rate) {
        picture.text("", 0, y + 12, PlainText.fit(name, 24)).text("s e", 100, y + 12, words);
        picture.rect("track", 0, y + 17, 100, 14);
        double low = 100 * rate.quantile(.05);
        double high = 100 * rate.quantile(.95);
        picture.line("iv iv-first", low, y + 24, high, y + 24);
        picture.circle(
                "pt-first",
                100 * rate.mean(),
                y + 24,
                4.5,
                name + ": " + words + ", 90 % within " + Numbers.percent(low / 100) + " to "
                        + Numbers.percent(high / 100));
    }
}
