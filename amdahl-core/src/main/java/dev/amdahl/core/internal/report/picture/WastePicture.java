package dev.amdahl.core.internal.report.picture;

import dev.amdahl.spi.Plurals;
import dev.amdahl.spi.hypothesis.Bottleneck;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;

/** Draws accelerator-hours that are lost, a bar a job, the longest first, coloured by class where it is known. */
public final class WastePicture {
    private static final int ROW = 40;
    private static final int MAX = 15;

    private WastePicture() {}

    /**
     * One bar.
     *
     * @param name of the job: untrusted
     * @param hours accelerator-hours
     * @param money that they are worth, in words; empty where it is not known
     * @param classes hours by class, together {@code hours}; empty where no class is known
     */
    public record Bar(String name, double hours, String money, Map<Bottleneck, Double> classes) {
        public Bar {
            classes = Map.copyOf(classes);
        }
    }

    /** In which the times of such bars are said. */
    public static Unit unit(List<Bar> bars) {
        return Unit.ofHours(bars.stream().mapToDouble(Bar::hours).max().orElse(0));
    }

    /**
     * Bars that are already in order, with their legend.
     *
     * @param places where the pages say more of a job, by its name
     */
    public static Markup draw(String title, List<Bar> bars, Function<String, Optional<String>> places) {
        double most = bars.stream().mapToDouble(Bar::hours).max().orElse(0);
        Unit unit = unit(bars);
        Picture picture = new Picture();
        Legend legend = new Legend();
        StringBuilder said = new StringBuilder();
        int shown = Math.min(MAX, bars.size());
        Map<Bottleneck, Double> seen = new TreeMap<>();
        for (int i = 0; i < shown; i++) {
            Bar bar = bars.get(i);
            double y = i * ROW;
            Optional<String> place = places.apply(bar.name());
            place.ifPresent(picture::link);
            picture.text("", 0, y + 12, (i + 1) + ". " + PlainText.fit(bar.name(), 26));
            place.ifPresent(known -> picture.end());
            String words = Numbers.hours(bar.hours()) + (bar.money().isEmpty() ? "" : " · " + bar.money());
            picture.text("s e", 100, y + 12, words);
            picture.rect("track", 0, y + 18, 100, 16);
            bar(picture, bar, y + 18, most);
            bar.classes().forEach((bottleneck, hours) -> seen.merge(bottleneck, hours, Double::sum));
            said.append(bar.name()).append(": ").append(words).append("; ");
        }
        double bottom = shown * ROW + 2;
        if (most > 0) {
            Axis.across(picture, 0, bottom, unit.ticks(3_600 * most), seconds -> seconds / 36 / most, unit::tick);
        }
        seen.forEach((bottleneck, hours) ->
                legend.item(Picture.colour(bottleneck), bottleneck.label() + " " + Numbers.hours(hours)));
        Markup figure = picture.inline(bottom + 22, title, said.toString().strip());
        if (!seen.isEmpty()) {
            legend.add(figure);
        }
        if (shown < bars.size()) {
            figure.element(
                    "p", "Not drawn: " + Plurals.of(bars.size() - shown, "more job") + " with less.", "class", "soft");
        }
        return figure;
    }

    private static void bar(Picture picture, Bar bar, double y, double most) {
        if (!(bar.hours() > 0)) {
            return;
        }
        if (bar.classes().isEmpty()) {
            picture.rect("lost", 0, y, 100 * bar.hours() / most, 16, bar.name() + " " + Numbers.hours(bar.hours()));
            return;
        }
        double x = 0;
        List<Map.Entry<Bottleneck, Double>> parts =
                new ArrayList<>(bar.classes().entrySet());
        parts.sort(
                Map.Entry.<Bottleneck, Double>comparingByValue().reversed().thenComparing(Map.Entry.comparingByKey()));
        for (Map.Entry<Bottleneck, Double> part : parts) {
            double width = 100 * part.getValue() / most;
            picture.rect(
                    Picture.colour(part.getKey()),
                    x,
                    y,
                    width,
                    16,
                    part.getKey().label() + " " + Numbers.hours(part.getValue()));
            x += width;
        }
    }
}
