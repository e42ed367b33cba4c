package dev.amdahl.core.internal.report.picture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.amdahl.core.internal.timeline.AcceleratorState;
import dev.amdahl.core.internal.timeline.JobRunFacts;
import dev.amdahl.core.internal.timeline.ReasonSeries;
import dev.amdahl.core.internal.timeline.StateSeries;
import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.job.Timeline;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;

final class TimelinePictureTest {
    private static final double WALL = .88;

    private final Timeline timeline = Traces.steps("main", 4, 40);
    private final TimelinePicture.Drawn drawn = TimelinePicture.draw("x", timeline, Optional.empty());
    private final Drawing drawing = Drawing.of(drawn.inline());

    @Test
    void drawnStatesTileEveryLaneAndTheirSecondsAreWallTimesAccelerators() {
        StateSeries series = StateSeries.of(timeline, 1_000);
        double seconds = Stream.of(AcceleratorState.values())
                .mapToDouble(series::seconds)
                .sum();
        assertThat(seconds).isCloseTo(4 * WALL, within(1e-9));

        List<Element> lanes = drawing.all("svg", "states");
        assertThat(lanes).hasSize(4).allSatisfy(lane -> {
            double shown = 0;
            for (double area : areas(lane)) {
                shown += area;
            }
            assertThat(shown).isCloseTo(1, within(1e-9));
        });
    }

    /** Boxes stand beside each other, so each path is its own area. */
    private static double[] areas(Element lane) {
        double[] shares = Drawing.shares(lane);
        for (int i = shares.length - 2; i >= 0; i--) {
            shares[i] += shares[i + 1];
        }
        return shares;
    }

    @Test
    void whatIsSeenOfEachReasonAddsUpToItsSeconds() {
        ReasonSeries reasons = ReasonSeries.of(timeline, Optional.empty(), 500);
        Map<String, Double> seen = new HashMap<>();
        double all = 0;
        for (Element lane : drawing.all("svg", "reasons")) {
            double[] shares = Drawing.shares(lane);
            List<String> styles = Drawing.styles(lane);
            for (int i = 0; i < shares.length; i++) {
                seen.merge(styles.get(i), shares[i] * WALL, Double::sum);
                all += shares[i] * WALL;
            }
        }
        assertThat(all).isCloseTo(4 * WALL, within(1e-9));
        assertThat(seen).hasSizeGreaterThan(3);
        for (Bottleneck bottleneck : Bottleneck.values()) {
            assertThat(seen.getOrDefault(Picture.colour(bottleneck), 0.0))
                    .as(bottleneck.name())
                    .isCloseTo(reasons.seconds(bottleneck), within(.005 * 4 * WALL));
        }
    }

    @Test
    void theWallIsTheMeanOfTheAccelerators() {
        Element wall = drawing.all("svg", "wall").get(0);
        double productive = Drawing.shares(wall)[Drawing.shares(wall).length - 1];
        assertThat(productive * 4 * WALL)
                .isCloseTo(
                        ReasonSeries.of(timeline, Optional.empty(), 500).seconds(Bottleneck.PRODUCTIVE),
                        within(.005 * 4 * WALL));
    }

    @Test
    void phasesTileTheRunAndTheQueueIsSaidBesideIt() {
        JobRunFacts facts =
                new JobRunFacts("run", Instant.EPOCH, Instant.EPOCH.plusMillis(880), 12, 0, 6, OptionalInt.empty());
        Drawing other = Drawing.of(
                TimelinePicture.draw("x", timeline, Optional.of(facts)).inline());
        double width = 0;
        for (String style : List.of("ph-held", "ph-run", "ph-after")) {
            for (Element phase : other.all("rect", style)) {
                width +=
                        phase.getAttribute("y").equals("0") && phase.hasAttribute("x") ? Drawing.at(phase, "width") : 0;
            }
        }
        assertThat(width).isCloseTo(100, within(.03));
        assertThat(other.text())
                .contains("12.0 s in the queue, not drawn", "not in the trace: 2 allocated accelerators");
    }

    @Test
    void aLargeTimelineStaysASmallPicture() {
        TimelinePicture.Drawn large = TimelinePicture.draw("x", Traces.steps("main", 8, 50_000), Optional.empty());
        assertThat(large.file().length()).isBetween(3_000, 300_000);
        assertThat(Drawing.of(large.file()).all("rect", "paper")).hasSize(1);
    }

    @Test
    void hostCausesHoldEachInstantOnce() {
        HostBins bins = HostBins.of(Traces.steps("main", 1, 40).lanes().get(1), 0, 880_000_000, 777);
        assertThat(bins.covered()).isCloseTo(.88, within(1e-9));
        assertThat(bins.seconds(2)).isCloseTo(.88 * .9 * .45 - 3 * .88 * .9 / 40 * .3, within(1e-6));
    }
}
