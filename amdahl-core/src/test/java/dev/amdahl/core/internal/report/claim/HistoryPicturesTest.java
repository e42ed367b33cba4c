package dev.amdahl.core.internal.report.claim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.amdahl.core.internal.advice.WinRate;
import dev.amdahl.core.internal.report.FixtureView;
import dev.amdahl.core.internal.report.ReportFixture;
import dev.amdahl.core.internal.report.picture.Drawing;
import dev.amdahl.core.stats.Summary;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;

final class HistoryPicturesTest {
    private final FixtureView view = ReportFixture.firstDay().view();

    @Test
    void barsOfVerdictsAreAsHighAsTheirCounts() {
        Drawing drawing = Drawing.of(VerdictPicture.draw(view.dossiers()));
        assertThat(drawing.text())
                .contains("3 won", "1 no effect", "1 refuted", "1 screened out", "verdicts by minute");
        double one = height(drawing, "v-refuted");
        assertThat(height(drawing, "v-win")).isCloseTo(3 * one, within(.2));
        assertThat(height(drawing, "v-screened")).isCloseTo(one, within(.1));
        assertThat(6 * one).as("six verdicts fill the height").isCloseTo(172, within(.5));
    }

    private static double height(Drawing drawing, String style) {
        return drawing.all("rect", style).stream()
                .filter(bar -> !bar.getAttribute("x").isEmpty())
                .mapToDouble(bar -> Drawing.at(bar, "height"))
                .sum();
    }

    @Test
    void stretchesOfTimeAreFewAndTileIt() {
        Instant first = Instant.parse("2026-03-01T23:59:59Z");
        Calendar days = Calendar.over(first, first.plusSeconds(40 * 86_400));
        assertThat(days.name()).isEqualTo("day");
        assertThat(days.words(0)).isEqualTo("2026-03-01");
        assertThat(days.at(first)).isZero();
        assertThat(days.at(first.plusSeconds(1))).isEqualTo(1);
        assertThat(Calendar.over(first, first).count()).isEqualTo(1);
        assertThat(Calendar.over(Instant.EPOCH, first.plusSeconds(1_000_000_000_000L))
                        .count())
                .isLessThan(300);
    }

    @Test
    void ratesLieAtTheMeanAndTheQuantilesOfWhatTheLoopBelieves() {
        Drawing drawing = Drawing.of(RatePicture.byClass(view.dossiers()));
        WinRate rate = new WinRate(1, 2);
        Element input = row(drawing, "waiting for input data: 1 of 2 won");
        assertThat(Drawing.at(input, "cx")).isCloseTo(100 * rate.mean(), within(.01));
        Element line = drawing.all("line", "iv").stream()
                .filter(one -> one.getAttribute("y1").equals(input.getAttribute("cy")))
                .findFirst()
                .orElseThrow();
        assertThat(Drawing.at(line, "x1")).isCloseTo(100 * rate.quantile(.05), within(.01));
        assertThat(Drawing.at(line, "x2")).isCloseTo(100 * rate.quantile(.95), within(.01));
        assertThat(Drawing.of(RatePicture.bySource(view.dossiers())).text()).contains("rule", "3 of 5 won");
    }

    private static Element row(Drawing drawing, String words) {
        return drawing.all("circle", "pt-first").stream()
                .filter(dot -> Drawing.title(dot).startsWith(words))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void equalArmsAreDrawnWhereTheyLieAboutTheirMean() {
        List<NoisePicture.History> histories = NoisePicture.histories(view);
        assertThat(histories).extracting(NoisePicture.History::family).containsExactly("train-vision", "embed-batch");
        Drawing drawing = Drawing.of(NoisePicture.draw(histories));
        double[] d = {.05, -.04, .02, -.06};
        List<Element> dots = drawing.all("circle", "bf");
        assertThat(dots).hasSize(8);
        double scale = (Drawing.at(dots.get(0), "cx") - Drawing.at(dots.get(1), "cx")) / (d[0] - d[1]);
        Element line = drawing.all("line", "iv").get(0);
        assertThat((Drawing.at(line, "x1") + Drawing.at(line, "x2")) / 2)
                .isCloseTo(50 + scale * Summary.mean(d), within(.05));
        assertThat((Drawing.at(line, "x2") - Drawing.at(line, "x1")) / 2)
                .isCloseTo(scale * Summary.standardDeviation(d), within(.05));
    }
}
