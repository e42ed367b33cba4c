package dev.amdahl.core.stats.model;

import static dev.amdahl.core.stats.model.ArmOutcome.CENSORED;
import static dev.amdahl.core.stats.model.ArmOutcome.FAILED;
import static dev.amdahl.core.stats.model.ArmOutcome.FINISHED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.amdahl.core.stats.Alternative;
import org.junit.jupiter.api.Test;

class WorstRankTest {

    private static final ArmOutcome[] BASELINE = {FINISHED, FINISHED, FAILED, CENSORED, FAILED, FINISHED, CENSORED};
    private static final ArmOutcome[] VARIANT = {FINISHED, FAILED, FINISHED, FINISHED, CENSORED, CENSORED, CENSORED};
    private static final double[] BASELINE_TIME = {10, 10, Double.NaN, 60, Double.NaN, 50, 60};
    private static final double[] VARIANT_TIME = {9, Double.NaN, 10, 30, 60, 60, 60};

    @Test
    void failureIsWorseThanAnyTimeAndALimitKeepsItsSign() {
        WorstRank pairs = WorstRank.of(BASELINE_TIME, BASELINE, VARIANT_TIME, VARIANT);
        double[] scores = pairs.scores();
        assertThat(scores[0]).isCloseTo(Math.log(.9), within(1e-15));
        assertThat(scores[3]).isCloseTo(-Math.log(2), within(1e-15));
        assertThat(scores[5]).isCloseTo(Math.log(1.2), within(1e-15));
        assertThat(scores[1]).isGreaterThan(Math.log(2)).isEqualTo(-scores[2]);
        assertThat(scores[4]).isZero();
        assertThat(scores[6]).isZero();
        assertThat(pairs.better()).isEqualTo(3);
        assertThat(pairs.worse()).isEqualTo(2);
    }

    @Test
    void swappingTheArmsOnlyTurnsTheSign() {
        double[] scores =
                WorstRank.of(BASELINE_TIME, BASELINE, VARIANT_TIME, VARIANT).scores();
        double[] swapped =
                WorstRank.of(VARIANT_TIME, VARIANT, BASELINE_TIME, BASELINE).scores();
        for (int i = 0; i < scores.length; i++) {
            assertThat(swapped[i] + scores[i]).isZero();
        }
    }

    @Test
    void survivorsAloneWouldHaveClaimedAWin() {
        int n = 12;
        double[] baseline = new double[n];
        double[] variant = new double[n];
        ArmOutcome[] finished = new ArmOutcome[n];
        ArmOutcome[] mixed = new ArmOutcome[n];
        for (int i = 0; i < n; i++) {
            baseline[i] = 10;
            variant[i] = 9;
            finished[i] = FINISHED;
            mixed[i] = i < 6 ? FAILED : FINISHED;
        }
        assertThat(WorstRank.of(baseline, finished, variant, finished).signTest(Alternative.LESS))
                .isEqualTo(Math.pow(2, -n), within(1e-15));
        assertThat(WorstRank.of(baseline, finished, variant, mixed).signTest(Alternative.TWO_SIDED))
                .isOne();
        assertThat(WorstRank.of(baseline, finished, variant, finished).signedRankTest(Alternative.LESS))
                .isEqualTo(Math.pow(2, -n), within(1e-15));
        assertThat(WorstRank.of(baseline, finished, variant, mixed).signedRankTest(Alternative.GREATER))
                .isLessThan(.1);
    }

    @Test
    void limitsThatContradictEachOtherTie() {
        WorstRank pair = WorstRank.of(
                new double[] {100}, new ArmOutcome[] {FINISHED}, new double[] {60}, new ArmOutcome[] {CENSORED});
        assertThat(pair.scores()).containsExactly(0);
        assertThat(pair.signTest(Alternative.TWO_SIDED)).isOne();
    }

    @Test
    void timeOfAnArmThatDidNotFailHasToBeOne() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> WorstRank.of(
                        new double[] {1}, new ArmOutcome[] {FINISHED}, new double[] {0}, new ArmOutcome[] {FINISHED}))
                .withMessageContaining("variant[0] must be positive and finite, was 0");
    }
}
