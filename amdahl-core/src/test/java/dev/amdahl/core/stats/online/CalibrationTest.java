package dev.amdahl.core.stats.online;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.amdahl.core.stats.online.Calibration.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.DoubleSupplier;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

class CalibrationTest {

    private final Random random = new Random(17);

    private double[] history(int pairs, DoubleSupplier logRatio) {
        return DoubleStream.generate(logRatio).limit(pairs).toArray();
    }

    private double transients() {
        double base = .03 * random.nextGaussian();
        return random.nextInt(10) == 0 ? base + (random.nextBoolean() ? .26 : -.26) : base;
    }

    @Test
    void soundHistoriesFailAtMostOnceInAHundredTimes() {
        int failed = 0;
        int runs = 1500;
        for (int run = 0; run < runs; run++) {
            Calibration result = Calibration.of(
                    List.of(history(20 + run % 180, this::transients), history(60, this::transients)), run);
            assertThat(result.verdict()).isNotEqualTo(Verdict.TOO_FEW);
            failed += result.verdict() == Verdict.NOT_CALIBRATED ? 1 : 0;
        }
        assertThat((double) failed / runs).isLessThan(.01 + 3 * Math.sqrt(.01 / runs));
    }

    @Test
    void valuesOfSoundBlocksAreUniform() {
        SignFlipBlock flips = new SignFlipBlock(5, 0);
        double[] d = history(4 * 20_000, this::transients);
        double[] p = new double[20_000];
        for (int i = 0; i < p.length; i++) {
            p[i] = flips.p(d, 4 * i, 4 * i + 4);
        }
        assertThat(KolmogorovSmirnov.p(KolmogorovSmirnov.distance(p), p.length)).isGreaterThan(.001);
    }

    @Test
    void armsOfTwoModesAreFound() {
        double[] modes = history(60, () -> .05 + .01 * random.nextGaussian());
        Calibration result = Calibration.of(List.of(modes), 1);
        assertThat(result.verdict()).isEqualTo(Verdict.NOT_CALIBRATED);
        assertThat(result.tests()).isEqualTo(10);
        assertThat(result.pairs()).isEqualTo(60);
        assertThat(result.small()).isEqualTo(10);
        assertThat(result.shareP().getAsDouble()).isLessThan(1e-9);
        assertThat(result.reason()).contains("10 of 10 tests").contains("mean difference 5.");
    }

    @Test
    void regimesLongerThanABlockAreFound() {
        int[] at = {0};
        double[] regimes = history(120, () -> (at[0]++ / 12 % 2 == 0 ? .04 : -.04) + .01 * random.nextGaussian());
        assertThat(Calibration.of(List.of(regimes), 1).verdict()).isEqualTo(Verdict.NOT_CALIBRATED);
    }

    @Test
    void alternatingArmsAreFoundThoughTheyNeverRejectTooOften() {
        int[] at = {0};
        double[] alternating = history(240, () -> (at[0]++ % 2 == 0 ? .04 : -.04) + .002 * random.nextGaussian());
        Calibration result = Calibration.of(List.of(alternating), 1);
        assertThat(result.small()).isZero();
        assertThat(result.verdict()).isEqualTo(Verdict.NOT_CALIBRATED);
        assertThat(result.uniformP().getAsDouble()).isLessThan(1e-6);
    }

    @Test
    void fewTrialsOfManyFamiliesSayEnoughTogether() {
        List<double[]> sound = new ArrayList<>();
        List<double[]> biased = new ArrayList<>();
        for (int family = 0; family < 30; family++) {
            sound.add(history(4, this::transients));
            biased.add(history(4, () -> .05 + .01 * random.nextGaussian()));
        }
        assertThat(Calibration.of(sound, 1).verdict()).isEqualTo(Verdict.CALIBRATED);
        assertThat(Calibration.of(biased, 1).verdict()).isEqualTo(Verdict.NOT_CALIBRATED);
    }

    @Test
    void littleHistoryIsNotJudged() {
        Calibration result = Calibration.of(List.of(history(47, () -> .05), history(3, () -> .05)), 1);
        assertThat(result.tests()).isEqualTo(8);
        Calibration less = Calibration.of(List.of(history(45, () -> .05), history(3, () -> .05)), 1);
        assertThat(less.verdict()).isEqualTo(Verdict.TOO_FEW);
        assertThat(less.tests()).isEqualTo(7);
        assertThat(less.shareP()).isEmpty();
        assertThat(Calibration.of(List.of(), 1).verdict()).isEqualTo(Verdict.TOO_FEW);
    }

    @Test
    void ratiosThatAreAllZeroAreCalibrated() {
        assertThat(Calibration.of(List.of(new double[240]), 1).verdict()).isEqualTo(Verdict.CALIBRATED);
    }

    @Test
    void addedPairsLeaveEarlierBlocksAsTheyWere() {
        double[] d = history(54, this::transients);
        Calibration before = Calibration.of(List.of(d), 3);
        double[] more = new double[60];
        System.arraycopy(d, 0, more, 0, 54);
        Calibration after = Calibration.of(List.of(more), 3);
        assertThat(after.tests()).isEqualTo(before.tests() + 1);
        assertThat(after.small()).isBetween(before.small(), before.small() + 1);
        assertThat(Calibration.of(List.of(d), 3)).isEqualTo(before);
    }

    @Test
    void failedMeasurementsAreRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Calibration.of(List.of(new double[] {0, Double.NaN}), 1))
                .withMessageContaining("histories[0][1]");
    }

    /** scipy 1.14 kstest, exact p. */
    @Test
    void distanceFromUniformAgreesWithScipy() {
        double[] values = {.05, .1, .2, .3, .35, .4, .5, .6};
        assertThat(KolmogorovSmirnov.distance(values)).isEqualTo(.4, within(1e-12));
        assertThat(KolmogorovSmirnov.p(.4, 8)).isEqualTo(.1148699, within(2e-3));
        assertThat(KolmogorovSmirnov.p(.4, 10)).isEqualTo(.0589892, within(2e-3));
    }
}
