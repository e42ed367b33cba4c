package dev.amdahl.core.internal.refine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

final class StagedRewardTest {
    private static final double EXACT = 1e-12;

    @Test
    void eachStageCountsOnlyAfterTheEarlierOnes() {
        assertThat(StagedReward.of(false, true, true, OptionalDouble.of(9))).isZero();
        assertThat(StagedReward.of(true, false, true, OptionalDouble.of(9))).isCloseTo(.1, within(EXACT));
        assertThat(StagedReward.of(true, true, false, OptionalDouble.of(9))).isCloseTo(.3, within(EXACT));
        assertThat(StagedReward.of(true, true, true, OptionalDouble.empty())).isCloseTo(.6, within(EXACT));
        assertThat(StagedReward.of(true, true, true, OptionalDouble.of(2))).isCloseTo(.8, within(EXACT));
        assertThat(StagedReward.of(true, true, true, OptionalDouble.of(4))).isCloseTo(1, within(EXACT));
    }

    @Test
    void slowerIsNoBetterThanCorrectAndNothingIsBetterThanOne() {
        assertThat(StagedReward.of(true, true, true, OptionalDouble.of(.5))).isCloseTo(.6, within(EXACT));
        assertThat(StagedReward.of(true, true, true, OptionalDouble.of(1e9))).isCloseTo(1, within(EXACT));
        assertThatThrownBy(() -> StagedReward.of(true, true, true, OptionalDouble.of(Double.NaN)))
                .hasMessageContaining("NaN");
    }

    /** Mean 2, population standard deviation sqrt(2/3). */
    @Test
    void advantagesAreRelativeToTheGroup() {
        assertThat(GroupAdvantage.of(1, 2, 3))
                .containsExactly(new double[] {-1.224744871391589, 0, 1.224744871391589}, within(EXACT));
        assertThat(GroupAdvantage.of(.6, .6, .6)).containsExactly(0, 0, 0);
        assertThat(GroupAdvantage.of(.6)).containsExactly(0);
    }

    @Test
    void advantagesHaveMeanZeroAndDeviationOneAndKeepTheOrder() {
        SplittableRandom random = new SplittableRandom(3);
        for (int i = 0; i < 200; i++) {
            double[] rewards = random.doubles(2 + random.nextInt(14)).toArray();
            double[] advantages = GroupAdvantage.of(rewards);
            assertThat(Arrays.stream(advantages).sum()).isCloseTo(0, within(1e-9));
            assertThat(Arrays.stream(advantages).map(a -> a * a).average().orElseThrow())
                    .isCloseTo(1, within(1e-9));
            assertThat(advantages[0] > advantages[1]).isEqualTo(rewards[0] > rewards[1]);
        }
    }
}
