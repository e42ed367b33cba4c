package dev.amdahl.core.internal.loop.propose;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.spi.job.Anomaly;
import dev.amdahl.spi.job.Anomaly.Kind;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class LiveAnomaliesTest {
    private static final Instant NOW = Instant.parse("2026-11-22T12:00:00Z");

    @ParameterizedTest
    @CsvSource({"HELD_IDLE, false", "INPUT_COLLAPSED, false", "THROTTLED, true", "NOT_A_NUMBER, true", "HANG, true"})
    void wasteComesEarlierAndSicknessWaits(Kind kind, boolean isSick) {
        Anomaly anomaly = new Anomaly(
                kind,
                new Anomaly.Place("", "", "", "x"),
                new Anomaly.Span(NOW, NOW, 1, -1),
                new Anomaly.Change(0, 1),
                new Anomaly.Triage(Anomaly.Cause.UNKNOWN, 0),
                "x");
        LiveAnomalies live = LiveAnomalies.of(Optional.of(since -> Map.of("eval", List.of(anomaly))), NOW);

        assertThat(live.isSick("eval")).isEqualTo(isSick);
        assertThat(live.weight("eval")).isEqualTo(2);
        assertThat(live.isSick("train")).isFalse();
        assertThat(live.weight("train")).isEqualTo(1);
    }

    @Test
    void aDayIsAskedFor() {
        List<Instant> asked = new ArrayList<>();
        LiveAnomalies.of(
                Optional.of(since -> {
                    asked.add(since);
                    return Map.of();
                }),
                NOW);
        assertThat(asked).containsExactly(NOW.minus(Duration.ofDays(1)));
    }
}
