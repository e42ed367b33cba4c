package dev.amdahl.core.internal.report;

import dev.amdahl.core.internal.report.picture.Unit;
import dev.amdahl.core.internal.timeline.AcceleratorState;
import dev.amdahl.core.internal.timeline.ReasonSeries;
import dev.amdahl.core.internal.timeline.StateSeries;
import dev.amdahl.core.internal.timeline.Thresholds;
import dev.amdahl.spi.Plurals;
import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.job.Timeline;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * A run in characters, for a terminal: of each accelerator a row of its states and one of the reasons, a character a stretch of equal
 * length. Cells of a state are the windows that are in it. Cells of the reasons are dealt out so that each class has as many as its
 * seconds fill, to about one; a cell may so stand a little after the stretch that it is of. Immutable.
 */
public final class TextTimeline {
    private static final int MAX_ACCELERATORS = 16;
    private static final int MIN_COLUMNS = 20;
    private static final String OTHERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";

    private final ReasonSeries reasons;
    private final StateSeries states;
    private final Map<Bottleneck, Character> signs = new EnumMap<>(Bottleneck.class);
    private final int label;
    private final double seconds;
    private final Unit unit;

    private TextTimeline(Timeline timeline, int width) {
        this.label = ("accelerator " + (timeline.accelerators() - 1)).length() + 1;
        this.reasons = ReasonSeries.of(timeline, Optional.empty(), Math.max(MIN_COLUMNS, width - label));
        this.states = StateSeries.of(timeline, reasons.from(), reasons.to(), reasons.windows(), Thresholds.DEFAULT);
        this.seconds = (reasons.to() - reasons.from()) / 1e9;
        this.unit = Unit.of(seconds);
        Arrays.stream(Bottleneck.values())
                .filter(bottleneck -> reasons.seconds(bottleneck) > 0)
                .sorted(Comparator.comparingDouble(reasons::seconds).reversed())
                .forEach(bottleneck -> signs.put(bottleneck, sign(bottleneck)));
    }

    /**
     * Draws a timeline over its own span.
     *
     * @param width most characters of a line, but room for 20 cells at least
     * @return lines that end with a line break; empty where the timeline shows no accelerator or no time
     */
    public static String draw(Timeline timeline, int width) {
        return timeline.accelerators() == 0 || timeline.endNanos() <= timeline.startNanos()
                ? ""
                : new TextTimeline(timeline, width).draw(width);
    }

    private String draw(int width) {
        int shown = Math.min(MAX_ACCELERATORS, reasons.accelerators());
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < shown; i++) {
            lines.add(row("accelerator " + i, states(i)));
            lines.add(row("  because", reasons(i)));
        }
        if (shown < reasons.accelerators()) {
            lines.add(
                    "not drawn, but in the seconds: " + Plurals.of(reasons.accelerators() - shown, "more accelerator"));
        }
        lines.add(row("", axis()));
        double cell = seconds / reasons.windows();
        lines.add("each character " + Unit.of(cell).words(cell));
        lines.addAll(legend(
                width,
                Arrays.asList(AcceleratorState.values()),
                state -> sign(state) + " " + state.name().toLowerCase(Locale.ROOT) + " "
                        + unit.words(states.seconds(state))));
        lines.addAll(legend(
                width,
                List.copyOf(bySeconds()),
                bottleneck -> signs.get(bottleneck) + " " + bottleneck.name().replace('_', ' ') + " "
                        + unit.words(reasons.seconds(bottleneck))));
        return lines.stream().map(line -> line.stripTrailing() + "\n").collect(Collectors.joining());
    }

    private String row(String name, String cells) {
        return name + " ".repeat(label - name.length()) + cells;
    }

    private List<Bottleneck> bySeconds() {
        return signs.keySet().stream()
                .sorted(Comparator.comparingDouble(reasons::seconds).reversed())
                .toList();
    }

    /** Returns the first letter of its name that is free. */
    private char sign(Bottleneck bottleneck) {
        return (bottleneck.name().replace("_", "") + OTHERS)
                .chars()
                .mapToObj(letter -> (char) letter)
                .filter(letter -> !signs.containsValue(letter))
                .findFirst()
                .orElse('?');
    }

    private static char sign(AcceleratorState state) {
        return switch (state) {
            case IDLE -> '.';
            case LOW -> '-';
            case HIGH -> '#';
        };
    }

    private String states(int accelerator) {
        StringBuilder cells = new StringBuilder();
        for (int i = 0; i < states.windows(); i++) {
            cells.append(sign(states.state(accelerator, i)));
        }
        return cells.toString();
    }

    /** Returns each class saves up its shares, and the one that has saved most takes the cell. */
    private String reasons(int accelerator) {
        Map<Bottleneck, Double> saved = new EnumMap<>(Bottleneck.class);
        StringBuilder cells = new StringBuilder();
        for (int i = 0; i < reasons.windows(); i++) {
            Bottleneck most = Bottleneck.UNATTRIBUTED;
            for (Bottleneck bottleneck : signs.keySet()) {
                saved.merge(bottleneck, reasons.share(accelerator, bottleneck, i), Double::sum);
                most = saved.getOrDefault(bottleneck, 0.0) > saved.getOrDefault(most, 0.0) ? bottleneck : most;
            }
            saved.merge(most, -1.0, Double::sum);
            cells.append(signs.getOrDefault(most, '?'));
        }
        return cells.toString();
    }

    private String axis() {
        StringBuilder axis = new StringBuilder();
        for (double tick : unit.ticks(seconds)) {
            int at = (int) Math.round(tick / seconds * reasons.windows());
            String words = "|" + unit.tick(tick);
            if (at + words.length() <= reasons.windows() && (axis.length() == 0 || at > axis.length())) {
                axis.append(" ".repeat(at - axis.length())).append(words);
            }
        }
        return axis.toString();
    }

    private static <T> List<String> legend(int width, List<T> items, Function<T, String> words) {
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder();
        for (T item : items) {
            String next = words.apply(item);
            if (line.length() > 0 && line.length() + 3 + next.length() > width) {
                lines.add(line.toString());
                line.setLength(0);
            }
            line.append(line.length() == 0 ? "" : "   ").append(next);
        }
        lines.add(line.toString());
        return lines;
    }
}
