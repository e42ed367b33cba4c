package dev.amdahl.core.stats.design;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.amdahl.spi.contract.Requires;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;

class PredictiveEProcessTest {

    private static final double SIGMA = .05;
    private static final int STREAMS = Requires.fullSize() ? 20_000 : 2_000;

    @Test
    void betDoesNotSeeTheSign() {
        double[] earlier = {-.03, .01, -.07};
        double up = growth(earlier, .04);
        double down = growth(earlier, -.04);
        assertThat(up + down).isEqualTo(2, within(1e-12));
        assertThat(down).isGreaterThan(1);
    }

    @Test
    void evidenceOfSymmetricNoiseAveragesOneAndRarelyReachesTwenty() {
        assertIsEVariable(random -> SIGMA * random.nextGaussian(), 1);
        assertIsEVariable(SimulatedExperiments.heavyTails(SIGMA), 2);
        assertIsEVariable(SimulatedExperiments.transients(.04), 3);
        assertIsEVariable(random -> (random.nextBoolean() ? 1 : -1) * .05 * Math.exp(2 * random.nextGaussian()), 4);
        assertIsEVariable(random -> 8 * SIGMA * random.nextGaussian(), 5);
    }

    @Test
    void evidenceForAWinShrinksWhereTheVariantIsWorse() {
        SplittableRandom random = new SplittableRandom(6);
        double mean = 0;
        for (int i = 0; i < STREAMS; i++) {
            mean += end(random, own -> .02 + SIGMA * own.nextGaussian()).evidence() / STREAMS;
        }
        assertThat(mean).isLessThan(1);
    }

    @Test
    void consistentSignsGrowByTheLargestBetHoweverLargeTheEffect() {
        for (double effect : new double[] {-.2, -2, -7}) {
            double[] d = new double[12];
            Arrays.fill(d, effect);
            double[] path = PredictiveEProcess.path(d, SIGMA, Direction.WIN);
            assertThat(path[11]).isBetween(200.0, Math.pow(1.75, 12) * (1 + 1e-9));
        }
    }

    @Test
    void oneTransientRunCostsLittle() {
        double[] d = new double[12];
        Arrays.setAll(d, i -> -.06 + .02 * (i % 3 - 1));
        double before = PredictiveEProcess.evidence(d, SIGMA, Direction.WIN);
        double[] hit = Arrays.copyOf(d, 13);
        hit[12] = .5;
        assertThat(PredictiveEProcess.evidence(hit, SIGMA, Direction.WIN)).isGreaterThan(.5 * before);
    }

    @Test
    void laterValuesContinueWhatTheEarlierOnesTaught() {
        double[] d = {-.05, -.04, -.07, .01, -.06};
        double[] whole = PredictiveEProcess.path(d, SIGMA, Direction.WIN);
        double[] tail = PredictiveEProcess.path(Arrays.copyOf(d, 3), Arrays.copyOfRange(d, 3, 5), SIGMA, Direction.WIN);
        assertThat(tail[1] * whole[2]).isEqualTo(whole[4], within(1e-12 * whole[4]));
    }

    @Test
    void notANumberIsRefused() {
        PredictiveEProcess process = new PredictiveEProcess(SIGMA, Direction.WIN, 0);
        assertThatIllegalArgumentException().isThrownBy(() -> process.add(Double.NaN));
        assertThatIllegalArgumentException().isThrownBy(() -> new PredictiveEProcess(0, Direction.WIN, 0));
    }

    private static double growth(double[] earlier, double next) {
        return PredictiveEProcess.path(earlier, new double[] {next}, SIGMA, Direction.WIN)[0];
    }

    private static PredictiveEProcess end(SplittableRandom random, ToDoubleFunction<SplittableRandom> noise) {
        PredictiveEProcess process = new PredictiveEProcess(SIGMA, Direction.WIN, 0);
        for (int i = 0; i < 40; i++) {
            process.add(noise.applyAsDouble(random));
        }
        return process;
    }

    /** Mean at most 1 + 3 standard errors, and P(sup E >= 20) at most .05 + 3 standard errors. */
    private static void assertIsEVariable(ToDoubleFunction<SplittableRandom> noise, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        double sum = 0;
        double squares = 0;
        int reached = 0;
        for (int i = 0; i < STREAMS; i++) {
            PredictiveEProcess process = end(random, noise);
            sum += process.evidence();
            squares += process.evidence() * process.evidence();
            reached += process.maxEvidence() >= 20 ? 1 : 0;
        }
        double mean = sum / STREAMS;
        double error = Math.sqrt((squares / STREAMS - mean * mean) / STREAMS);
        assertThat(mean).as("seed %s", seed).isLessThanOrEqualTo(1 + 3 * error);
        assertThat(reached / (double) STREAMS).as("seed %s", seed).isBetween(.001, .05);
    }
}
