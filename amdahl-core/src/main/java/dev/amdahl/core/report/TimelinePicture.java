package dev.amdahl.core.report;

import dev.amdahl.core.timeline.AcceleratorState;
import dev.amdahl.core.timeline.StateSeries;
import dev.amdahl.core.timeline.Thresholds;
import dev.amdahl.spi.job.Activity;
import dev.amdahl.spi.job.Lane;
import dev.amdahl.spi.job.Timeline;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/**
 * Draws a run: a strip of phases, a lane an accelerator with its three states, and below it what the host did by the class that
 * it stands for. Columns are at most 1,500 and their states tile the wall exactly, so millions of intervals stay a small file.
 * Immutable.
 */
final class TimelinePicture {
    static final double WIDTH = 1120;
    private static final double LEFT = 150;
    private static final double PLOT = 940;
    private static final double LANE = 26;
    private static final double HOST = 20;
    private static final double GAP = 6;
    private static final double TOP = 30;
    private static final int MOST_COLUMNS = 1_500;
    private static final int MOST_CELLS = 9_000;
    private static final int MOST_ACCELERATORS = 32;
    private static final int MOST_HOSTS = 3;

    private final Picture picture = new Picture();
    private final Span span;
    private final StateSeries series;
    private final List<HostBins> hosts;
    private final int hiddenHosts;
    private double y = TOP;

    private TimelinePicture(Timeline timeline, Span span) {
        this.span = span;
        List<Lane> lanes = timeline.lanes().stream()
                .filter(lane -> lane.side() == Activity.Side.HOST && lane.size() > 0)
                .toList();
        int drawn = Math.min(MOST_HOSTS, lanes.size());
        int devices = Math.max(1, Math.min(MOST_ACCELERATORS, timeline.accelerators()));
        int columns = Math.max(120, Math.min(MOST_COLUMNS, MOST_CELLS / (devices + 3 * drawn)));
        this.series = StateSeries.of(timeline, span.from(), span.to(), columns, Thresholds.DEFAULT);
        this.hosts = lanes.stream()
                .map(lane -> HostBins.of(lane, span.from(), span.to(), Math.min(columns, (int) PLOT)))
                .sorted(Comparator.comparingDouble(HostBins::covered).reversed())
                .limit(MOST_HOSTS)
                .toList();
        this.hiddenHosts = lanes.size() - hosts.size();
    }

    /** A finished drawing and its height. Immutable. */
    record Drawn(Picture picture, double height, String title) {
        Markup inline() {
            return picture.inline(WIDTH, height, title);
        }

        String file() {
            return picture.file(WIDTH, height, title);
        }
    }

    static Drawn draw(String family, Timeline timeline, Span span) {
        return new TimelinePicture(timeline, span).draw(family);
    }

    private Drawn draw(String family) {
        phases();
        int shown = Math.min(MOST_ACCELERATORS, series.accelerators());
        for (int i = 0; i < shown; i++) {
            accelerator(i);
        }
        if (shown < series.accelerators()) {
            note((series.accelerators() - shown) + " more accelerators are in the seconds, not drawn");
        } else if (shown == 0) {
            note("the trace shows no accelerator");
        }
        y += GAP;
        hosts.forEach(this::host);
        if (hiddenHosts > 0) {
            note(hiddenHosts + " host threads with less activity are not drawn");
        }
        TimeAxis.draw(picture, span.seconds(), LEFT, PLOT, TOP, y);
        y += 36;
        Legend legend = new Legend(picture, LEFT, y, WIDTH - LEFT);
        for (AcceleratorState state : AcceleratorState.values()) {
            String name = state.name().toLowerCase(Locale.ROOT);
            legend.item(name, name + " " + Numbers.seconds(series.seconds(state)));
        }
        legend.item("ph-held", "before steady work " + Numbers.seconds((span.warm() - span.from()) / 1e9));
        legend.item("ph-after", "after finish " + Numbers.seconds((span.to() - span.finish()) / 1e9));
        for (int cause = 0; cause < HostBins.CAUSES.size(); cause++) {
            int index = cause;
            if (hosts.stream().anyMatch(host -> host.seconds(index) > 0)) {
                legend.item(Picture.colour(HostBins.CLASSES.get(cause)), Legend.HOST_WORDS.get(cause));
            }
        }
        return new Drawn(picture, legend.bottom() + 8, "timeline of " + family);
    }

