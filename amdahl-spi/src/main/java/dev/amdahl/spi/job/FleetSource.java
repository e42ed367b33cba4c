package dev.amdahl.spi.job;

import java.time.Instant;
import java.util.stream.Stream;

/** Tells what ran in a fleet. Implementations are thread-safe. */
public interface FleetSource {

    /**
     * The runs that were submitted before {@code to} and had not ended before {@code from}. May block; the caller closes the stream.
     *
     * @throws dev.amdahl.spi.AmdahlException USER for a malformed source, TRANSIENT when it does not answer
     */
    Stream<FleetJob> jobs(Instant from, Instant to);
}
