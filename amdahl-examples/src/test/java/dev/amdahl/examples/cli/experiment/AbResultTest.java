package dev.amdahl.examples.cli.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.core.ArmTimes;
import dev.amdahl.core.ComparisonResult;
import dev.amdahl.core.refute.Panel;
import dev.amdahl.spi.experiment.Decision;
import dev.amdahl.spi.experiment.Vote;
import java.util.Collections;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

final class AbResultTest {
    private static final OptionalDouble NONE = OptionalDouble.empty();

    private static Vote vote(String refuter, Vote.Ballot ballot, boolean isVeto) {
        return new Vote(refuter, ballot, isVeto, "other output", NONE, NONE, List.of());
    }

    private static AbResult result(
            Decision decision, int pairs, OptionalDouble ratio, double evidence, ArmTimes times, Vote... votes) {
        return new AbResult(
                new ComparisonResult(
                        decision, pairs, ratio, NONE, NONE, evidence, 1, List.of(votes), times, List.of("why")),
                List.of());
    }

    private static String text(int pairs, Vote... votes) {
        return result(Decision.REFUTED, pairs, OptionalDouble.of(.7), 1, new ArmTimes(NONE, NONE, NONE, NONE), votes)
                .text();
    }

    @Test
    void aLossHasASizeAndItsEvidenceIsForALoss() {
        ArmTimes times = new ArmTimes(OptionalDouble.of(.1), OptionalDouble.of(.3), NONE, NONE);

        assertThat(result(Decision.LOSS, 6, NONE, 28.72, times).text())
                .contains(
                        "time      +200.0 % of the medians; too few pairs for an interval\n",
                        "evidence  28.72 for a loss (p 1.00)\n");
    }

    @Test
    void aVetoIsSaidByItsName() {
        Vote veto = vote("output", Vote.Ballot.REFUTES, true);
        assertThat(text(2, veto)).contains("panel     veto by output\n");
        assertThat(text(2, vote("refuter-1", Vote.Ballot.UPHOLDS, false), veto))
                .contains("panel     1 of 1 overlapping subsets uphold, veto by output\n");
    }

    @Test
    void onePassOverThePairsIsNotCalledFive() {
        Vote once = new Vote(
                Panel.EXAMINATION, Vote.Ballot.UPHOLDS, false, "", NONE, NONE, List.of("drift"), List.of("order"));
        assertThat(text(14, once))
                .contains(
                        "work      not checked: no output is compared (--output PATH)\n",
                        "checks    1 found no other explanation, 1 had nothing to look at (--json names them)\n",
                        "panel     one examination, no objection\n");
        assertThat(text(15, once, vote("refuter-1", Vote.Ballot.UPHOLDS, false)))
                .contains("panel     no objection, stable in 1 of 1 subsets\n");
    }

    @Test
    void oneRunHasNoSpread() {
        assertThat(ArmSample.of(times(1), ArmTimes.Pair::baseline).cells("")[2]).doesNotContain("±");
        assertThat(ArmSample.of(times(2), ArmTimes.Pair::baseline).cells("")[2]).contains(" ± ");
    }

    private static ArmTimes times(int pairs) {
        return new ArmTimes(NONE, NONE, NONE, NONE, Collections.nCopies(pairs, new ArmTimes.Pair(1, false, 1, 1)));
    }

    @Test
    void withoutAPairThereAreNoFigures() {
        assertThat(text(0)).isEqualTo("REFUTED\npairs     none counts\nreason    why\n");
        assertThat(text(2))
                .contains(
                        "time      -30.0 %  too few pairs for an interval\n",
                        "evidence  1.000 for a saving (p 1.00)\n");
    }
}
