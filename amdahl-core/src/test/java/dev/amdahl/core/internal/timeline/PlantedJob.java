package dev.amdahl.core.internal.timeline;

import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.job.Activity;
import dev.amdahl.spi.job.Timeline;
import java.time.Instant;
import java.util.Map;
import java.util.OptionalInt;
import java.util.SplittableRandom;

/**
 * A generated job that computes all the time but for one planted fault.
 *
 * @param seconds what the fault costs: accelerator-seconds, of the queue wall seconds
 */
record PlantedJob(Timeline timeline, JobRunFacts facts, Map<String, Double> counters, double seconds) {
    private static final long EPOCH = 1_800_000_000_000_000_000L;
    private static final long US = 1_000;

    static PlantedJob of(Bottleneck fault, SplittableRandom random) {
        return new Draft(fault, random).job();
    }

    private static final class Draft {
        private final Bottleneck fault;
        private final SplittableRandom random;
        private final TimelineFixture fixture = new TimelineFixture().epochBased();
        private final int devices;
        private final int steps;
        private final long work;
        private final long loss;
        private final long launchGap;
        private final int microBatches;
        private long at = EPOCH;
        private long planted;

        Draft(Bottleneck fault, SplittableRandom random) {
            this.fault = fault;
            this.random = random;
            boolean needsSeveral = fault == Bottleneck.STRAGGLER_SKEW
                    || fault == Bottleneck.PIPELINE_BUBBLE
                    || fault == Bottleneck.TAIL_DRAIN;
            this.devices = needsSeveral ? 3 + random.nextInt(3) : 1 + random.nextInt(3);
            this.steps = 10 + random.nextInt(20);
            this.work = 5_000 * US + random.nextLong(40_000 * US);
            this.launchGap = 5 * US + random.nextLong(50 * US);
            this.microBatches = 4 + random.nextInt(8);
            this.loss = (long) (work * (.05 + .6 * random.nextDouble()));
        }

        PlantedJob job() {
            double queue = 0;
            double provisioning = 0;
            long begin = at;
            switch (fault) {
                case QUEUE_WAIT -> queue = steps * loss / 1e9;
                case PROVISIONING -> provisioning = steps * loss / 1e9;
                case WARMUP -> at += steps * loss;
                default -> {}
            }
            for (int step = 0; step < steps; step++) {
                step(step);
            }
            fixture.phase(Activity.STEP, at, at + work);
            compute(work);
            long end = at;
            if (fault == Bottleneck.TAIL_DRAIN) {
                fixture.device(0, Activity.KERNEL, at, at + steps * loss);
                planted += (devices - 1L) * steps * loss;
                end += steps * loss;
            }
            if (fault == Bottleneck.IDLE_AFTER_FINISH) {
                fixture.host("rank 0", Activity.HOST_CODE, end, end + steps * loss / 2);
                planted += (long) devices * steps * loss;
                end += steps * loss;
            }
            if (fault == Bottleneck.WARMUP || fault == Bottleneck.PROVISIONING) {
                planted += (long) devices * steps * loss;
            }
            if (fault == Bottleneck.QUEUE_WAIT) {
                planted += steps * loss;
            }
            JobRunFacts facts = new JobRunFacts(
                    "planted", instant(begin), instant(end), queue, provisioning, devices, OptionalInt.of(8));
            double productive = devices * (steps + 1.0) * work / 1e9;
            double share = .05 + .5 * random.nextDouble();
            Map<String, Double> counters = counters(share);
            return new PlantedJob(
                    fixture.build(begin, end, devices),
                    facts,
                    counters,
                    counters.isEmpty() ? planted / 1e9 : productive * moved(share));
        }

        private double moved(double share) {
            return switch (fault) {
                case KERNEL_INEFFICIENT, MEMORY_BOUND, COMPUTE_BOUND -> 1;
                case UNDER_BATCHED -> 1 - .6 * share;
                default -> share;
            };
        }

        private Map<String, Double> counters(double share) {
            return switch (fault) {
                case THROTTLED -> Map.of("throttle_frac", share);
                case FAILURE_REWORK -> Map.of("lost_work_frac", share);
                case REDUNDANT_WORK -> Map.of("padding_frac", share);
                case UNDER_BATCHED -> Map.of("batch_fill_frac", .6 * share);
                case KERNEL_INEFFICIENT -> Map.of("sm_util", .3, "dram_util", .3);
                case MEMORY_BOUND -> Map.of("sm_util", .4, "dram_util", .8);
                case COMPUTE_BOUND -> Map.of("sm_util", .8, "dram_util", .3);
                default -> Map.of();
            };
        }

