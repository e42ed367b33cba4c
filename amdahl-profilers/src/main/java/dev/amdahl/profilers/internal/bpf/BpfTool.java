package dev.amdahl.profilers.internal.bpf;

import java.util.Optional;

/** A tool whose output has a known meaning. */
enum BpfTool {
    /** Waits of runnable threads for a processor. */
    RUNQLAT("run_queue_wait"),
    /** How long threads ran before they left the processor. */
    CPUDIST("on_cpu_slice"),
    /** How long threads stayed off the processor. */
    CPUDIST_OFF("off_cpu_wait"),
    /** Time of block device input and output. */
    BIOLATENCY("block_io"),
    /** Stacks with microseconds off the processor. */
    OFFCPUTIME(""),
    /** Stacks sampled at a rate. */
    PROFILE(""),
    /** Any other, whose maps are given by their own names. */
    OTHER("");

    private final String counter;

    BpfTool(String counter) {
        this.counter = counter;
    }

    /** Returns how counters of its times begin. */
    Optional<String> counter() {
        return counter.isEmpty() ? Optional.empty() : Optional.of(counter);
    }
}
