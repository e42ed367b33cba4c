package dev.amdahl.core.internal.report.picture;

import dev.amdahl.core.internal.timeline.AcceleratorState;
import dev.amdahl.core.internal.timeline.JobRunFacts;
import dev.amdahl.core.internal.timeline.ReasonSeries;
import dev.amdahl.core.internal.timeline.StateSeries;
import dev.amdahl.core.internal.timeline.Thresholds;
import dev.amdahl.spi.Plurals;
import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.job.Activity;
import dev.amdahl.spi.job.Lane;
import dev.amdahl.spi.job.Timeline;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.IntToDoubleFunction;

/**
 * Draws a run: its phases, the wall as the mean of its accelerators, a lane an accelerator with its three states and below them where
 * its time went by class, and what the host did. Columns tile the run exactly and are few, so that millions of intervals stay a
 * small file. Immutable.
 */
public final class TimelinePicture {
    private static final int LABEL = 15;
    private static final int STATES = 6;
    private static final int REASONS = 24;
    private static final int GAP = 8;
    private static final int MAX_COLUMNS = 800;
    private static final int MIN_COLUMNS = 120;
    private static final int MAX_CELLS = 4_000;
    private static final int MAX_ACCELERATORS = 16;
    private static final int MAX_HOSTS = 3;

    private final Picture picture = new Picture();
    private final Legend legend = new Legend();
    private final ReasonSeries reasons;
    private final StateSeries states;
    private final List<Bottleneck> classes;
    private final List<HostBins> hosts;
    private final int hiddenHosts;
    private final double seconds;
    private final Unit unit;
    private final String run;
    private double y;

    private TimelinePicture(Timeline timeline, Optional<JobRunFacts> facts) {
        List<Lane> lanes = timeline.lanes().stream()
                .filter(lane -> lane.side() == Activity.Side.HOST && lane.size() > 0)
                .toList();
        int drawn = 1 + Math.min(MAX_HOSTS, lanes.size()) + Math.min(MAX_ACCELERATORS, timeline.accelerators());
        int columns = Math.max(MIN_COLUMNS, Math.min(MAX_COLUMNS, MAX_CELLS / drawn));
        this.reasons = ReasonSeries.of(timeline, facts, columns);
        this.states = StateSeries.of(timeline, reasons.from(), reasons.to(), columns, Thresholds.DEFAULT);
        this.classes = Arrays.stream(Bottleneck.values())
                .filter(bottleneck -> reasons.seconds(bottleneck) > 0)
                .sorted(Comparator.comparing((Bottleneck bottleneck) -> bottleneck != Bottleneck.PRODUCTIVE)
                        .thenComparing(bottleneck -> bottleneck == Bottleneck.UNATTRIBUTED)
                        .thenComparing(
                                Comparator.comparingDouble(reasons::seconds).reversed()))
                .toList();
        this.hosts = lanes.stream()
                .map(lane -> HostBins.of(lane, reasons.from(), reasons.to(), columns))
                .sorted(Comparator.comparingDouble(HostBins::covered).reversed())
                .limit(MAX_HOSTS)
                .toList();
        this.hiddenHosts = lanes.size() - hosts.size();
        this.seconds = (reasons.to() - reasons.from()) / 1e9;
        this.unit = Unit.of(seconds);
        this.run = facts.map(known ->
                        " (" + known.id() + ", started " + known.processStart().truncatedTo(ChronoUnit.SECONDS) + ")")
                .orElse("");
    }

    /** A finished drawing. */
    public record Drawn(Picture picture, Legend legend, double height, String title, String description) {
        /** For a page. */
        public Markup inline() {
            Markup figure = picture.inline(height, title, description);
            legend.add(figure);
            return figure;
        }

        /** As a file of its own. */
        public String file() {
            double below = legend.draw(picture, height);
            return picture.file(height + below, title, description);
        }
    }

    /**
     * Draws a timeline of a job.
     *
     * @param facts of the run that it is of, whose wall it is laid over; without, its own span is the wall
     */
    public static Drawn draw(String family, Timeline timeline, Optional<JobRunFacts> facts) {
        return new TimelinePicture(timeline, facts).draw(family);
    }

    private Drawn draw(String family) {
        phases();
        int all = reasons.accelerators();
        int shown = Math.min(MAX_ACCELERATORS, all);
        if (all > 1) {
            lane("wall: mean of " + Plurals.of(all, "accelerator"), "");
            reasons("wall", bottleneck -> column -> mean(bottleneck, column));
        }
        for (int i = 0; i < shown; i++) {
            accelerator(i);
        }
        if (shown < all) {
            note("not drawn, but in the mean and in the seconds: " + Plurals.of(all - shown, "more accelerator"));
        } else if (all == 0) {
            note("the trace shows no accelerator");
        }
        if (reasons.allocated() > all && all > 0) {
            note("not in the trace: " + Plurals.of(reasons.allocated() - all, "allocated accelerator"));
        }
        hosts.forEach(this::host);
        if (hiddenHosts > 0) {
            note("not drawn: " + Plurals.of(hiddenHosts, "host thread") + " with less activity");
        }
        y += 2;
        Axis.time(picture, y, seconds, unit);
        y += 22;
        return new Drawn(picture, legend(), y, "Timeline of one evidence run of " + family + run, description());
    }

