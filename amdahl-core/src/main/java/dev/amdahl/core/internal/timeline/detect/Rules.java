package dev.amdahl.core.internal.timeline.detect;

import static dev.amdahl.core.internal.timeline.detect.Condition.Comparison.ABOVE;
import static dev.amdahl.core.internal.timeline.detect.Condition.Comparison.AT_LEAST;
import static dev.amdahl.core.internal.timeline.detect.Condition.Comparison.AT_MOST;
import static dev.amdahl.core.internal.timeline.detect.Condition.Comparison.BELOW;
import static dev.amdahl.core.internal.timeline.detect.Signal.*;
import static dev.amdahl.spi.hypothesis.Bottleneck.*;

import dev.amdahl.core.internal.timeline.detect.Condition.Comparison;
import dev.amdahl.spi.hypothesis.Bottleneck;
import java.util.List;

/**
 * The table of detectors. Bounds are those of the tools that the ids name: the PyTorch profiler's TensorBoard plug-in ({@code tb}),
 * Holistic Trace Analysis ({@code hta}), TraceLens ({@code tracelens}), SageMaker Debugger ({@code sagemaker}), Nsight Compute
 * ({@code ncu}) and the expert rules of Nsight Systems ({@code nsys}). Where a tool only names single events, the share of events from
 * which a rule fires is ours, as are the rules {@code amdahl}.
 */
final class Rules {
    private static final List<Bottleneck> GAPS = List.of(
            HOST_SERIAL,
            INPUT_STARVATION,
            SYNC_STALL,
            LAUNCH_BOUND,
            HOST_CONTENTION,
            CHECKPOINT_STALL,
            PERIODIC_SIDE_WORK,
            PIPELINE_BUBBLE);

