package dev.amdahl.core.stats.design;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import dev.amdahl.core.internal.stats.Normal;
import org.junit.jupiter.api.Test;

class PowerTest {

    @Test
    void pairsFollowTheNormalFormulaWithAFloorOfFive() {
        assertThat(Power.pairs(.15, .05, .05, .8)).isEqualTo(5);
        assertThat(Power.pairs(.02, .05, .05, .8)).isEqualTo(39);
        assertThat(Power.pairs(.01, .05, .05, .8)).isEqualTo(155);
    }

    @Test
    void smallestDetectableEffectShrinksWithMorePairsAndLessNoise() {
        Power few = new Power(EvidencePolicy.QUICKSTART);
        Power many = new Power(EvidencePolicy.DEFAULT);
        double effect = few.smallestDetectableEffect(.10, 400);
        assertThat(effect).isBetween(.08, .12);
        assertThat(many.smallestDetectableEffect(.10, 400)).isLessThan(effect).isGreaterThan(.04);
        assertThat(few.smallestDetectableEffect(.05, 400)).isLessThan(effect);
        assertThat(few.smallestDetectableEffect(.10, 100)).isLessThanOrEqualTo(effect);
    }

    @Test
    void smallestDetectableEffectWinsAboutAsOftenAsSaid() {
        double effect = new Power(EvidencePolicy.QUICKSTART).smallestDetectableEffect(.10, 400);
        SimulatedExperiments.Outcome outcome = SimulatedExperiments.of(EvidencePolicy.QUICKSTART, .10)
                .effect(-effect)
                .run(400, 11);
        assertThat(outcome.winRate()).isBetween(.72, .86);
    }

    @Test
    void minimumPracticalEffectBoundsWhatQuietJobsCanShow() {
        assertThat(new Power(EvidencePolicy.DEFAULT).smallestDetectableEffect(.001, 400))
                .isBetween(.010, .013);
    }

    @Test
    void normalQuantilesAgreeWithPublishedValues() {
        assertThat(Normal.quantile(.975)).isEqualTo(1.959963984540054, offset(1e-14));
        assertThat(Normal.quantile(.5)).isZero();
        assertThat(Normal.quantile(1e-10)).isEqualTo(-6.361340902404056, offset(1e-12));
    }
}
