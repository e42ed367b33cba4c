package dev.amdahl.core.internal.report.claim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.core.internal.report.FixtureView;
import dev.amdahl.core.internal.report.ReportFixture;
import dev.amdahl.core.internal.report.picture.Drawing;
import dev.amdahl.core.internal.report.picture.Labels;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.spi.experiment.ExperimentPlan;
import dev.amdahl.spi.hypothesis.Bottleneck;
import org.junit.jupiter.api.Test;

/** Words of pictures lie on nothing, at the widths of a telephone, half a page and a page; log ratios are of a quickstart. */
final class LabelsTest {
    private static final int[] WIDTHS = {310, 541, 1_100};

    private static FixtureView quickstart() {
        ReportFixture fixture = new ReportFixture();
        fixture.family("job", Bottleneck.SYNC_STALL, .3);
        fixture.measured(
                "checkpoint-mode",
                "job",
                25,
                new double[] {-.4737, -.0237, -.2743, -.441, -.4681, .079, -.151, -.4151, -.4064},
                18.1,
                new double[] {-.3957, -.3715, -.1395, -.0041, -.1466, .1065, -.1414, -.1211, .0822, -.5194, -.0332});
        fixture.measured(
                "pool-threads",
                "job",
                25.2,
                new double[] {-.2228, -1.5911, -1.6059, -1.5897, -.2403, -1.6427, -.2902},
                27.6,
                new double[] {-.2125, -.0923, .2219, -1.6206, -1.123, -1.3755, -1.5399, -.0371, -.1632, -.4936, -.2666
                });
        fixture.measured(
                "row-by-row",
                "job",
                28.7,
                new double[] {-.7988, -.904, -.8167, -.8018, -.8276, -.7672},
                88,
                new double[] {-.7673, -1.7568, -.8587, -.731, -.7884, -.5086, -.8351, -.7488});
        fixture.measured(
                "metric-interval",
                "job",
                31.4,
                new double[] {-.3901, -.2569, -.3421, -.1436, .2125, -.2477, .0151, -.0018, -.3916, -.3153, -.3548},
                .00667,
                new double[] {-.4015, -.3519, .3772, .4003, .4431, .7069, .3949});
        fixture.measured(
                "slower", "job", .001, new double[] {.3, .4, .2, .5, .4, .3, .1, .4, .5, .3}, 1, new double[0]);
        return fixture.view();
    }

    @Test
    void wordsOfAnExperimentAreNeverCrossed() {
        FixtureView view = quickstart();
        assertThat(view.dossiers()).hasSize(5).allSatisfy(dossier -> {
            ExperimentPlan plan = dossier.experiment().orElseThrow().plan();
            Pairs pairs = Pairs.of(view, dossier.id());
            assertClear(dossier, Drawing.of(EvidencePicture.draw(dossier, plan, pairs)));
            assertClear(dossier, Drawing.of(ForestPicture.draw(dossier, plan, pairs)));
        });
    }

    private static void assertClear(Dossier dossier, Drawing drawing) {
        for (int width : WIDTHS) {
            assertThat(Labels.collisions(drawing, width))
                    .as("%s at %d px", dossier.id(), width)
                    .isEmpty();
        }
    }

    @Test
    void wordsOfTheHistoryAreNeverCrossed() {
        FixtureView view = ReportFixture.firstDay().view();
        for (int width : WIDTHS) {
            assertThat(Labels.collisions(Drawing.of(VerdictPicture.draw(view.dossiers())), width))
                    .isEmpty();
            assertThat(Labels.collisions(Drawing.of(RatePicture.byClass(view.dossiers())), width))
                    .isEmpty();
            assertThat(Labels.collisions(Drawing.of(NoisePicture.draw(NoisePicture.histories(view))), width))
                    .isEmpty();
        }
    }
}
