package dev.amdahl.core.internal.refine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.amdahl.spi.refine.Finding;
import dev.amdahl.spi.refine.Hack;
import dev.amdahl.spi.refine.Speedup;
import dev.amdahl.spi.refine.Stage;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

final class RewardTest {
    @Test
    void eachStageEarnsMoreThanTheOneBefore() {
        List<Finding> findings = List.of(
                Finding.stopped(Stage.NONE, ""),
                Finding.stopped(Stage.FORMED, ""),
                Finding.stopped(Stage.BUILT, ""),
                faster(Stage.CORRECT, 5),
                faster(Stage.FASTER, 1.1),
                faster(Stage.FASTER, 3),
                faster(Stage.FASTER, 8));
        double[] rewards = findings.stream().mapToDouble(StagedReward::of).toArray();
        assertThat(rewards)
                .isSorted()
                .doesNotHaveDuplicates()
                .usingComparatorWithPrecision(1e-12)
                .startsWith(0, .1, .3, .6)
                .endsWith(1);
    }

    @Test
    void speedUpBeyondTheBoundEarnsNoMore() {
        assertThat(StagedReward.of(faster(Stage.FASTER, 1000))).isCloseTo(1, within(1e-12));
    }

    @Test
    void cheatingEarnsNothing() {
        assertThat(StagedReward.of(Finding.refuted(Stage.BUILT, Hack.SKIPPED_WORK, "")))
                .isZero();
        assertThatThrownBy(() -> Finding.refuted(Stage.FASTER, Hack.TIMER, ""))
                .isInstanceOf(IllegalArgumentException.class);
    }

    /** By hand: mean 1, squared deviations 1, 0, 0, 1, so the standard deviation is the root of a half. */
    @Test
    void advantageIsTheDistanceFromTheMeanInStandardDeviations() {
        double unit = Math.sqrt(2);
        assertThat(GroupAdvantage.of(0, 1, 1, 2)).containsExactly(new double[] {-unit, 0, 0, unit}, within(1e-12));
    }

    @Test
    void advantageHasMeanZeroAndDeviationOneAtAnyScale() {
        for (double scale : new double[] {1e-300, 1e-9, 1, 1e9, 1e300}) {
            double[] advantages = GroupAdvantage.of(.2 * scale, .5 * scale, .5 * scale, scale, 0);
            assertThat(Arrays.stream(advantages).sum()).isCloseTo(0, within(1e-9));
            assertThat(Arrays.stream(advantages).map(a -> a * a).average().orElseThrow())
                    .isCloseTo(1, within(1e-9));
        }
    }

    @Test
    void equalRewardsGiveNoAdvantage() {
        assertThat(GroupAdvantage.of(.1, .1, .1)).containsExactly(0, 0, 0);
        assertThat(GroupAdvantage.of(0, 0)).containsExactly(0, 0);
        assertThat(GroupAdvantage.of(.7)).containsExactly(0);
        assertThatThrownBy(GroupAdvantage::of).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> GroupAdvantage.of(1, Double.NaN)).hasMessageContaining("NaN");
    }

    @Test
    void fastPCountsCorrectAndFasterOutOfAllTasks() {
        List<Finding> findings = List.of(
                faster(Stage.FASTER, 3),
                faster(Stage.FASTER, 1.5),
                faster(Stage.CORRECT, 1.2),
                Finding.refuted(Stage.BUILT, Hack.HARD_CODED, ""),
                Finding.stopped(Stage.FORMED, ""));
        assertThat(FastP.of(findings, 0)).isEqualTo(.6);
        assertThat(FastP.of(findings, 1)).isEqualTo(.4);
        assertThat(FastP.of(findings, 1.5)).isEqualTo(.2);
        assertThat(FastP.of(findings, 3)).isZero();
        assertThatThrownBy(() -> FastP.of(List.of(), 1)).isInstanceOf(IllegalArgumentException.class);
    }

    static Finding faster(Stage stage, double ratio) {
        return Finding.measured(stage, new Speedup(ratio, 1, ratio, ratio, ratio, .001, 10), "");
    }
}
