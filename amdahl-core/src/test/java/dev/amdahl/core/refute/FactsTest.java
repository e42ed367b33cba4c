package dev.amdahl.core.refute;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.spi.experiment.ArmResult;
import dev.amdahl.spi.experiment.Evidence;
import dev.amdahl.spi.experiment.ExperimentPlan;
import dev.amdahl.spi.experiment.Sampling;
import dev.amdahl.spi.experiment.Trial;
import dev.amdahl.spi.experiment.Trial.Order;
import dev.amdahl.spi.experiment.Vote;
import dev.amdahl.spi.hypothesis.PatchChange;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class FactsTest {

    private static List<String> vetoes(Evidence evidence) {
        PanelResult result = Panel.standard().examine(evidence);
        List<String> vetoes =
                result.votes().stream().filter(Vote::isVeto).map(Vote::refuter).toList();
        assertThat(result.vetoed()).isEqualTo(!vetoes.isEmpty());
        assertThat(result.survives() && result.vetoed()).isFalse();
        return vetoes;
    }

    @Test
    void nothingVetoesAnHonestWin() {
        PanelResult result = Panel.standard().examine(Evidence.of(Pairs.of(16, Pairs::faster), 1));

        assertThat(result.survives()).isTrue();
        assertThat(result.votes()).noneMatch(Vote::isVeto);
    }

    @Test
    void oneMismatchIsEnoughWhateverTheVotes() {
        Trial bad = Pairs.trial(
                17,
                Order.BASELINE_FIRST,
                ArmResult.succeeded("a", 10),
                ArmResult.succeeded("b", 9),
                List.of(Pairs.OUTPUT));
        Evidence evidence = Evidence.of(
                        Pairs.with(Pairs.of(16, index -> withDigests(Pairs.faster(index))), withDigests(bad)), 1)
                .outputsDeclared();

        assertThat(vetoes(evidence)).containsExactly("facts:outputs");
        assertThat(Panel.standard().examine(evidence).upholds()).isEqualTo(5);
    }

    @Test
    void anOutputThatIsNotReproducibleVetoesNothing() {
        Trial bad = Pairs.trial(
                17,
                Order.BASELINE_FIRST,
                ArmResult.succeeded("a", 10),
                ArmResult.succeeded("b", 9),
                List.of(Pairs.OUTPUT));
        Evidence evidence = Evidence.of(Pairs.with(Pairs.of(16, Pairs::faster), bad), 1);

        assertThat(vetoes(evidence)).isEmpty();
        assertThat(Panel.standard().examine(evidence).notApplicable()).contains("outputs", "work units");
    }

    @Test
    void workThatAChangedProgramCountsItselfIsNoEvidenceAndStillRefutes() {
        Evidence equal = patched(9.0, 1000, 1000);

        assertThat(Panel.standard().examine(equal).notApplicable()).contains("work units");
        assertThat(Panel.standard().examine(equal).looked()).doesNotContain("work units");
        assertThat(vetoes(patched(9.0, 1000, 250))).containsExactly("facts:work units");
    }

    private static Evidence patched(double seconds, double baseline, double variant) {
        return Evidence.of(
                        Pairs.of(
                                16,
                                index -> Pairs.faster(
                                        index,
                                        ArmResult.succeeded("a", 10).work(baseline),
                                        ArmResult.succeeded("b", seconds + .01 * (index % 3))
                                                .work(variant))),
                        1)
                .workCounted()
                .changing(new PatchChange("--- a/x.c\n+++ b/x.c\n", List.of("x.c")));
    }

    @Test
    void lostWorkUnitsAskForPairsAndVetoWhereTheVariantAloneLosesThem() {
        Evidence lost = Evidence.of(Pairs.of(16, Pairs::faster), 1).workCounted();

        assertThat(vetoes(lost)).isEmpty();
        assertThat(Panel.standard().examine(lost).outcome()).isEqualTo(PanelResult.Outcome.UNSETTLED);
        assertThat(vetoes(StagedClaims.lostWork())).containsExactly("facts:evidence kept");
    }

    @Test
    void anOrderThatIsNotDrawnVetoes() {
        Evidence evidence = Evidence.of(
                Pairs.of(
                        16,
                        index -> Pairs.trial(
                                index,
                                Order.BASELINE_FIRST,
                                ArmResult.succeeded("a", 10),
                                ArmResult.succeeded("b", 9 + .01 * (index % 3)),
                                List.of())),
                1);

        assertThat(vetoes(evidence)).containsExactly("facts:sample ratio");
    }

    @Test
    void theSpeedBoundNeedsTwoEvidenceRuns() {
        Evidence evidence = Evidence.of(Pairs.of(16, Pairs::faster), 1);

        assertThat(vetoes(evidence.shares(.05, .05, 1))).isEmpty();
        assertThat(vetoes(evidence.shares(.05, .05, 2))).containsExactly("facts:speed bound");
        assertThat(vetoes(evidence.shares(.12, .12, 2))).isEmpty();
    }

    /** A change takes a tenth off the steps; these are half of a run, so it takes a twentieth off the run. */
    @Test
    void theSpeedBoundIsThatOfAWholeRun() {
        Evidence ofRuns = Evidence.of(Pairs.of(16, Pairs::faster), 1).shares(.06, .06, 2);
        ExperimentPlan plan = ofRuns.plan();
        Evidence ofSteps = ofRuns.plan(new ExperimentPlan(
                plan.metric(),
                plan.guardrails(),
                plan.outputs(),
                plan.minimumEffect(),
                plan.sigma(),
                plan.bar(),
                plan.alpha(),
                plan.firstCap(),
                plan.confirmationCap(),
                Optional.of(Sampling.windows(10, 10, 1, 40, "").about(.5))));

        assertThat(vetoes(ofRuns)).containsExactly("facts:speed bound");
        assertThat(vetoes(ofSteps)).doesNotContain("facts:speed bound");
        assertThat(vetoes(ofSteps.shares(.02, .02, 2))).contains("facts:speed bound");
    }

    @Test
    void moreThanTheDeclaredPeakVetoes() {
        assertThat(vetoes(reporting("mfu", .62))).isEmpty();
        assertThat(vetoes(reporting("mfu", 1.02, "peak_mfu", 1)))
                .as("a clock may run a little above the declared one")
                .isEmpty();
        assertThat(vetoes(reporting("mfu", 1.03, "peak_mfu", 1))).containsExactly("facts:declared peak");
        assertThat(vetoes(reporting("tensor_utilisation", 1.5, "peak_tensor_utilisation", 1)))
                .containsExactly("facts:declared peak");
        assertThat(vetoes(reporting("flops_per_second", 990e12, "peak_flops_per_second", 1979e12)))
                .isEmpty();
        assertThat(vetoes(reporting("flops_per_second", 1500e12, "peak_flops_per_second", 989e12)))
                .containsExactly("facts:declared peak");
        assertThat(Panel.standard()
                        .examine(reporting("loss", 7, "peak_memory", 3))
                        .notApplicable())
                .contains("declared peak");
    }

    @Test
    void aShareThatMayBeInPerCentVetoesNothing() {
        for (double[] shares : new double[][] {{41, 45}, {.9, 1.2}, {.62, 1.24}}) {
            Evidence evidence = Evidence.of(
                    Pairs.of(
                            16,
                            index -> Pairs.faster(
                                    index,
                                    ArmResult.succeeded("a", 10).metric("mfu", shares[0]),
                                    ArmResult.succeeded("b", 9 + .01 * (index % 3))
                                            .metric("mfu", shares[1]))),
                    1);

            assertThat(vetoes(evidence)).isEmpty();
            assertThat(Panel.standard().examine(evidence).notApplicable()).contains("declared peak");
        }
    }

    private static Evidence reporting(String metric, double value) {
        return reporting(metric, value, "step_seconds", .1);
    }

    private static Evidence reporting(String metric, double value, String other, double otherValue) {
        return Evidence.of(
                Pairs.of(
                        16,
                        index -> Pairs.faster(
                                index,
                                ArmResult.succeeded("a", 10),
                                ArmResult.succeeded("b", 9 + .01 * (index % 3))
                                        .metric(metric, value)
                                        .metric(other, otherValue))),
                1);
    }

    @Test
    void theWarmUpPairIsSeenByNobody() {
        Trial warmUp = Pairs.trial(
                0,
                Order.BASELINE_FIRST,
                ArmResult.succeeded("a", 10),
                ArmResult.succeeded("b", 900),
                List.of(Pairs.OUTPUT));
        Evidence evidence = Evidence.of(Pairs.with(Pairs.of(16, Pairs::faster), warmUp), 1);

        assertThat(Panel.standard().examine(evidence).survives()).isTrue();
    }

    private static Trial withDigests(Trial trial) {
        return Pairs.trial(
                trial.index(),
                trial.order(),
                trial.baseline().digest("out.bin", "x"),
                trial.variant().digest("out.bin", "x"),
                trial.mismatches());
    }
}
