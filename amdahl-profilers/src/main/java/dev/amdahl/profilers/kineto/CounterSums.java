package dev.amdahl.profilers.kineto;

import dev.amdahl.profilers.internal.kineto.lane.Column;
import dev.amdahl.profilers.internal.kineto.lane.LaneColumns;
import dev.amdahl.profilers.internal.kineto.lane.MemoryBudget;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What rows say beside their times, summed into counters; what no row says stays absent. Not thread-safe. */
final class CounterSums {
    private static final int MAX_DEVICES = 1024;
    private static final Map<String, Integer> ELEMENT_BYTES = Map.ofEntries(
            Map.entry("Byte", 1),
            Map.entry("Char", 1),
            Map.entry("Bool", 1),
            Map.entry("Float8_e4m3fn", 1),
            Map.entry("Float8_e5m2", 1),
            Map.entry("Float8_e4m3fnuz", 1),
            Map.entry("Float8_e5m2fnuz", 1),
            Map.entry("Short", 2),
            Map.entry("Half", 2),
            Map.entry("BFloat16", 2),
            Map.entry("Int", 4),
            Map.entry("Float", 4),
            Map.entry("Long", 8),
            Map.entry("Double", 8),
            Map.entry("ComplexFloat", 8),
            Map.entry("ComplexDouble", 16));

    private final MemoryBudget room;
    private final Dropped dropped;
    private final Column copiesIn = new Column();
    private final Column collectives = new Column();
    private final Column collectiveCalls = new Column();
    private final Column allocations = new Column();
    private final Map<Integer, Long> reserved = new TreeMap<>();
    private long runtimeCalls;
    private double pageable;
    private double pinned;
    private double kernelTime;
    private double matrixTime;
    private double occupancyTime;
    private double occupied;
    private double blocksTime;
    private double filled;

    CounterSums(MemoryBudget room, Dropped dropped) {
        this.room = room;
        this.dropped = dropped;
    }

    void kernel(Row row, EventTrait trait) {
        double duration = row.duration;
        kernelTime += duration;
        matrixTime += trait == EventTrait.MATRIX_UNIT ? duration : 0;
        if (row.occupancy >= 0 && row.occupancy <= 100) {
            occupancyTime += duration;
            occupied += duration * row.occupancy;
        }
        if (row.blocksPerMultiprocessor >= 0 && row.blocksPerMultiprocessor < Double.POSITIVE_INFINITY) {
            blocksTime += duration;
            filled += duration * Math.min(1, row.blocksPerMultiprocessor);
        }
    }

    /** The larger of what goes in and what comes out, as the benchmarks of NCCL count the size; calls of the framework tell it where device rows do not. */
    void collective(Row row, boolean onDevice) {
        if (row.elements <= 0 || row.elementType.length == 0) {
            return;
        }
        long bytes = bytes(row);
        if (bytes < 0) {
            dropped.add("sizes of collectives of unknown element type");
            return;
        }
        keep(onDevice ? collectives : collectiveCalls, bytes);
    }

    /** Returns the size of a collective; -1 where its type is not known. */
    static long bytes(Row row) {
        Integer bytes = ELEMENT_BYTES.get(row.elementType.toString());
        return bytes == null || row.elements <= 0 || row.elements > Long.MAX_VALUE / bytes ? -1 : row.elements * bytes;
    }

    void copy(Row row, EventTrait trait) {
        if (trait == EventTrait.NONE) {
            return;
        }
        if (row.bytes >= 0) {
            keep(copiesIn, row.bytes);
        }
        pageable += trait == EventTrait.COPY_IN_PAGEABLE ? Math.max(1, row.bytes) : 0;
        pinned += trait == EventTrait.COPY_IN_PINNED ? Math.max(1, row.bytes) : 0;
    }

    void call(Row row, EventTrait trait) {
        runtimeCalls++;
        if (trait == EventTrait.ALLOCATION) {
            keep(allocations, row.timestamp);
        }
    }

    /** A row of the framework's allocator. */
    void memory(Row row) {
        long held = row.reserved >= 0 ? row.reserved : row.allocated;
        if (row.deviceType > 0 && row.deviceId >= 0 && held >= 0 && reserved.size() < MAX_DEVICES) {
            reserved.merge(row.deviceId, held, Math::max);
        }
    }

    /** Returns the counters, by name. */
    Map<String, Double> counters(@Nullable LaneColumns steps, TraceFacts facts) {
        Map<String, Double> counters = new TreeMap<>();
        median(counters, "h2d_copy_bytes_p50", copiesIn);
        median(counters, "collective_bytes_p50", collectives.size() > 0 ? collectives : collectiveCalls);
        share(counters, "occupancy_pct", occupied, occupancyTime);
        share(counters, "est_sm_efficiency_pct", 100 * filled, blocksTime);
        if (matrixTime > 0) {
            share(counters, "matrix_unit_kernel_frac", matrixTime, kernelTime);
        }
        if (pageable + pinned > 0) {
            counters.put("pinned_copies", pinned > pageable ? 1.0 : 0.0);
        }
        if (steps != null && steps.size() > 0 && runtimeCalls > 0) {
            counters.put("alloc_calls_per_step", allocationsPerStep(steps));
        }
        used(facts.devices()).ifPresent(used -> counters.put("hbm_used_frac", used));
        facts.devices().stream()
                .map(TraceDevice::computeMajor)
                .filter(Objects::nonNull)
                .min(Comparator.naturalOrder())
                .ifPresent(major -> counters.put("compute_capability", (double) major));
        facts.rank().ifPresent(rank -> counters.put("trace_rank", (double) rank));
        facts.worldSize().ifPresent(size -> counters.put("trace_world_size", (double) size));
        return counters;
    }

    private double allocationsPerStep(LaneColumns steps) {
        Set<Integer> names = new HashSet<>();
        long end = Long.MIN_VALUE;
        for (int i = 0; i < steps.size(); i++) {
            names.add(steps.symbol(i));
            end = Math.max(end, steps.end(i));
        }
        long within = 0;
        for (int i = 0; i < allocations.size(); i++) {
            long at = steps.offset() + allocations.get(i);
            within += at >= steps.start(0) && at < end ? 1 : 0;
        }
        return (double) within / names.size();
    }

    private OptionalDouble used(List<TraceDevice> devices) {
        OptionalDouble most = OptionalDouble.empty();
        for (TraceDevice device : devices) {
            Long held = reserved.get(device.id());
            Long all = device.memoryBytes();
            if (held == null || all == null) {
                continue;
            }
            double used = (double) held / all;
            if (used > 1) {
                dropped.add("memory figures of devices that hold more than they have");
            } else {
                most = OptionalDouble.of(Math.max(used, most.orElse(0)));
            }
        }
        return most;
    }

    private void keep(Column column, long value) {
        room.take(Long.BYTES);
        column.add(value);
    }

    /** The lower median. */
    private static void median(Map<String, Double> counters, String name, Column values) {
        if (values.size() > 0) {
            counters.put(name, (double) values.sorted()[(values.size() - 1) / 2]);
        }
    }

    private static void share(Map<String, Double> counters, String name, double part, double whole) {
        if (whole > 0) {
            counters.put(name, part / whole);
        }
    }
}
