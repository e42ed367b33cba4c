package dev.amdahl.core.internal.timeline.detect;

import java.util.Locale;

/** The figures that rules look at; {@link #key()} is the name in a diagnosis' metrics. */
public enum Signal {
    ACTIVE_GPUS("accelerators", "accelerators with device work in the run"),
    ACTIVE_THREADS_PER_WARP("threads", "threads of a warp that take part in an instruction, of 32"),
    ATTENTION_FRAC("share of the run", "fused attention kernels"),
    BATCH_CAPPED_FRAC("share of the load", "requests wait for a limit on the batch, and not for memory"),
    BLOCKS_PER_SM("blocks", "blocks of a launch per multiprocessor"),
    BUBBLE_FRAC("share of the run", "periodic idle time of pipeline stages"),
    CKPT_FRAC("share of the run", "device gaps covered by checkpoints"),
    COMM_EXPOSED_FRAC("share of the run", "communication with no kernel beside it"),
    COMPUTE_CAPABILITY("version", "compute capability of the device, such as 8.0"),
    CPU_THROTTLED_FRAC("share", "time throttled by a quota"),
    CTX_SWITCH_PER_S_PER_CORE("1/s per core", "voluntary and involuntary context switches"),
    DDP_WITHOUT_NCCL("0 or 1", "several processes reduce over another library than NCCL"),
    DRAM_UTIL("share of peak", "device memory throughput"),
    EARLIER_KERNEL_FRAC(
            "share of the run", "kernels whose names show that they were built for a device older than Hopper"),
    ELEMENTWISE_FRAC("share of the run", "element-wise kernels"),
    FP32_MATMUL_FRAC("share of the run", "products and convolutions in binary32 without matrix units, by their names"),
    GPU_BUSY_FRAC("share of the run", "time with device work"),
    GPU_GAP_MAX_MS("milliseconds", "longest gap of an accelerator between two pieces of work"),
    GPU_LOW_CHUNK_FRAC(
            "share", "of 30 equal parts of the device's span, those in which it is busy less than half of the time"),
    GPU_UTIL_P5("share", "5th percentile of the sampled device utilisation, of the device where it is least"),
    GPU_UTIL_P95("share", "95th percentile of the sampled device utilisation, of the device where it is least"),
    GPU_UTIL_SAMPLES("samples", "samples of the device utilisation"),
    HBM_USED_FRAC("share", "peak device memory over its capacity"),
    IDLE_FRAC("share of the device span", "time without device work between the first and the last of it"),
    IDLE_HOST_WORK_FRAC("share of the idle time", "idle time in which the host worked on something else than launches"),
    IDLE_LAUNCH_LATENCY_FRAC("share of the idle time", "idle time between a launch and its start"),
    IDLE_SHORT_GAP_FRAC("share of the idle time", "idle time in gaps below 30 us"),
    IDLE_SYNC_DRAIN_FRAC("share of the idle time", "idle time after the host had waited for the device"),
    INPUT_WAIT_FRAC("share of the run", "device gaps covered by waits for the loader"),
    KERNEL_US_MEAN("microseconds", "mean kernel duration in the run"),
    KV_CACHE_USED_FRAC("share", "largest use of the cache of keys and values"),
    LAUNCH_CALL_OVER_50US_FRAC("share of the launches", "launch calls that take more than 50 us"),
    LAUNCH_DELAY_OVER_100US_FRAC("share of the launches", "launches that wait more than 100 us for their start"),
    LONG_COLLECTIVE_WAIT_FRAC("share", "time in collectives of 2 ms or more that waits for the last rank"),
    LONG_SCOREBOARD_STALL_PCT("percent", "warp stalls on memory"),
    MATRIX_UNIT_KERNEL_FRAC("share of the kernel time", "kernels that run on matrix units"),
    OCCUPANCY_GAP_PCT("percent", "theoretical less achieved occupancy"),
    PAGEABLE_COPIES_PER_STEP(
            "1/step", "copies from or to pageable memory, an accelerator; of a run without steps, all of them"),
    PARTIAL_WAVE_PCT("percent", "estimated speed-up from filling the last wave of blocks"),
    PIPE_UTIL_PCT("percent", "utilisation of the busiest arithmetic pipeline"),
    PREFILL_DECODE_INTERFERENCE("share of the time between tokens", "lost while the prompt of another request is read"),
    QUEUE_FULL_FRAC("share of the run", "time with 1,024 or more launches in the queue of a stream"),
    SHORT_KERNEL_LAUNCH_FRAC("share of the launches", "launches whose call takes longer than the kernel"),
    SHORT_SCOREBOARD_STALL_PCT("percent", "warp stalls on shared memory"),
    SINGLE_PROCESS_MULTI_GPU("0 or 1", "one process drives several accelerators"),
    SKEW_WAIT_FRAC("share of the run", "waits for the slowest rank"),
    SM_UTIL("share of peak", "multiprocessor throughput"),
    SOFTMAX_FRAC("share of the run", "softmax kernels that are not part of a fused attention"),
    STEP_COMMUNICATION_FRAC("share of the steps", "communication that no kernel and no copy hides"),
    STEP_DATALOADER_FRAC("share of the steps", "loader time that no device work and no runtime call hides"),
    SYNC_CALLS_PER_STEP(
            "1/step", "calls that wait for the device, an accelerator; of a run without steps, all of them"),
    SYNC_COPIES_PER_STEP("1/step", "copies that hold up the host, an accelerator; of a run without steps, all of them"),
    SYNC_FILLS_PER_STEP("1/step", "fills that hold up the host, an accelerator; of a run without steps, all of them"),
    SYNC_STALL_FRAC("share of the run", "drains and refills around waits for the device"),
    TENSOR_CORE_ELIGIBLE_FRAC("share of the kernel time", "kernels of operators that matrix units could run"),
    THEORETICAL_OCCUPANCY_PCT("percent", "occupancy that the launch allows"),
    THROTTLE_FRAC("share of the run", "clock below the requested one with a throttle reason"),
    TRANSPOSE_KERNEL_FRAC("share of the run", "kernels that change a layout"),
    UNALIGNED_MATMUL_FRAC("share of the run", "matrix products that load one element at a time, by their names"),
    WAKEUPS_PER_S_PER_CORE("1/s per core", "voluntary context switches");

    private final String unit;
    private final String definition;

    Signal(String unit, String definition) {
        this.unit = unit;
        this.definition = definition;
    }

    /** Returns the name in a diagnosis' metrics. */
    public String key() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns the unit of its value. */
    public String unit() {
        return unit;
    }

    /** Returns what it counts. */
    public String definition() {
        return definition;
    }
}