    private void phases() {
        picture.text("s e", LEFT - 8, 17, "phases");
        phase("ph-held", "before steady work", span.from(), span.warm());
        phase("ph-run", "run", span.warm(), span.finish());
        phase("ph-after", "after finish", span.finish(), span.to());
    }

    private void phase(String style, String name, long from, long to) {
        if (to <= from) {
            return;
        }
        double x = x(from);
        double width = x(to) - x;
        String text = name + " " + Numbers.seconds((to - from) / 1e9);
        picture.rect(style, x, 8, width, 12, text);
        if (width > 7.0 * text.length()) {
            picture.text(style.equals("ph-run") ? "w" : "d", x + 4, 17.5, text);
        }
    }

    private double x(long at) {
        return LEFT + PLOT * (at - span.from()) / Math.max(1, span.to() - span.from());
    }

    private void accelerator(int index) {
        picture.text("e", LEFT - 8, y + 17, "accelerator " + index);
        picture.markup()
                .open(
                        "g",
                        "class",
                        "lane",
                        "transform",
                        scale(series.windows(), LANE),
                        "shape-rendering",
                        "crispEdges");
        for (AcceleratorState state : AcceleratorState.values()) {
            StringBuilder path = new StringBuilder();
            int from = 0;
            for (int i = 1; i <= series.windows(); i++) {
                if (i == series.windows() || series.state(index, i) != series.state(index, from)) {
                    if (series.state(index, from) == state) {
                        append(path, from, i - from, 0, tall(state));
                    }
                    from = i;
                }
            }
            if (path.length() > 0) {
                picture.path(state.name().toLowerCase(Locale.ROOT), path.toString());
            }
        }
        picture.markup().close();
        y += LANE + GAP;
    }

    private static int tall(AcceleratorState state) {
        return switch (state) {
            case IDLE -> 4;
            case LOW -> 14;
            case HIGH -> (int) LANE;
        };
    }

    private void host(HostBins host) {
        picture.text("s e", LEFT - 8, y + 14, PlainText.cut(host.name(), 22));
        picture.rect("track", LEFT, y, PLOT, HOST);
        picture.markup().open("g", "transform", scale(host.columns(), HOST), "shape-rendering", "crispEdges");
        int[] below = new int[host.columns()];
        double[] exact = new double[host.columns()];
        for (int cause = 0; cause < HostBins.CAUSES.size(); cause++) {
            StringBuilder path = new StringBuilder();
            int from = 0;
            int[] base = below.clone();
            for (int i = 0; i < below.length; i++) {
                exact[i] += host.share(cause, i);
                below[i] = (int) Math.round(HOST * exact[i]);
            }
            for (int i = 1; i <= below.length; i++) {
                if (i == below.length || below[i] != below[from] || base[i] != base[from]) {
                    append(path, from, i - from, base[from], below[from] - base[from]);
                    from = i;
                }
            }
            if (path.length() > 0) {
                picture.path(Picture.colour(HostBins.CLASSES.get(cause)), path.toString());
            }
        }
        picture.markup().close();
        y += HOST + GAP;
    }

    /** A box that stands on the lane's floor, which is y = 0 of the group and turned upwards. */
    private static void append(StringBuilder path, int column, int width, int floor, int height) {
        if (height > 0) {
            path.append('M').append(column).append(' ').append(floor);
            path.append('h')
                    .append(width)
                    .append('v')
                    .append(height)
                    .append('h')
                    .append(-width)
                    .append('z');
        }
    }

    private String scale(int columns, double height) {
        return Numbers.text(
                "translate(%s %s) scale(%.6f -1)", Picture.at(LEFT), Picture.at(y + height), PLOT / columns);
    }

    private void note(String text) {
        picture.text("s", LEFT, y + 12, text);
        y += 20;
    }
}
