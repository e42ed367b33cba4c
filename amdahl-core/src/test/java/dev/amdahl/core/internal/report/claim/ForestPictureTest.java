package dev.amdahl.core.internal.report.claim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.amdahl.core.internal.report.FixtureView;
import dev.amdahl.core.internal.report.ReportFixture;
import dev.amdahl.core.internal.report.picture.Drawing;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.stats.design.Direction;
import dev.amdahl.core.stats.design.PredictiveEProcess;
import dev.amdahl.spi.experiment.Comparison;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;

/** The geometry of an experiment's drawings. */
final class ForestPictureTest {
    private final FixtureView view = ReportFixture.firstDay().view();
    private final Dossier dossier = view.dossier("h1").orElseThrow();
    private final Pairs pairs = Pairs.of(view, "h1");
    private final Drawing forest = Drawing.of(
            ForestPicture.draw(dossier, dossier.experiment().orElseThrow().plan(), pairs));

    @Test
    void intervalEstimateAndPairsLieWhereTheAxisSays() {
        Comparison found = dossier.comparison().orElseThrow();
        DoubleUnaryOperator x = axis(forest);
        List<Element> interval = forest.all("line", "iv");
        assertThat(interval).hasSize(3);
        assertThat(Drawing.at(interval.get(0), "x1"))
                .isCloseTo(x.applyAsDouble(found.lower().orElseThrow()), within(.02));
        assertThat(Drawing.at(interval.get(0), "x2"))
                .isCloseTo(x.applyAsDouble(found.upper().orElseThrow()), within(.02));
        assertThat(Drawing.at(forest.all("circle", "pt-win").get(0), "cx"))
                .isCloseTo(x.applyAsDouble(found.ratio().orElseThrow()), within(.02));
        assertThat(Drawing.at(forest.all("line", "zero").get(0), "x1")).isCloseTo(x.applyAsDouble(1), within(.02));
        Element band = forest.all("rect", "mpe").get(0);
        assertThat(Drawing.at(band, "x") + Drawing.at(band, "width")).isCloseTo(x.applyAsDouble(1.01), within(.02));

        assertThat(forest.all("circle", "bf").size()
                        + forest.all("circle", "vf").size())
                .isEqualTo(pairs.counted().size());
        Pairs.Row first = pairs.counted().stream()
                .filter(row -> !row.isVariantFirst())
                .findFirst()
                .orElseThrow();
        assertThat(Drawing.at(forest.all("circle", "bf").get(0), "cx"))
                .isCloseTo(x.applyAsDouble(Math.exp(first.result().logRatio().orElseThrow())), within(.02));
        assertThat(forest.all("circle", "out")).hasSize(2);
    }

    /** Read off two ticks: a ratio to its place. */
    private static DoubleUnaryOperator axis(Drawing drawing) {
        List<Element> words = drawing.all("text", "s").stream()
                .filter(text -> text.getTextContent().endsWith("%"))
                .toList();
        assertThat(words).hasSizeGreaterThan(1);
        double[] logs = new double[2];
        double[] places = new double[2];
        for (int i = 0; i < 2; i++) {
            String text = words.get(i).getTextContent().replace(" %", "");
            logs[i] = Math.log1p(Double.parseDouble(text) / 100);
            places[i] = Drawing.at((Element) words.get(i).getPreviousSibling(), "x1");
        }
        double slope = (places[1] - places[0]) / (logs[1] - logs[0]);
        return ratio -> places[0] + slope * (Math.log(ratio) - logs[0]);
    }

    @Test
    void evidenceEndsWhereTheLastLookWasAndTheBarsStandAtTheirValues() {
        Drawing evidence = Drawing.of(
                EvidencePicture.draw(dossier, dossier.experiment().orElseThrow().plan(), pairs));
        double one = y(evidence, "1");
        double ten = y(evidence, "10");
        List<Element> bars = evidence.all("line", "bar");
        assertThat(bars).hasSize(2);
        assertThat((one - Drawing.at(bars.get(0), "y1")) / (one - ten)).isCloseTo(Math.log10(20), within(.02));
        assertThat((one - Drawing.at(bars.get(1), "y1")) / (one - ten)).isCloseTo(Math.log10(400 / 31.2), within(.02));

        double[] d = pairs.counted().stream()
                .filter(row -> row.set() == 1)
                .mapToDouble(row -> row.result().logRatio().orElseThrow())
                .toArray();
        double[] path = PredictiveEProcess.path(d, .1, Direction.WIN);
        List<Element> lines = evidence.all("line", "eline").stream()
                .filter(line -> line.getAttribute("class").equals("eline"))
                .toList();
        assertThat(lines).hasSize(path.length);
        assertThat((one - Drawing.at(lines.get(path.length - 1), "y2")) / (one - ten))
                .isCloseTo(Math.log10(path[path.length - 1]), within(.02));
        assertThat(evidence.text()).contains("together 1,373 of 400 needed");
    }

    private static double y(Drawing drawing, String words) {
        return drawing.all("text", "s").stream()
                .filter(text -> text.getTextContent().equals(words) && Drawing.at(text, "x") == 0)
                .mapToDouble(text -> Drawing.at(text, "y") - 4)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void anExperimentWithoutAResultIsDrawnEmpty() {
        Drawing none = Drawing.of(
                ForestPicture.draw(dossier, dossier.experiment().orElseThrow().plan(), new Pairs(List.of(), 0)));
        assertThat(none.all("circle", "bf")).isEmpty();
    }
}
