package dev.amdahl.core.internal.timeline.joined;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import dev.amdahl.spi.job.Lane;
import java.util.List;

/**
 * One artifact whose lanes were joined to those of another.
 *
 * @param profiler what wrote it
 * @param clock how its clock lies to the joined one
 * @param fromNanos first instant that it covers, on the joined clock
 * @param toNanos last instant that it covers, on the joined clock
 * @param lanes the host lanes that it brought, on the joined clock
 */
public record JoinedArtifact(
        @JsonProperty("profiler") String profiler,
        @JsonProperty("clock") ClockFit clock,
        @JsonProperty("from_ns") long fromNanos,
        @JsonProperty("to_ns") long toNanos,
        @JsonIgnore List<Lane> lanes) {
    public JoinedArtifact {
        lanes = List.copyOf(lanes);
    }
}