    private void phases() {
        phase("ph-held", "before steady work", reasons.from(), reasons.warm());
        phase("ph-run", "run", reasons.warm(), reasons.finish());
        phase("ph-after", "after finish", reasons.finish(), reasons.to());
        y += 8 + GAP;
    }

    private void phase(String style, String name, long from, long to) {
        if (to > from) {
            String text = name + " " + unit.words((to - from) / 1e9);
            double scale = 100 / (seconds * 1e9);
            picture.rect(style, (from - reasons.from()) * scale, y, (to - from) * scale, 8, text);
            legend.item(style, "phase: " + text);
        }
    }

    private void lane(String name, String said) {
        picture.text("", 0, y + 11, name);
        picture.text("s e", 100, y + 11, said);
        y += LABEL;
    }

    private void accelerator(int index) {
        lane("accelerator " + index, shares(index));
        picture.columns("lane states", y, STATES, states.windows(), StackedColumns.UNITS);
        for (AcceleratorState state : AcceleratorState.values()) {
            String path = StackedColumns.boxes(states.windows(), column -> states.state(index, column) == state);
            if (!path.isEmpty()) {
                picture.path(word(state), path);
            }
        }
        picture.end();
        y += STATES + 1;
        reasons("reasons", bottleneck -> column -> reasons.share(index, bottleneck, column));
    }

    private String shares(int index) {
        StringBuilder text = new StringBuilder();
        for (AcceleratorState state : AcceleratorState.values()) {
            long nanos = 0;
            for (int i = 0; i < states.windows(); i++) {
                nanos += states.state(index, i) == state ? states.windowNanos(i) : 0;
            }
            text.append(text.length() == 0 ? "" : " · ").append(word(state)).append(' ');
            text.append(Math.round(100 * nanos / (seconds * 1e9))).append(" %");
        }
        return text.toString();
    }

    private double mean(Bottleneck bottleneck, int column) {
        double sum = 0;
        for (int i = 0; i < reasons.accelerators(); i++) {
            sum += reasons.share(i, bottleneck, column);
        }
        return sum / reasons.accelerators();
    }

    private void reasons(String style, Function<Bottleneck, IntToDoubleFunction> share) {
        StackedColumns columns = new StackedColumns(reasons.windows());
        classes.forEach(bottleneck -> columns.layer(Picture.colour(bottleneck), share.apply(bottleneck)));
        columns.draw(picture, "lane " + style, y, REASONS);
        y += REASONS + GAP;
    }

    private void host(HostBins host) {
        lane("host: " + PlainText.fit(host.name(), 36), "");
        picture.rect("track", 0, y, 100, REASONS);
        StackedColumns columns = new StackedColumns(host.columns());
        for (int i = 0; i < HostBins.CAUSES.size(); i++) {
            int cause = i;
            if (host.seconds(cause) > 0) {
                columns.layer(Picture.colour(HostBins.CLASSES.get(cause)), column -> host.share(cause, column));
            }
        }
        columns.draw(picture, "lane host", y, REASONS);
        y += REASONS + GAP;
    }

    private void note(String text) {
        picture.text("s", 0, y + 11, text);
        y += LABEL + 3;
    }

    private Legend legend() {
        for (AcceleratorState state : AcceleratorState.values()) {
            legend.item(word(state), "state: " + word(state) + " " + unit.words(states.seconds(state)));
        }
        for (Bottleneck bottleneck : classes) {
            legend.item(Picture.colour(bottleneck), bottleneck.label() + " " + unit.words(reasons.seconds(bottleneck)));
        }
        for (int i = 0; i < HostBins.CAUSES.size(); i++) {
            int cause = i;
            if (!classes.contains(HostBins.CLASSES.get(cause))
                    && hosts.stream().anyMatch(host -> host.seconds(cause) > 0)) {
                legend.item(Picture.colour(HostBins.CLASSES.get(cause)), "host: " + HostBins.WORDS.get(cause));
            }
        }
        return legend;
    }

    private String description() {
        StringBuilder text = new StringBuilder();
        text.append(Plurals.of(reasons.accelerators(), "accelerator"))
                .append(" over ")
                .append(unit.words(seconds));
        text.append("; accelerator time by state: ");
        for (AcceleratorState state : AcceleratorState.values()) {
            text.append(word(state))
                    .append(' ')
                    .append(unit.words(states.seconds(state)))
                    .append(", ");
        }
        text.append("by reason: ");
        classes.forEach(bottleneck -> text.append(bottleneck.label())
                .append(' ')
                .append(unit.words(reasons.seconds(bottleneck)))
                .append(", "));
        String said = text.substring(0, text.length() - 2);
        String queue = reasons.queueSeconds() > 0
                ? "; before it " + unit.words(reasons.queueSeconds()) + " in the queue, not drawn"
                : "";
        return said
                + queue
                + (reasons.uncoveredSeconds() > 0
                        ? "; " + unit.words(reasons.uncoveredSeconds()) + " of the wall are not in the trace."
                        : ".");
    }

    private static String word(AcceleratorState state) {
        return state.name().toLowerCase(Locale.ROOT);
    }
}
