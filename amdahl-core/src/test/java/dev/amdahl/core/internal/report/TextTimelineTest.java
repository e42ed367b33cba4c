package dev.amdahl.core.internal.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.amdahl.core.internal.report.picture.Traces;
import dev.amdahl.core.internal.timeline.AcceleratorState;
import dev.amdahl.core.internal.timeline.ReasonSeries;
import dev.amdahl.core.internal.timeline.StateSeries;
import dev.amdahl.core.internal.timeline.WrittenTimeline;
import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.job.Timeline;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class TextTimelineTest {
    private static final double WALL = .88;
    private static final int LABEL = "accelerator 3 ".length();

    private final Timeline timeline = Traces.steps("main", 4, 40);

    @ParameterizedTest
    @ValueSource(ints = {40, 80, 100, 131})
    void cellsAddUpToTheSecondsWithinOneCell(int width) {
        List<String> lines = TextTimeline.draw(timeline, width).lines().toList();
        assertThat(lines).allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(width));
        int columns = width - LABEL;
        double cell = WALL / columns;
        StateSeries states = StateSeries.of(timeline, columns);
        ReasonSeries reasons = ReasonSeries.of(timeline, Optional.empty(), columns);
        for (int accelerator = 0; accelerator < 4; accelerator++) {
            String state = lines.get(2 * accelerator).substring(LABEL);
            String reason = lines.get(2 * accelerator + 1).substring(LABEL);
            assertThat(state).hasSize(columns).matches("[.#-]+");
            assertThat(reason).hasSize(columns);
            for (Bottleneck bottleneck : Bottleneck.values()) {
                double share = 0;
                for (int i = 0; i < columns; i++) {
                    share += reasons.share(accelerator, bottleneck, i);
                }
                assertThat(count(reason, sign(lines, bottleneck.name().replace('_', ' '))) * cell)
                        .as(bottleneck + " of accelerator " + accelerator)
                        .isCloseTo(share * cell, within(cell));
            }
        }
        for (AcceleratorState state : AcceleratorState.values()) {
            long cells = 0;
            for (int accelerator = 0; accelerator < 4; accelerator++) {
                cells += count(
                        lines.get(2 * accelerator).substring(LABEL),
                        sign(lines, state.name().toLowerCase(java.util.Locale.ROOT)));
            }
            assertThat(cells * cell).isCloseTo(states.seconds(state), within(cell));
        }
    }

    private static long count(String cells, char sign) {
        return cells.chars().filter(cell -> cell == sign).count();
    }

    /** The character before that name in the legend; a blank where it has none. */
    private static char sign(List<String> lines, String name) {
        Matcher found = Pattern.compile("(\\S) " + name + " ").matcher(String.join("\n", lines));
        return found.find() ? found.group(1).charAt(0) : ' ';
    }

    @Test
    void theAxisSaysWhereTheTimeIs() {
        List<String> lines = TextTimeline.draw(timeline, 102).lines().toList();
        String axis = lines.get(8);
        assertThat(axis).contains("|0 s", "|0.2 s", "|0.4 s", "|0.8 s");
        assertThat(axis.indexOf("|0.4 s") - LABEL).isEqualTo(Math.round(.4 / WALL * (102 - LABEL)));
        assertThat(lines.get(9)).isEqualTo("each character 10.0 ms");
    }

    @Test
    void manyAcceleratorsAreCutAndSaid() {
        assertThat(TextTimeline.draw(Traces.steps("main", 20, 10), 80))
                .contains("accelerator 15", "4 more accelerators")
                .doesNotContain("accelerator 16 ");
    }

    @Test
    void nothingIsDrawnOfNoAccelerator() {
        assertThat(TextTimeline.draw(new WrittenTimeline().over(0, 1_000, false, 0), 80))
                .isEmpty();
    }
}
