package dev.amdahl.core.internal.timeline;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

/** What share of the processor time that a job wanted it did not get. */
final class ContentionTest {
    @Test
    void throttlingIsPartOfTheDelayAndCountsOnce() {
        assertThat(Contention.share(Map.of(
                        "cpu_user_seconds", 5.0,
                        "cpu_system_seconds", 1.0,
                        "run_queue_delay_seconds", 2.0,
                        "cpu_throttled_seconds", 2.0)))
                .hasValue(2.0 / 8);
    }

    @Test
    void throttlingStandsInWhereTheDelayWasNotMeasured() {
        assertThat(Contention.share(
                        Map.of("cpu_user_seconds", 5.0, "cpu_system_seconds", 1.0, "cpu_throttled_seconds", 2.0)))
                .hasValue(2.0 / 8);
        assertThat(Contention.share(Map.of("cpu_user_seconds", 5.0, "cpu_system_seconds", 1.0)))
                .isEmpty();
    }
}
