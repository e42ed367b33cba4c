package dev.amdahl.profilers.internal.nsight;

import dev.amdahl.spi.hypothesis.Bottleneck;
import java.util.Optional;

/** What bounds a kernel, by its shares of the device's peaks. */
public enum RooflineClass {
    /** Memory at least 70 %, multiprocessors at most 50 %. */
    MEMORY_BOUND(Bottleneck.MEMORY_BOUND, "memory-bound"),
    /** Multiprocessors at least 70 %. */
    COMPUTE_BOUND(Bottleneck.COMPUTE_BOUND, "compute-bound"),
    /** Both below 60 %: neither is kept busy, which is the bound of Nsight Compute's SOLBottleneck rule. */
    LATENCY_BOUND(Bottleneck.KERNEL_INEFFICIENT, "latency-bound"),
    /** Anything between. */
    BALANCED(Bottleneck.PRODUCTIVE, "near balance");

    private final Bottleneck bottleneck;
    private final String words;

    RooflineClass(Bottleneck bottleneck, String words) {
        this.bottleneck = bottleneck;
        this.words = words;
    }

    /** Returns the class of the accounts. */
    public Bottleneck bottleneck() {
        return bottleneck;
    }

    String words() {
        return words;
    }

    /** Returns the class by multiprocessor and memory throughput in percent of peak; empty unless both were measured. */
    static Optional<RooflineClass> of(Optional<Double> compute, Optional<Double> memory) {
        if (compute.isEmpty() || memory.isEmpty()) {
            return Optional.empty();
        }
        double sm = compute.get();
        double dram = memory.get();
        if (dram >= 70 && sm <= 50) {
            return Optional.of(MEMORY_BOUND);
        }
        if (sm >= 70) {
            return Optional.of(COMPUTE_BOUND);
        }
        return Optional.of(sm < 60 && dram < 60 ? LATENCY_BOUND : BALANCED);
    }
}
