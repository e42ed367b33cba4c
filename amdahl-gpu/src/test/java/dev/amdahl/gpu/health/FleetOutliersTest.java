package dev.amdahl.gpu.health;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class FleetOutliersTest {
    private static final int FLEETS = 1000;
    private static final int DEVICES = 64;
    private static final int SLOW = 3;

    /** Each device's figure is the middle of 21 windows with 1 % of noise each, as a soak reports it. */
    private static Map<String, Double> fleet(long seed, int slow) {
        SplittableRandom random = new SplittableRandom(seed);
        Map<String, Double> figures = new HashMap<>();
        for (int device = 0; device < DEVICES; device++) {
            double[] windows = new double[21];
            double rate = device < slow ? 665 : 700;
            Arrays.setAll(windows, i -> rate * (1 + .01 * random.nextGaussian()));
            Arrays.sort(windows);
            figures.put("gpu-" + device, windows[10]);
        }
        return figures;
    }

    @Test
    void threeSlowDevicesOf64AreFoundAndHardlyAnyOther() {
        int found = 0;
        int falseAlarms = 0;
        int falseFleets = 0;
        for (int seed = 0; seed < FLEETS; seed++) {
            for (FleetOutliers.Outlier outlier : FleetOutliers.among(fleet(seed, SLOW))) {
                if (Integer.parseInt(outlier.device().substring(4)) < SLOW) {
                    found++;
                    assertThat(outlier.z()).isNegative();
                } else {
                    falseAlarms++;
                }
            }
            falseFleets += seed % 4 > 0 || FleetOutliers.among(fleet(~seed, 0)).isEmpty() ? 0 : 1;
        }
        assertThat(found).as("recall 3 of 3").isEqualTo(FLEETS * SLOW);
        assertThat(falseAlarms).isLessThanOrEqualTo(FLEETS / 100);
        assertThat(falseFleets).as("of each fourth").isLessThanOrEqualTo(FLEETS / 4 / 100);
    }

    @Test
    void aTightFleetDoesNotAlarmBelowThreePercent() {
        Map<String, Double> figures = new HashMap<>();
        IntStream.range(0, 8).forEach(i -> figures.put("g" + i, 100.0));
        figures.put("near", 97.5);
        assertThat(FleetOutliers.among(figures)).isEmpty();
        figures.put("far", 96.0);
        assertThat(FleetOutliers.among(figures)).singleElement().satisfies(one -> {
            assertThat(one.device()).isEqualTo("far");
            assertThat(one.z()).isCloseTo(-.6745 * 4 / .5, within(1e-12));
            assertThat(one.gap()).isCloseTo(-.04, within(1e-12));
        });
    }

    @Test
    void fewDevicesAreComparedWithWhatWasKept() {
        assertThat(FleetOutliers.gap(95, List.of(100.0, 99.0, 101.0))).isCloseTo(-.05, within(1e-12));
        assertThat(FleetOutliers.isLow(-.05)).isTrue();
        assertThat(FleetOutliers.isLow(-.03)).isFalse();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> FleetOutliers.among(Map.of("a", 1., "b", 2.)))
                .withMessageContaining("at least 4");
        assertThatIllegalArgumentException().isThrownBy(() -> FleetOutliers.gap(Double.NaN, List.of(1.)));
    }
}
