package dev.amdahl.profilers.torch;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.profiler.Artifact;
import dev.amdahl.spi.profiler.ProfileLimits;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The memory of devices as PyTorch's allocator recorded it ({@code torch.cuda.memory._dump_snapshot}). Bytes allocated are those that
 * were asked for, as {@code torch.cuda.memory_allocated} counts them but for rounding; bytes reserved are those that the allocator holds.
 *
 * @param devices those that hold memory or have a history
 */
public record MemorySnapshot(@JsonProperty("devices") List<Device> devices) {
    private static final String REMEDY = "write it with torch.cuda.memory._dump_snapshot";

    /**
     * One device.
     *
     * @param device its number
     * @param events entries of its history, 0 where none was recorded: then the figures of the peak are those of the end
     * @param allocatedPeak the most that was allocated at once
     * @param reservedPeak the most that was reserved at once
     * @param peakNanos when the most was allocated, since the history begins
     * @param reservedAtPeak what was reserved then
     * @param allocatedEnd what was allocated when the snapshot was taken
     * @param reservedEnd what was reserved then
     * @param retries how often memory ran out
     * @param overTime both over the history, at most 200 points
     * @param alive what was allocated at the peak, by the innermost frame of Python that is not PyTorch's own (of the backward pass, its step), the most first; at most 50
     */
    public record Device(
            @JsonProperty("device") int device,
            @JsonProperty("events") int events,
            @JsonProperty("allocated_peak_bytes") long allocatedPeak,
            @JsonProperty("reserved_peak_bytes") long reservedPeak,
            @JsonProperty("peak_ns") long peakNanos,
            @JsonProperty("reserved_at_peak_bytes") long reservedAtPeak,
            @JsonProperty("allocated_end_bytes") long allocatedEnd,
            @JsonProperty("reserved_end_bytes") long reservedEnd,
            @JsonProperty("out_of_memory") int retries,
            @JsonProperty("over_time") List<Point> overTime,
            @JsonProperty("alive_at_peak") List<Alive> alive) {}

    /**
     * The most in a part of the history.
     *
     * @param nanos its begin, since the history begins
     */
    public record Point(
            @JsonProperty("ns") long nanos,
            @JsonProperty("allocated_bytes") long allocated,
            @JsonProperty("reserved_bytes") long reserved) {}

    /**
     * What one place holds.
     *
     * @param frame {@code file.py:12 function}: untrusted
     * @param blocks of it; 0 where that is not known
     */
    public record Alive(
            @JsonProperty("frame") String frame,
            @JsonProperty("bytes") long bytes,
            @JsonProperty("blocks") int blocks) {}

    /**
     * Reads a snapshot; nothing of it is executed.
     *
     * @throws InvalidInputException for anything but such a snapshot
     */
    public static MemorySnapshot read(Artifact artifact, ProfileLimits limits) {
        Map<?, ?> top = map(PlainPickle.read(artifact, limits));
        if (!(top.get("segments") instanceof List<?> segments && top.get("device_traces") instanceof List<?> traces)) {
            throw new InvalidInputException(artifact.path().toString(), "has no segments and device_traces", REMEDY);
        }
        List<Device> devices = new ArrayList<>();
        int last = traces.size() - 1;
        for (Object segment : segments) {
            last = (int) Math.max(last, Math.min(whole(map(segment), "device"), 1023));
        }
        for (int device = 0; device <= last; device++) {
            DeviceMemory memory = new DeviceMemory(device);
            for (Object segment : segments) {
                memory.segment(map(segment));
            }
            List<?> events = device < traces.size() ? list(traces.get(device)) : List.of();
            if (memory.holds() || !events.isEmpty()) {
                devices.add(memory.replay(events));
            }
        }
        return new MemorySnapshot(List.copyOf(devices));
    }

    static Map<?, ?> map(@Nullable Object value) {
        return value instanceof Map<?, ?> map ? map : Map.of();
    }

    static List<?> list(@Nullable Object value) {
        return value instanceof List<?> list ? list : List.of();
    }

    /** Returns a number that is not negative, else -1. */
    static long whole(Map<?, ?> map, String key) {
        return map.get(key) instanceof Long value && value >= 0 ? value : -1;
    }
}