    static final List<Rule> TABLE = List.of(
            rule(
                    "tb.dataloader",
                    "the steps wait for the loader",
                    INPUT_STARVATION,
                    when(STEP_DATALOADER_FRAC, ABOVE, .05)),
            rule(
                    "tb.communication",
                    "the steps wait for communication",
                    COMM_EXPOSED,
                    when(STEP_COMMUNICATION_FRAC, ABOVE, .10)),
            rule(
                    "tb.utilisation",
                    "the accelerators are busy less than half of the run: a larger batch may fill them",
                    UNDER_BATCHED,
                    when(GPU_BUSY_FRAC, BELOW, .50)),
            rule(
                    "tb.tensor-cores",
                    "operators that could run on matrix units run without them: mixed precision may",
                    COMPUTE_BOUND,
                    when(TENSOR_CORE_ELIGIBLE_FRAC, ABOVE, 0),
                    when(MATRIX_UNIT_KERNEL_FRAC, AT_MOST, 0),
                    when(COMPUTE_CAPABILITY, AT_LEAST, 7.0)),
            rule(
                    "tb.memory",
                    "device memory is nearly full: recomputation or a smaller data type frees some",
                    MEMORY_CAPACITY,
                    when(HBM_USED_FRAC, ABOVE, .90)),
            rule(
                    "tb.data-parallel",
                    "one process drives several accelerators: one process for each avoids a shared interpreter",
                    HOST_SERIAL,
                    when(SINGLE_PROCESS_MULTI_GPU, ABOVE, 0),
                    when(ACTIVE_GPUS, ABOVE, 1)),
            rule(
                    "tb.nccl",
                    "the processes reduce without NCCL, which this device supports",
                    COMM_EXPOSED,
                    when(DDP_WITHOUT_NCCL, ABOVE, 0),
                    when(COMPUTE_CAPABILITY, AT_LEAST, 3.5)),
            rule(
                    "hta.kernel-gap",
                    "most of the idle time is in gaps as short as a launch",
                    LAUNCH_BOUND,
                    when(IDLE_SHORT_GAP_FRAC, ABOVE, .50)),
            rule(
                    "hta.launch-call",
                    "launch calls take more than 50 us",
                    LAUNCH_BOUND,
                    when(LAUNCH_CALL_OVER_50US_FRAC, ABOVE, .05)),
            rule(
                    "hta.launch-delay",
                    "launches wait more than 100 us for their start while the device is idle at times",
                    LAUNCH_BOUND,
                    when(LAUNCH_DELAY_OVER_100US_FRAC, ABOVE, .05),
                    when(IDLE_FRAC, ABOVE, .15)),
            rule(
                    "hta.queue-full",
                    "the launch queue is full: the device is the limit, not the host",
                    COMPUTE_BOUND,
                    when(QUEUE_FULL_FRAC, ABOVE, 0)),
            rule(
                    "hta.short-kernels",
                    "launching takes longer than running the kernel",
                    LAUNCH_BOUND,
                    when(SHORT_KERNEL_LAUNCH_FRAC, ABOVE, .50)),
            rule(
                    "hta.straggler",
                    "long collectives wait for the last rank",
                    STRAGGLER_SKEW,
                    when(LONG_COLLECTIVE_WAIT_FRAC, ABOVE, .10)),
            rule("tracelens.idle", "the device idles between its work", GAPS, when(IDLE_FRAC, ABOVE, .15)),
            rule("tracelens.short-kernels", "kernels are short", LAUNCH_BOUND, when(KERNEL_US_MEAN, BELOW, 10)),
            rule(
                    "tracelens.sync-drain",
                    "the device runs dry after the host has waited for it",
                    SYNC_STALL,
                    when(IDLE_SYNC_DRAIN_FRAC, ABOVE, .25)),
            rule(
                    "tracelens.launch-latency",
                    "work that is launched starts late",
                    LAUNCH_BOUND,
                    when(IDLE_LAUNCH_LATENCY_FRAC, ABOVE, .25)),
            rule(
                    "tracelens.host-work",
                    "the device waits for host code",
                    HOST_SERIAL,
                    when(IDLE_HOST_WORK_FRAC, ABOVE, .50)),
            rule(
                    "sagemaker.low-utilisation",
                    "the device is never well used",
                    UNDER_BATCHED,
                    when(GPU_UTIL_P95, BELOW, .70),
                    when(GPU_UTIL_SAMPLES, AT_LEAST, 500)),
            rule(
                    "sagemaker.fluctuating",
                    "the utilisation rises and falls: something keeps the device waiting",
                    GAPS,
                    when(GPU_UTIL_P5, BELOW, .10),
                    when(GPU_UTIL_P95, AT_LEAST, .70),
                    when(GPU_UTIL_SAMPLES, AT_LEAST, 500)),
            rule(
                    "ncu.latency",
                    "kernels use neither the multiprocessors nor the memory well: they wait for latency",
                    KERNEL_INEFFICIENT,
                    when(SM_UTIL, BELOW, .60),
                    when(DRAM_UTIL, BELOW, .60)),
            rule(
                    "ncu.partial-wave",
                    "the last wave of blocks leaves multiprocessors empty",
                    KERNEL_INEFFICIENT,
                    when(PARTIAL_WAVE_PCT, AT_LEAST, 20)),
            rule(
                    "ncu.few-blocks",
                    "fewer than two blocks a multiprocessor: a barrier stops all of it",
                    KERNEL_INEFFICIENT,
                    when(BLOCKS_PER_SM, BELOW, 2)),
            rule(
                    "ncu.achieved-occupancy",
                    "fewer warps are resident than the launch allows: work is uneven",
                    KERNEL_INEFFICIENT,
                    when(OCCUPANCY_GAP_PCT, ABOVE, 10)),
            rule(
                    "ncu.theoretical-occupancy",
                    "registers, shared memory or block size limit the resident warps",
                    KERNEL_INEFFICIENT,
                    when(THEORETICAL_OCCUPANCY_PCT, BELOW, 80)),
            rule("ncu.pipeline", "one arithmetic pipeline is the limit", COMPUTE_BOUND, when(PIPE_UTIL_PCT, ABOVE, 80)),
            rule("ncu.memory-stall", "warps wait for memory", MEMORY_BOUND, when(LONG_SCOREBOARD_STALL_PCT, ABOVE, 30)),
            rule(
                    "ncu.shared-memory-stall",
                    "warps wait for shared memory",
                    KERNEL_INEFFICIENT,
                    when(SHORT_SCOREBOARD_STALL_PCT, ABOVE, 30)),
            rule(
                    "ncu.divergence",
                    "threads of a warp diverge",
                    KERNEL_INEFFICIENT,
                    when(ACTIVE_THREADS_PER_WARP, BELOW, 24)),
            rule(
                    "nsys.pageable-copies",
                    "copies go through pageable memory, which makes asynchronous ones wait",
                    TRANSFER_BOUND,
                    when(PAGEABLE_COPIES_PER_STEP, ABOVE, 0)),
            rule("nsys.sync-copies", "copies hold up the host", SYNC_STALL, when(SYNC_COPIES_PER_STEP, ABOVE, 0)),
            rule("nsys.sync-fills", "fills hold up the host", SYNC_STALL, when(SYNC_FILLS_PER_STEP, ABOVE, 0)),
            rule(
                    "nsys.sync-calls",
                    "the host waits for the device in every step",
                    SYNC_STALL,
                    when(SYNC_CALLS_PER_STEP, AT_LEAST, 1)),
            rule("nsys.gaps", "the device is idle for long stretches", GAPS, when(GPU_GAP_MAX_MS, ABOVE, 500)),
            rule(
                    "nsys.utilisation",
                    "in parts of the run the device is busy less than half of the time",
                    GAPS,
                    when(GPU_LOW_CHUNK_FRAC, ABOVE, 0)),
            rule(
                    "amdahl.wake-up-storm",
                    "threads sleep and wake up constantly",
                    HOST_CONTENTION,
                    when(CTX_SWITCH_PER_S_PER_CORE, AT_LEAST, 2_000),
                    when(WAKEUPS_PER_S_PER_CORE, AT_LEAST, 1_000)),
            rule(
                    "amdahl.cpu-quota",
                    "a quota keeps the host's threads from running",
                    HOST_CONTENTION,
                    when(CPU_THROTTLED_FRAC, ABOVE, .05)),
            rule(
                    "amdahl.input",
                    "the accelerators starve on input",
                    INPUT_STARVATION,
                    when(INPUT_WAIT_FRAC, ABOVE, .05)),
            rule(
                    "amdahl.exposed-communication",
                    "communication is not hidden",
                    COMM_EXPOSED,
                    when(COMM_EXPOSED_FRAC, ABOVE, .05)),
            rule("amdahl.skew", "ranks wait for the slowest", STRAGGLER_SKEW, when(SKEW_WAIT_FRAC, ABOVE, .03)),
            rule(
                    "amdahl.bubble",
                    "pipeline stages wait for each other",
                    PIPELINE_BUBBLE,
                    when(BUBBLE_FRAC, ABOVE, .10)),
            rule(
                    "amdahl.checkpoint",
                    "checkpoints hold up the accelerators",
                    CHECKPOINT_STALL,
                    when(CKPT_FRAC, ABOVE, .02)),
            rule(
                    "amdahl.sync",
                    "the host waits for results in the loop",
                    SYNC_STALL,
                    when(SYNC_STALL_FRAC, ABOVE, .05)),
            rule(
                    "amdahl.unfused-attention",
                    "softmax runs apart from the products around it: a fused attention may replace them",
                    KERNEL_INEFFICIENT,
                    when(SOFTMAX_FRAC, ABOVE, .05),
                    when(ATTENTION_FRAC, AT_MOST, 0)),
            rule(
                    "amdahl.unaligned-matmul",
                    "matrix products load single elements, as a dimension is odd: pad it to a multiple of 8",
                    KERNEL_INEFFICIENT,
                    when(UNALIGNED_MATMUL_FRAC, ABOVE, .05)),
            rule(
                    "amdahl.earlier-kernels",
                    "kernels were built for an older device: a newer library or aligned shapes may select better ones",
                    KERNEL_INEFFICIENT,
                    when(EARLIER_KERNEL_FRAC, ABOVE, .05),
                    when(COMPUTE_CAPABILITY, AT_LEAST, 9.0)),
            rule(
                    "amdahl.no-tf32",
                    "products run in binary32 without matrix units: TF32 or mixed precision uses them",
                    COMPUTE_BOUND,
                    when(FP32_MATMUL_FRAC, ABOVE, .05),
                    when(COMPUTE_CAPABILITY, AT_LEAST, 8.0)),
            rule(
                    "amdahl.transposes",
                    "kernels only change layouts: another memory format may need none",
                    MEMORY_BOUND,
                    when(TRANSPOSE_KERNEL_FRAC, ABOVE, .05)),
            rule(
                    "amdahl.elementwise",
                    "element-wise kernels take much of the run: compiling the model fuses them",
                    MEMORY_BOUND,
                    when(ELEMENTWISE_FRAC, ABOVE, .25)),
            rule("amdahl.throttled", "the clock is throttled", THROTTLED, when(THROTTLE_FRAC, ABOVE, .05)),
            rule(
                    "amdahl.batch-limit",
                    "requests wait for a limit on the batch, not for memory",
                    UNDER_BATCHED,
                    when(BATCH_CAPPED_FRAC, AT_LEAST, .20)),
            rule(
                    "amdahl.interference",
                    "answers stall while the prompts of other requests are processed",
                    SERVING_INTERFERENCE,
                    when(PREFILL_DECODE_INTERFERENCE, AT_LEAST, .10)),
            rule(
                    "amdahl.cache-full",
                    "the cache of keys and values is full: requests wait for memory",
                    MEMORY_CAPACITY,
                    when(KV_CACHE_USED_FRAC, AT_LEAST, .95)));

    private Rules() {}

    private static Rule rule(String id, String says, Bottleneck bottleneck, Condition... conditions) {
        return rule(id, says, List.of(bottleneck), conditions);
    }

    private static Rule rule(String id, String says, List<Bottleneck> classes, Condition... conditions) {
        return new Rule(id, says, classes, List.of(conditions));
    }

    private static Condition when(Signal signal, Comparison comparison, double threshold) {
        return new Condition(signal, comparison, threshold);
    }
}
