package dev.amdahl.core.internal.anomaly;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.amdahl.core.internal.testing.StationaryNoise;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** False alarms and delays; the seeds from 500,000 on were not looked at when the bounds were chosen. */
final class LevelShiftTest {
    private static final int SEED = 500_000;
    private static final int SAMPLES = 20_000;
    private static final int SERIES = 10;
    private static final ShiftPolicy BOTH_WAYS = new ShiftPolicy(true, true, 3, 0, 256, ShiftPolicy.BAR);

    /** Level 0, so that the relative bound helps nothing: 14 kinds, 2,800,000 samples in all. */
    @ParameterizedTest
    @EnumSource(StationaryNoise.class)
    void stationaryNoiseGivesAtMostOneAlarmInTenThousand(StationaryNoise noise) {
        int alarms = 0;
        for (int i = 0; i < SERIES; i++) {
            alarms += alarms(noise.series(SAMPLES, SEED + i), BOTH_WAYS);
        }
        assertThat(alarms).as("in %d samples", SERIES * SAMPLES).isLessThanOrEqualTo(SERIES * SAMPLES / 10_000);
    }

    /** Many short ones, as jobs are: the level is known from few samples. */
    @ParameterizedTest
    @EnumSource(StationaryNoise.class)
    void shortSeriesToo(StationaryNoise noise) {
        int alarms = 0;
        for (int i = 0; i < 100; i++) {
            alarms += alarms(noise.series(500, SEED + 1000 + i), BOTH_WAYS);
        }
        assertThat(alarms).isLessThanOrEqualTo(5);
    }

    @ParameterizedTest
    @EnumSource(StationaryNoise.class)
    void aShiftOfSixSpreadsIsFoundWithinSixtyFourSamples(StationaryNoise noise) {
        int found = 0;
        for (int i = 0; i < 50; i++) {
            double[] series = noise.series(900, SEED + 2000 + i);
            double spread = spread(series);
            LevelShift shift = new LevelShift(BOTH_WAYS);
            for (int k = 0; k < series.length; k++) {
                int direction = shift.accept(k, k, series[k] + (k >= 500 ? 6 * spread : 0));
                if (direction != 0 && k >= 500) {
                    found++;
                    assertThat(k - 500 + 1).as("delay").isLessThanOrEqualTo(64);
                    assertThat(direction).isPositive();
                    assertThat(shift.samples()).isLessThanOrEqualTo(128);
                    break;
                }
            }
        }
        assertThat(found).isEqualTo(50);
    }

    /** A loss as it is: falling fast, then slowly, with noise; then up. */
    @Test
    void aFallingLossIsNoAlarmAndItsTurnIs() {
        for (int seed = SEED; seed < SEED + 20; seed++) {
            double[] noise = StationaryNoise.CORRELATED.series(4000, seed);
            LevelShift shift = new LevelShift(ShiftPolicy.LOSS);
            int alarm = -1;
            for (int k = 0; k < 4000 && alarm < 0; k++) {
                double loss = 2 + 8 * Math.exp(-k / 300.0) + .05 * noise[k] + (k >= 3000 ? .02 * (k - 3000) : 0);
                alarm = shift.accept(k, k, loss) != 0 ? k : -1;
            }
            assertThat(alarm).isBetween(3000, 3064);
        }
    }

    @ParameterizedTest
    @EnumSource(StationaryNoise.class)
    void noiseIsNoSlowRise(StationaryNoise noise) {
        for (int i = 0; i < SERIES; i++) {
            SlowRise rise = new SlowRise(.1);
            for (double value : noise.series(SAMPLES, SEED + 3000 + i)) {
                assertThat(rise.accept(0, 0, value)).isFalse();
            }
        }
    }

    /** As steep as the level and the shift together follow it, at whatever stage of the training. */
    @ParameterizedTest
    @CsvSource({"30, .003", "30, .1", "100, .01", "300, .01", "300, .1", "1000, .03"})
    void aLossThatCreepsUpIsFoundInEightHundredSamples(double decay, double slope) {
        double[] noise = StationaryNoise.CORRELATED.series(1300, SEED + 4000);
        SlowRise rise = new SlowRise(.1);
        for (int k = 0; k < 1300; k++) {
            double loss = 2 + 3 * Math.exp(-k / decay) + .03 * noise[k] + Math.max(0, slope * (k - 450));
            if (rise.accept(k, k, loss)) {
                assertThat(k).isBetween(450, 1250);
                assertThat(rise.before()).isLessThan(rise.after());
                return;
            }
        }
        throw new AssertionError("not found");
    }

    @Test
    void aConstantSeriesShowsItsStep() {
        double[] series = new double[300];
        Arrays.fill(series, 0, 200, 40_000);
        Arrays.fill(series, 200, 300, 20_000);
        LevelShift shift = new LevelShift(ShiftPolicy.MEMORY);
        for (int k = 0; k < 300; k++) {
            int direction = shift.accept(k, k, series[k]);
            assertThat(direction).isEqualTo(k == 200 + shiftDelay() ? -1 : 0);
            if (direction != 0) {
                assertThat(shift.sinceStep()).isEqualTo(200);
                assertThat(shift.before()).isCloseTo(40_000, within(20.0));
                assertThat(shift.after()).isCloseTo(20_000, within(20.0));
                return;
            }
        }
        throw new AssertionError("not found");
    }

    /** Each sample adds 3 - .5 to a bar of 12 (1 + 64 / 200). */
    private static int shiftDelay() {
        return (int) Math.ceil(ShiftPolicy.BAR * (1 + 64 / 200.0) / 2.5) - 1;
    }

    @Test
    void singleWildValuesAreNoAlarm() {
        SplittableRandom random = new SplittableRandom(SEED);
        LevelShift shift = new LevelShift(BOTH_WAYS);
        for (int k = 0; k < 5000; k++) {
            double value = k % 211 == 210 ? 1e6 : random.nextGaussian();
            assertThat(shift.accept(k, k, value)).isZero();
        }
    }

    private static int alarms(double[] series, ShiftPolicy policy) {
        LevelShift shift = new LevelShift(policy);
        int alarms = 0;
        for (int k = 0; k < series.length; k++) {
            alarms += shift.accept(k, k, series[k]) == 0 ? 0 : 1;
        }
        return alarms;
    }

    private static double spread(double[] series) {
        double mean = Arrays.stream(series).average().orElseThrow();
        return 1.2533
                * Arrays.stream(series)
                        .map(value -> Math.abs(value - mean))
                        .average()
                        .orElseThrow();
    }
}
