package dev.amdahl.gpu;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a backend computes on.
 *
 * @param name the model
 * @param architecture what kernels are compiled for: {@code sm_90}, or the processor's instruction set
 * @param multiprocessors units that run blocks of threads side by side
 * @param memoryBytes all memory that buffers can take
 * @param cacheBytes the last-level cache; 0 when unknown
 * @param versions of driver and libraries, by name
 */
public record Device(
        String name,
        String architecture,
        int multiprocessors,
        long memoryBytes,
        long cacheBytes,
        Map<String, String> versions) {

    public Device {
        versions = Collections.unmodifiableMap(new TreeMap<>(versions));
    }
}
