package dev.amdahl.spi.job;

import java.time.Instant;
import java.util.List;
import java.util.Map;

/** Tells what is wrong with running jobs. Implementations are thread-safe. */
public interface AnomalySource {

    /**
     * By family, the anomalies seen from that time on; a family without any is absent. May block.
     *
     * @throws dev.amdahl.spi.AmdahlException USER for a malformed source, TRANSIENT when it does not answer
     */
    Map<String, List<Anomaly>> anomalies(Instant since);
}
