package dev.amdahl.core.internal.loop.propose;

import dev.amdahl.spi.AmdahlException;
import dev.amdahl.spi.job.Anomaly;
import dev.amdahl.spi.job.AnomalySource;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a day of watching the running jobs means for the scan: a family that is sick gets no new experiment, since a comparison on it would
 * measure the sickness; one that merely wastes comes twice as early.
 */
record LiveAnomalies(Map<String, List<Anomaly>> byFamily) {
    private static final Logger LOG = LoggerFactory.getLogger(LiveAnomalies.class);
    private static final Duration WINDOW = Duration.ofDays(1);
    private static final double EARLIER = 2;

    /** Asks the source, if there is one; where it does not answer nothing is known, and the loop goes on. */
    static LiveAnomalies of(Optional<AnomalySource> source, Instant now) {
        try {
            return new LiveAnomalies(
                    source.map(known -> known.anomalies(now.minus(WINDOW))).orElse(Map.of()));
        } catch (AmdahlException e) {
            LOG.warn("no anomalies are known in this cycle: {}", e.getMessage());
            return new LiveAnomalies(Map.of());
        }
    }

    boolean isSick(String family) {
        return byFamily.getOrDefault(family, List.of()).stream()
                .anyMatch(anomaly -> anomaly.kind().isSick());
    }

    /** Returns how many times as early it comes. */
    double weight(String family) {
        return byFamily.getOrDefault(family, List.of()).isEmpty() ? 1 : EARLIER;
    }
}
