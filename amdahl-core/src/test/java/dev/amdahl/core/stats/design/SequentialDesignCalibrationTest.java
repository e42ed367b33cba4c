package dev.amdahl.core.stats.design;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.core.stats.design.Assessment.Status;
import dev.amdahl.core.stats.design.SimulatedExperiments.Outcome;
import dev.amdahl.spi.contract.Requires;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Error rates of the whole two-set rule; ten times as many experiments with {@code -Damdahl.ci=true}. */
@Tag("harness")
class SequentialDesignCalibrationTest {

    private static final int NULLS = Requires.fullSize() ? 20_000 : 2_000;
    private static final int REAL = Requires.fullSize() ? 2_000 : 300;
    private static final double SIGMA = .10;
    private static final EvidencePolicy QUICK = EvidencePolicy.QUICKSTART;

    @Test
    void nullsRarelyWinAndStopEarly() {
        Outcome outcome = SimulatedExperiments.of(QUICK, SIGMA).run(NULLS, 1);
        assertFewWins(outcome);
        assertThat(outcome.meanPairs()).isBetween(6.0, 12.0);
        assertThat(outcome.coverage()).isGreaterThan(.94);
        assertThat(outcome.rate(Status.LOSS)).isLessThan(.05);
    }

    @Test
    void heavyTailedNullsRarelyWin() {
        assertFewWins(SimulatedExperiments.of(QUICK, SIGMA)
                .noise(SimulatedExperiments.heavyTails(.12))
                .run(NULLS, 2));
    }

    @Test
    void nullsWithTransientRunsRarelyWinUnderTheFullCaps() {
        assertFewWins(SimulatedExperiments.of(EvidencePolicy.DEFAULT, SIGMA)
                .noise(SimulatedExperiments.transients(.08))
                .run(NULLS / 4, 3));
    }

    @Test
    void fifthLessWinsWithinTwentyPairsASet() {
        for (double sd : new double[] {.08, .12}) {
            Outcome outcome = SimulatedExperiments.of(QUICK, SIGMA)
                    .noise(random -> sd * random.nextGaussian())
                    .effect(-.20)
                    .run(REAL, 4);
            assertThat(outcome.winRate()).as("sd %s", sd).isGreaterThanOrEqualTo(.97);
            assertThat(outcome.coverage()).isGreaterThanOrEqualTo(.94);
        }
    }

    @Test
    void tenthLessWinsWithinSixtyPairsASet() {
        Outcome outcome = SimulatedExperiments.of(EvidencePolicy.DEFAULT, SIGMA)
                .effect(-.10)
                .run(REAL, 5);
        assertThat(outcome.winRate()).isGreaterThanOrEqualTo(.97);
        assertThat(outcome.coverage()).isGreaterThanOrEqualTo(.94);
        assertThat(outcome.meanPairs()).isLessThan(40);
    }

    @Test
    void intervalsCoverOverSequentialExperiments() {
        Outcome outcome = SimulatedExperiments.of(QUICK, SIGMA).effect(-.12).run(2_000, 6);
        assertThat(outcome.coverage()).isGreaterThanOrEqualTo(.94);
    }

    @Test
    void claimOfAWinIsCloseToTheTruth() {
        Outcome outcome = SimulatedExperiments.of(QUICK, SIGMA).effect(-.15).run(REAL, 7);
        assertThat(outcome.meanClaim()).isBetween(outcome.logEffect() - .005, outcome.logEffect() + .015);
    }

    @Test
    void clearlySlowerVariantIsALoss() {
        Outcome outcome = SimulatedExperiments.of(QUICK, SIGMA).effect(.15).run(REAL, 8);
        assertThat(outcome.rate(Status.LOSS)).isGreaterThan(.8);
        assertThat(outcome.winRate()).isZero();
    }

    private static void assertFewWins(Outcome outcome) {
        double allowed = .0025 + 2 * Math.sqrt(.0025 * .9975 / outcome.experiments());
        assertThat(outcome.winRate()).isLessThanOrEqualTo(allowed);
        assertThat(outcome.ends()).hasSize(outcome.experiments());
    }
}
