package dev.amdahl.core.internal.report.accounts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.core.internal.report.accounts.Passage.Journey;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class LatencyWindowTest {
    private static final Instant NEWEST = Instant.parse("2026-03-31T00:00:00Z");

    private static Journey ended(int daysAgo, double seconds) {
        return new Journey("h" + daysAgo, NEWEST.minus(Duration.ofDays(daysAgo)), seconds, Map.of());
    }

    @Test
    void eachWindowHoldsTheVerdictsThatFellIntoIt() {
        List<Journey> journeys = IntStream.rangeClosed(1, 40)
                .mapToObj(day -> ended(day, 100 * day))
                .toList();

        List<LatencyWindow> windows = LatencyWindow.of(journeys, NEWEST);

        assertThat(windows).extracting(LatencyWindow::verdicts).containsExactly(7, 28, 40);
        assertThat(windows).extracting(window -> window.median().orElseThrow()).containsExactly(400.0, 1400.0, 2000.0);
        assertThat(windows).extracting(window -> window.p90().orElseThrow()).containsExactly(700.0, 2600.0, 3600.0);
    }

    @Test
    void aWindowWithoutAVerdictHasNoLatency() {
        LatencyWindow week = LatencyWindow.of(List.of(ended(8, 5)), NEWEST).get(0);

        assertThat(week.days()).hasValue(7);
        assertThat(week.verdicts()).isZero();
        assertThat(week.median()).isEmpty();
        assertThat(week.p90()).isEmpty();
    }
}
