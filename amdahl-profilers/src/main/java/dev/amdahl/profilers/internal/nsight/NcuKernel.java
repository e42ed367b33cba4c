package dev.amdahl.profilers.internal.nsight;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * All profiled launches of one kernel.
 *
 * @param name the kernel, from the file
 * @param launches profiled launches
 * @param durationNanos their time on the device, ns; null unless the file has it for each
 * @param share of the profiled kernel time, null unless every kernel's time is known
 * @param metrics by Nsight Compute's own name, in base units; means over launches, weighted by duration where it is known
 * @param rules each rule once, with its largest estimate
 */
public record NcuKernel(
        @JsonProperty("name") String name,
        @JsonProperty("launches") int launches,
        @JsonProperty("duration_ns") @Nullable Double durationNanos,
        @JsonProperty("share_of_kernel_time") @Nullable Double share,
        @JsonProperty("metrics") Map<String, Quantity> metrics,
        @JsonProperty("rules") List<NcuRule> rules) {
    /** Takes copies. */
    public NcuKernel {
        metrics = Map.copyOf(metrics);
        rules = List.copyOf(rules);
    }

    /** Returns a metric in percent, if the file has it and it is possible: from 0 to 100, and rounding. */
    Optional<Double> percent(String metric) {
        return Optional.ofNullable(metrics.get(metric))
                .filter(quantity -> quantity.unit().equals("%") && isPossible(quantity.value()))
                .map(Quantity::value);
    }

    static boolean isPossible(double percent) {
        return percent >= 0 && percent <= 100.5;
    }

    /** Multiprocessor throughput, percent of peak; without it the busiest pipe of an active multiprocessor stands in. */
    Optional<Double> computePercent() {
        return NcuMetric.SM.percent(this).or(() -> NcuMetric.SM_BUSY.percent(this));
    }

    /** Returns whether device memory itself was measured, not only the busiest part of the memory system. */
    boolean hasDram() {
        return NcuMetric.DRAM.percent(this).isPresent();
    }

    /** Throughput of the busiest part of the memory system (caches, links, device memory), percent of peak. */
    Optional<Double> memoryPercent() {
        return NcuMetric.MEMORY.percent(this).or(() -> {
            Optional<Double> busy = NcuMetric.MEM_BUSY.percent(this);
            Optional<Double> links = NcuMetric.MAX_BANDWIDTH.percent(this);
            return busy.isPresent() && links.isPresent()
                    ? Optional.of(Math.max(busy.get(), links.get()))
                    : busy.or(() -> links);
        });
    }

    /**
     * Returns what bounds it. Memory-bound asks for device memory where it was measured, else for the busiest part of the memory system;
     * latency-bound always for the latter, so that a kernel bound by a cache is not called idle.
     */
    public Optional<RooflineClass> roofline() {
        Optional<Double> dram = NcuMetric.DRAM.percent(this);
        Optional<Double> memory = memoryPercent().or(() -> dram);
        Optional<RooflineClass> byDram = RooflineClass.of(computePercent(), dram.or(() -> memory));
        boolean cached = byDram.filter(RooflineClass.LATENCY_BOUND::equals).isPresent()
                && memory.filter(percent -> percent >= 60).isPresent();
        return cached ? Optional.of(RooflineClass.BALANCED) : byDram;
    }
}
