package dev.amdahl.core.refute;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.core.internal.refute.check.Check;
import dev.amdahl.core.internal.refute.check.Finding;
import dev.amdahl.core.internal.refute.check.Finding.Outcome;
import dev.amdahl.core.internal.refute.check.Sample;
import dev.amdahl.spi.experiment.ArmResult;
import dev.amdahl.spi.experiment.Covariate;
import dev.amdahl.spi.experiment.EnvironmentFact;
import dev.amdahl.spi.experiment.Evidence;
import dev.amdahl.spi.experiment.Trial;
import dev.amdahl.spi.hypothesis.ConfigChange;
import dev.amdahl.spi.hypothesis.LeverSetting;
import dev.amdahl.spi.hypothesis.PatchChange;
import dev.amdahl.spi.job.MetricSpec;
import dev.amdahl.spi.job.ValueSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;

class CircumstanceChecksTest {
    private static final Check EQUAL = named("equal circumstances");
    private static final Check PROGRAM = named("program and evaluator unchanged");
    private static final Check WALL = named("wall time of the whole job");

    private static Check named(String name) {
        return TrapCase.checks().stream()
                .filter(check -> check.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static ArmResult baseline(int index) {
        return ArmResult.succeeded("a", 10 + .02 * (index % 5));
    }

    private static ArmResult variant(int index) {
        return ArmResult.succeeded("b", 9 + .02 * (index % 3));
    }

    private static Finding of(Check check, Evidence evidence) {
        return check.run(Sample.of(evidence, trial -> true, 1));
    }

    private static Evidence pairs(IntFunction<ArmResult> baseline, IntFunction<ArmResult> variant) {
        return Evidence.of(Pairs.of(20, index -> Pairs.faster(index, baseline.apply(index), variant.apply(index))), 1);
    }

    private static ArmResult governor(ArmResult arm, String text) {
        return arm.circumstance(EnvironmentFact.GOVERNOR, text);
    }

    @Test
    void whoseFigureIsReportedByAPatchMustSaveWallTimeItself() {
        MetricSpec metric =
                new MetricSpec("step_ms", Optional.of(new ValueSource.Stdout("mean step: ([\\d.]+)")), true);
        Evidence evidence = Evidence.of(
                        Pairs.of(
                                20,
                                index -> Pairs.faster(
                                        index,
                                        ArmResult.succeeded("a", 10 + (index % 5)),
                                        ArmResult.succeeded("b", 10 + (index % 4)))),
                        1)
                .metric(metric);
        PatchChange elsewhere =
                new PatchChange("--- a/x.c\n+++ b/x.c\n@@ -1 +1 @@\n-int a;\n+int b;\n", List.of("x.c"));
        PatchChange report = new PatchChange(
                "--- a/x.c\n+++ b/x.c\n@@ -1 +1 @@\n-puts(\"mean step\");\n+puts(\"mean step\", 1);\n", List.of("x.c"));

        assertThat(of(WALL, evidence.changing(elsewhere)).reason()).doesNotContain("touches");
        assertThat(of(WALL, evidence.changing(report)).reason())
                .isEqualTo(
                        "the patch touches what reports the metric, and the whole job is not shown to take less time");
    }

    /** The wall is the same, and the figure is not. */
    private static Trial ofGoodput(int index) {
        Trial same = Pairs.faster(index, ArmResult.succeeded("a", 10), ArmResult.succeeded("b", 10));
        return new Trial(
                same.key(),
                same.set(),
                index,
                same.order(),
                same.host(),
                same.baseline(),
                same.variant(),
                OptionalDouble.of(-.1 - .001 * (index % 3)),
                List.of());
    }

    @Test
    void theWallOfWhatIsSentWorkAtGivenTimesIsNotAsked() {
        MetricSpec own = new MetricSpec("goodput", Optional.of(new ValueSource.Stdout("goodput (.*)")), false);
        MetricSpec paced = new MetricSpec(own.name(), own.source(), false, Optional.of("load"));
        Evidence evidence = Evidence.of(Pairs.of(20, CircumstanceChecksTest::ofGoodput), 1);

        assertThat(of(WALL, evidence.metric(own)).outcome()).isEqualTo(Outcome.FIRED);
        assertThat(of(WALL, evidence.metric(paced)).outcome()).isNotEqualTo(Outcome.FIRED);
    }

    @Test
    void anArmUnderAnotherGovernorIsNoFairComparison() {
        assertThat(of(EQUAL, pairs(i -> governor(baseline(i), "powersave"), i -> governor(variant(i), "performance")))
                        .reason())
                .contains("20 pairs", "governor");
        assertThat(of(EQUAL, pairs(i -> governor(baseline(i), "powersave"), i -> governor(variant(i), "powersave")))
                        .outcome())
                .isEqualTo(Outcome.CLEAR);
    }

    @Test
    void theLimitOfPowerAndWhatFollowsFromItMayDifferOnlyWhereTheChangeSetsIt() {
        Evidence evidence = pairs(i -> limited(baseline(i), "700.00", 1800), i -> limited(variant(i), "300.00", 1400));
        Evidence capped = evidence.changing(new ConfigChange(List.of(
                new LeverSetting("cap", new LeverSetting.PowerCap(), LeverSetting.PowerCap.AS_IT_IS, "300 W"))));

        assertThat(of(EQUAL, evidence).reason()).contains("20 pairs", "power limit");
        assertThat(of(EQUAL, capped).outcome()).isEqualTo(Outcome.CLEAR);
        assertThat(appliesToClocks(evidence)).isTrue();
        assertThat(appliesToClocks(capped)).isFalse();
    }

    private static boolean appliesToClocks(Evidence evidence) {
        return named("accelerator clock").applies(Sample.of(evidence, trial -> true, 1));
    }

    private static ArmResult limited(ArmResult arm, String watts, double mhz) {
        return arm.circumstance(EnvironmentFact.POWER_LIMIT, watts).covariates(Map.of(Covariate.ACCELERATOR_MHZ, mhz));
    }

    @Test
    void aFewUnequalPairsAreDiscardedAndTheRestDecides() {
        Evidence evidence = pairs(
                i -> governor(baseline(i), "powersave"),
                i -> governor(variant(i), i < 4 ? "performance" : "powersave"));

        assertThat(of(EQUAL, evidence))
                .isEqualTo(new Finding(Outcome.CLEAR, "", OptionalDouble.of(3), OptionalDouble.of(0), 0));
    }

    @Test
    void aCircumstanceOfOneArmAloneIsLostEvidenceAndNoneAtAllIsNotApplicable() {
        assertThat(of(EQUAL, pairs(i -> governor(baseline(i), "powersave"), i -> variant(i)))
                        .outcome())
                .isEqualTo(Outcome.MISSING);
        assertThat(of(EQUAL, pairs(i -> baseline(i), i -> variant(i))).outcome())
                .isEqualTo(Outcome.NOT_APPLICABLE);
    }

    @Test
    void separateSubmissionsMayStandOnOtherDevicesOfOneModel() {
        List<Trial> apart = Pairs.of(20, index -> {
            Trial pair = Pairs.faster(index, devices(baseline(index), "GPU-1"), devices(variant(index), "GPU-2"));
            return new Trial(
                    pair.key(),
                    1,
                    index,
                    pair.order(),
                    "host-1|host-2",
                    pair.baseline(),
                    pair.variant(),
                    pair.logRatio(),
                    List.of());
        });

        assertThat(of(EQUAL, Evidence.of(apart, 1)).outcome()).isEqualTo(Outcome.CLEAR);
        assertThat(of(EQUAL, pairs(i -> devices(baseline(i), "GPU-1"), i -> devices(variant(i), "GPU-2")))
                        .outcome())
                .isEqualTo(Outcome.FIRED);
    }

    @Test
    void separateSubmissionsInOtherNetworkDomainsAreNoFairComparison() {
        assertThat(of(EQUAL, Evidence.of(apart("row-1.rack-1", "row-1.rack-2"), 1))
                        .reason())
                .contains("20 pairs", "topology");
        assertThat(of(EQUAL, Evidence.of(apart("row-1.rack-1", "row-1.rack-1"), 1))
                        .outcome())
                .isEqualTo(Outcome.CLEAR);
    }

    private static List<Trial> apart(String baseline, String variant) {
        return Pairs.of(20, index -> {
            Trial pair = Pairs.faster(
                    index,
                    baseline(index).circumstance(EnvironmentFact.TOPOLOGY, baseline),
                    variant(index).circumstance(EnvironmentFact.TOPOLOGY, variant));
            return new Trial(
                    pair.key(),
                    1,
                    index,
                    pair.order(),
                    "host-1|host-2",
                    pair.baseline(),
                    pair.variant(),
                    pair.logRatio(),
                    List.of());
        });
    }

    private static ArmResult devices(ArmResult arm, String id) {
        return arm.circumstance(EnvironmentFact.ACCELERATOR_MODELS, "NVIDIA H200")
                .circumstance(EnvironmentFact.ACCELERATOR_IDS, id);
    }

    @Test
    void aDisturbanceOfOneArmExplainsTheEffectAndOneOfBothDoesNot() {
        for (Check check : List.of(named("swapping in one arm"), named("page faults in one arm"))) {
            Covariate covariate = check.requires().iterator().next();
            Evidence oneSided = pairs(
                            i -> baseline(i).covariate(covariate, 5000),
                            i -> variant(i).covariate(covariate, 0))
                    .supplying(covariate);
            Evidence both = pairs(
                            i -> baseline(i).covariate(covariate, 5000),
                            i -> variant(i).covariate(covariate, 7000))
                    .supplying(covariate);
            Evidence lost = pairs(i -> baseline(i).covariate(covariate, 5000), i -> variant(i))
                    .supplying(covariate);

            assertThat(of(check, oneSided).outcome()).as(check.name()).isEqualTo(Outcome.FIRED);
            assertThat(of(check, both).outcome()).as(check.name()).isEqualTo(Outcome.CLEAR);
            assertThat(of(check, lost).outcome()).as(check.name()).isEqualTo(Outcome.MISSING);
        }
    }

    @Test
    void whatTheVariantAloneUsesMoreOfIsWhereItsWorkWent() {
        for (Check check : List.of(named("work left running"), named("extra accelerators"))) {
            Covariate covariate = check.requires().iterator().next();
            Evidence more = pairs(
                            i -> baseline(i).covariate(covariate, 1),
                            i -> variant(i).covariate(covariate, 2))
                    .supplying(covariate);
            Evidence now = pairs(
                            i -> baseline(i).covariate(covariate, 1),
                            i -> variant(i).covariate(covariate, i == 3 ? 2 : 1))
                    .supplying(covariate);

            assertThat(of(check, more).outcome()).as(check.name()).isEqualTo(Outcome.FIRED);
            assertThat(of(check, now).outcome()).as(check.name()).isEqualTo(Outcome.CLEAR);
        }
    }

    @Test
    void oneRewrittenFileIsEnoughUnlessTheUnchangedJobRewritesItToo() {
        IntFunction<ArmResult> edits = i -> program(variant(i), i == 7 ? "other" : "same");

        assertThat(of(PROGRAM, pairs(i -> program(baseline(i), "same"), edits)).number())
                .hasValue(1);
        assertThat(of(PROGRAM, pairs(i -> program(baseline(i), "log"), edits)).outcome())
                .isEqualTo(Outcome.CLEAR);
        assertThat(of(PROGRAM, pairs(i -> baseline(i), i -> variant(i))).outcome())
                .isEqualTo(Outcome.NOT_APPLICABLE);
    }

    @Test
    void aJobThatWritesAFileItNamesStillHasEqualCircumstances() {
        assertThat(of(
                                EQUAL,
                                pairs(
                                        i -> governor(baseline(i), "x").circumstance(EnvironmentFact.PROGRAM, "p" + i),
                                        i -> governor(variant(i), "x").circumstance(EnvironmentFact.PROGRAM, "q" + i)))
                        .outcome())
                .isEqualTo(Outcome.CLEAR);
    }

    private static ArmResult program(ArmResult arm, String after) {
        return arm.circumstance(EnvironmentFact.PROGRAM, "same").circumstance(EnvironmentFact.PROGRAM_AFTER, after);
    }

    @Test
    void aClaimOfTheJobsOwnClockMustShowInItsWallTime() {
        assertThat(of(WALL, StagedClaims.ownClock(10)).outcome()).isEqualTo(Outcome.FIRED);
        assertThat(of(WALL, StagedClaims.ownClock(11)).reason()).contains("takes longer");
        assertThat(of(WALL, StagedClaims.ownClock(9.6)).outcome()).isEqualTo(Outcome.CLEAR);
        assertThat(of(WALL, pairs(i -> baseline(i), i -> variant(i))).outcome()).isEqualTo(Outcome.NOT_APPLICABLE);
    }
}
