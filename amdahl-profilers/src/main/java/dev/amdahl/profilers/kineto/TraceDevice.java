package dev.amdahl.profilers.kineto;

import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

/**
 * A device as the trace describes it.
 *
 * @param id its index on the host
 * @param name untrusted text
 * @param memoryBytes its memory; null if not said
 * @param computeMajor its generation, as the maker counts; null if not said
 */
public record TraceDevice(
        @JsonProperty("id") int id,
        @JsonProperty("name") String name,
        @JsonProperty("memory_bytes") @Nullable Long memoryBytes,
        @JsonProperty("compute_major") @Nullable Integer computeMajor) {}
