package dev.amdahl.core.internal.timeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.amdahl.spi.job.Activity;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class StateSeriesTest {
    private final UtilizationClassifier classifier = new UtilizationClassifier(Thresholds.DEFAULT);

    @ParameterizedTest
    @CsvSource({"0, IDLE", ".0499, IDLE", ".05, LOW", ".6999, LOW", ".70, HIGH", "1, HIGH"})
    void aValueOnABoundBelongsToTheStateAbove(double busy, AcceleratorState state) {
        assertThat(classifier.classify(busy)).isEqualTo(state);
    }

    @ParameterizedTest
    @CsvSource({"-.01", "1.01", "NaN"})
    void impossibleSharesAreRefused(double busy) {
        assertThatThrownBy(() -> classifier.classify(busy)).hasMessageContaining("[0, 1]");
    }

    @Test
    void idleLowAndHighAddUpToAcceleratorsTimesWall() {
        SplittableRandom random = new SplittableRandom(5);
        TimelineFixture fixture = new TimelineFixture();
        for (int i = 0; i < 400; i++) {
            long start = random.nextLong(9_999_000);
            fixture.device(random.nextInt(4), Activity.KERNEL, start, start + random.nextLong(60_000));
        }

        StateSeries series = StateSeries.of(fixture.build(0, 9_999_991, 4), 97);

        double sum = 0;
        for (AcceleratorState state : AcceleratorState.values()) {
            assertThat(series.seconds(state)).isPositive();
            sum += series.seconds(state);
        }
        assertThat(sum).isCloseTo(4 * .009999991, within(1e-12));
    }
}