        private void step(int step) {
            long begin = at;
            for (int device = 0; device < devices; device++) {
                long launch = begin - (step == 0 ? 0 : 2 * US);
                fixture.launched("rank " + device, launch, 1_000L * step + device, device, begin, begin);
            }
            switch (fault) {
                case INPUT_STARVATION -> gap(Activity.INPUT_WAIT, loss);
                case HOST_SERIAL -> gap(Activity.HOST_CODE, loss);
                case HOST_CONTENTION -> {
                    onEveryHost(Activity.HOST_CODE, at + work, at + work + loss);
                    gap(Activity.OFF_CPU, loss);
                }
                case CHECKPOINT_STALL ->
                    gap(step % 4 == 3 ? Activity.CHECKPOINT : Activity.HOST_CODE, step % 4 == 3 ? loss : 0);
                case PERIODIC_SIDE_WORK ->
                    gap(step % 3 == 2 ? Activity.SIDE_WORK : Activity.HOST_CODE, step % 3 == 2 ? loss : 0);
                case SYNC_STALL -> sync();
                case LAUNCH_BOUND -> launches();
                case TRANSFER_BOUND -> transfer();
                case COMM_EXPOSED -> communicate();
                case STRAGGLER_SKEW -> skew(step);
                case PIPELINE_BUBBLE -> pipeline();
                default -> compute(work);
            }
            fixture.phase(Activity.STEP, begin, at);
        }

        private void compute(long length) {
            for (int device = 0; device < devices; device++) {
                long middle = at + length / 3;
                fixture.device(device, Activity.KERNEL, at, middle).stream(
                        device, "stream 8", Activity.KERNEL, middle - length / 10, at + length);
            }
            at += length;
        }

        private void onEveryHost(Activity activity, long from, long to) {
            for (int device = 0; device < devices; device++) {
                fixture.host("rank " + device, activity, from, to);
            }
        }

        private void gap(Activity cause, long length) {
            compute(work);
            onEveryHost(cause, at, at + length);
            planted += devices * length;
            at += length;
        }

        private void sync() {
            compute(work);
            long length = Math.min(loss, work);
            onEveryHost(Activity.SYNC, at - work / 2, at + 10 * US);
            onEveryHost(Activity.HOST_CODE, at + 10 * US, at + length);
            planted += devices * length;
            at += length;
        }

        private void launches() {
            int kernels = 100;
            long gap = launchGap;
            for (int i = 0; i < kernels; i++) {
                compute(work / kernels);
                onEveryHost(Activity.LAUNCH, at, at + gap);
                planted += devices * gap;
                at += gap;
            }
        }

        private void transfer() {
            compute(work);
            for (int device = 0; device < devices; device++) {
                fixture.stream(device, "stream 11", Activity.COPY, at - work / 2, at + loss);
                fixture.host("rank " + device, Activity.INPUT_WAIT, at, at + loss);
            }
            planted += devices * loss;
            at += loss;
        }

        private void communicate() {
            compute(work);
            for (int device = 0; device < devices; device++) {
                fixture.collective(device, "ncclDevKernel_AllReduce", at - loss / 3, at + loss);
                fixture.host("rank " + device, Activity.SYNC, at, at + loss);
            }
            planted += devices * loss;
            at += loss;
        }

        /** One rank computes longer; the others wait for it in a collective that itself is short. */
        private void skew(int step) {
            int slow = step % devices;
            long transfer = work / 500;
            for (int device = 0; device < devices; device++) {
                long computed = device == slow ? work + loss : work;
                fixture.device(device, Activity.KERNEL, at, at + computed)
                        .collective(device, "ncclDevKernel_AllReduce", at + computed, at + work + loss + transfer);
            }
            planted += (devices - 1) * loss;
            at += work + loss + transfer;
        }

        /** Micro-batch j of stage s runs at (s + j) t. */
        private void pipeline() {
            long t = work / microBatches;
            long length = (devices - 1 + microBatches) * t;
            for (int stage = 0; stage < devices; stage++) {
                for (int j = 0; j < microBatches; j++) {
                    fixture.device(stage, Activity.KERNEL, at + (stage + j) * t, at + (stage + j + 1) * t);
                }
            }
            planted += devices * (devices - 1L) * t;
            at += length;
        }

        private static Instant instant(long nanos) {
            return Instant.ofEpochSecond(nanos / 1_000_000_000, nanos % 1_000_000_000);
        }
    }
}
