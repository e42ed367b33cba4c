package dev.amdahl.core.internal.report.claim;

import dev.amdahl.core.internal.report.picture.Axis;
import dev.amdahl.core.internal.report.picture.Legend;
import dev.amdahl.core.internal.report.picture.Markup;
import dev.amdahl.core.internal.report.picture.Numbers;
import dev.amdahl.core.internal.report.picture.Picture;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.spi.Plurals;
import dev.amdahl.spi.hypothesis.HypothesisState;
import java.time.Instant;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/** Draws how many hypotheses came to which verdict, by when they came to where they stand. */
public final class VerdictPicture {
    private static final double LEFT = 6;
    private static final int TOP = 8;
    private static final int BOTTOM = 180;
    private static final int HEIGHT = 214;

    private VerdictPicture() {}

    /** With its legend; without a verdict, a sentence. */
    public static Markup draw(List<Dossier> dossiers) {
        List<Dossier> over = dossiers.stream()
                .filter(dossier -> Outcome.of(dossier.state()).isPresent())
                .toList();
        if (over.isEmpty()) {
            return new Markup().element("p", "No verdict yet.", "class", "soft");
        }
        TreeSet<Instant> times = new TreeSet<>();
        over.forEach(dossier -> times.add(dossier.movedAt()));
        Calendar calendar = Calendar.over(times.first(), times.last());
        Map<Outcome, int[]> counts = new EnumMap<>(Outcome.class);
        for (Outcome outcome : Outcome.values()) {
            counts.put(outcome, new int[calendar.count()]);
        }
        int[] all = new int[calendar.count()];
        for (Dossier dossier : over) {
            int at = calendar.at(dossier.movedAt());
            Outcome.of(dossier.state()).map(counts::get).orElseThrow()[at]++;
            all[at]++;
        }
        int most = Arrays.stream(all).max().orElse(1);
        Picture picture = bars(calendar, counts, most);
        Legend legend = new Legend();
        StringBuilder said = new StringBuilder(Plurals.of(over.size(), "verdict") + ": ");
        counts.forEach((outcome, own) -> {
            String words = Arrays.stream(own).sum() + " " + outcome.words();
            if (Arrays.stream(own).sum() > 0) {
                legend.item(outcome.style(), words);
                said.append(words).append("; ");
            }
        });
        Markup figure = picture.inline(
                HEIGHT,
                "Verdicts by " + calendar.name() + " (UTC)",
                said.toString().strip());
        legend.add(figure);
        return figure;
    }

    private static Picture bars(Calendar calendar, Map<Outcome, int[]> counts, int most) {
        Picture picture = new Picture();
        double unit = (double) (BOTTOM - TOP) / most;
        Axis.upright(
                picture,
                LEFT,
                Axis.ticks(0, most).stream()
                        .filter(tick -> tick == Math.rint(tick))
                        .toList(),
                count -> BOTTOM - count * unit,
                Numbers::plain);
        double step = (100 - LEFT) / calendar.count();
        for (int i = 0; i < calendar.count(); i++) {
            double y = BOTTOM;
            for (Map.Entry<Outcome, int[]> own : counts.entrySet()) {
                Outcome outcome = own.getKey();
                int count = own.getValue()[i];
                if (count > 0) {
                    double height = count * unit;
                    y -= height;
                    picture.rect(
                            outcome.style(),
                            LEFT + (i + .08) * step,
                            y,
                            Math.min(.84 * step, 6),
                            height,
                            calendar.words(i) + ": " + count + " " + outcome.words());
                }
            }
        }
        picture.line("axis", LEFT, BOTTOM, 100, BOTTOM);
        picture.text("s", LEFT, BOTTOM + 16, calendar.words(0));
        if (calendar.count() > 1) {
            picture.text("s e", 100, BOTTOM + 16, calendar.words(calendar.count() - 1));
        }
        picture.text("s m", (100 + LEFT) / 2, BOTTOM + 32, "verdicts by " + calendar.name() + ", UTC");
        return picture;
    }

    /** How verdicts are told apart in a picture of many. */
    private enum Outcome {
        WIN("v-win", "won"),
        NO_WIN("v-none", "no effect, not seen, regression or inconclusive"),
        REFUTED("v-refuted", "refuted, not replicated, declined or decayed"),
        SCREENED("v-screened", "screened out before any run"),
        FAILED("v-failed", "failed, cancelled, expired or stale");

        private final String style;
        private final String words;

        Outcome(String style, String words) {
            this.style = style;
            this.words = words;
        }

        String style() {
            return style;
        }

        String words() {
            return words;
        }

        /** Of a state; empty for one that is open still. */
        static Optional<Outcome> of(HypothesisState state) {
            return switch (state) {
                case SURVIVED, IN_REVIEW, PROMOTED -> Optional.of(WIN);
                case NO_EFFECT, NOT_SEEN, REGRESSION, INCONCLUSIVE -> Optional.of(NO_WIN);
                case REFUTED, NOT_REPLICATED, DECLINED, DECAYED -> Optional.of(REFUTED);
                case SCREENED_OUT -> Optional.of(SCREENED);
                case BUILD_FAILED, RUN_FAILED, CANCELLED, EXPIRED, STALE -> Optional.of(FAILED);
                case FOUND -> Optional.empty();
                case PROPOSED, NEEDS_EVIDENCE, NEEDS_LEVER, NEEDS_SANDBOX, BUILDING, TESTING, CONFIRMING, NEEDS_RERUN ->
                    Optional.empty();
            };
        }
    }
}
