package dev.amdahl.core.internal.timeline;

import static dev.amdahl.spi.hypothesis.Bottleneck.*;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.amdahl.spi.hypothesis.Diagnosis;
import dev.amdahl.spi.job.Activity;
import dev.amdahl.spi.job.Timeline;
import dev.amdahl.spi.profiler.Profile;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/** Several profilers of one run: phases of a log, counters of the process, lost processor time, and what is still missing. */
final class JoinedProfilesTest {
    private static final long S = 1_000_000_000;
    private static final JobRunFacts FACTS = new JobRunFacts(
            "run-1", Instant.ofEpochSecond(100), Instant.ofEpochSecond(110), 0, 0, 2, OptionalInt.of(4));

    @Test
    void phasesOfALogSayWhatATraceOfASecondCannot() {
        Diagnosis diagnosis = diagnose(trace(105 * S, 106 * S), log());

        assertThat(diagnosis.acceleratorSeconds(WARMUP)).isEqualTo(2 * 2);
        assertThat(diagnosis.acceleratorSeconds(IDLE_AFTER_FINISH)).isEqualTo(2 * 1);
        assertThat(diagnosis.acceleratorSeconds(PRODUCTIVE)).isCloseTo(2 * .9, within(1e-9));
        assertThat(diagnosis.acceleratorSeconds(INPUT_STARVATION)).isCloseTo(2 * .1, within(1e-9));
        assertThat(diagnosis.acceleratorSeconds(UNATTRIBUTED)).isCloseTo(2 * 6, within(1e-9));
        assertThat(diagnosis.acceleratorSeconds()).isCloseTo(20, within(1e-9));
    }

    @Test
    void theQueueAndTheAllocationOfALogCount() {
        Timeline scheduler = new TimelineFixture()
                .epochBased()
                .phase(Activity.QUEUE, 80 * S, 95 * S)
                .phase(Activity.PROVISIONING, 95 * S, 100 * S)
                .build(80 * S, 110 * S, 0);

        Diagnosis diagnosis = diagnose(trace(100 * S, 110 * S), scheduler);

        assertThat(diagnosis.wallSeconds(QUEUE_WAIT)).isEqualTo(15);
        assertThat(diagnosis.acceleratorSeconds(QUEUE_WAIT)).isZero();
        assertThat(diagnosis.acceleratorSeconds(PROVISIONING)).isEqualTo(10);
        assertThat(diagnosis.metrics()).containsEntry("queue_frac", .5);
        assertThat(diagnosis.wallSeconds()).isCloseTo(30, within(1e-9));
    }

    @Test
    void withoutATraceTheLogStillParts() {
        Diagnosis diagnosis = Diagnose.diagnose(
                "train",
                FACTS,
                List.of(
                        new SeenProfile(Optional.of(log()), Map.of()),
                        new SeenProfile(
                                Optional.empty(), Map.of("device_busy_fraction", .4, "cpu_user_seconds", 1.0))));

        assertThat(diagnosis.wallSeconds(WARMUP)).isEqualTo(2);
        assertThat(diagnosis.wallSeconds(IDLE_AFTER_FINISH)).isEqualTo(1);
        assertThat(diagnosis.wallSeconds(PRODUCTIVE)).isEqualTo(4);
        assertThat(diagnosis.wallSeconds(UNATTRIBUTED)).isEqualTo(2);
    }

    @Test
    void aLaneOfLostProcessorTimeOfADrivingThreadCountsAsThatThread() {
        TimelineFixture lost = new TimelineFixture().epochBased();
        lost.host("pid 7 main", Activity.OFF_CPU, 104 * S, 105 * S);
        TimelineFixture idle = new TimelineFixture().epochBased();
        idle.host("pid 8 pool", Activity.OFF_CPU, 100 * S, 110 * S);

        Diagnosis diagnosis = diagnose(serial(), lost.build(104 * S, 105 * S, 0), idle.build(100 * S, 110 * S, 0));

        assertThat(diagnosis.acceleratorSeconds(HOST_CONTENTION)).isCloseTo(2, within(1e-9));
        assertThat(diagnosis.acceleratorSeconds(HOST_SERIAL)).isCloseTo(2 * 4, within(1e-9));
    }

    @Test
    void runQueueDelayWithTheQuotaInItPartsHostCodeThatRanFromCodeThatWaited() {
        Map<String, Double> counters = Map.of(
                "cpu_user_seconds", 5.0,
                "cpu_system_seconds", 1.0,
                "run_queue_delay_seconds", 2.0,
                "cpu_throttled_seconds", .5);
        Diagnosis diagnosis =
                Diagnose.diagnose("train", FACTS, List.of(new SeenProfile(Optional.of(serial()), counters)));
        Diagnosis unmeasured =
                Diagnose.diagnose("train", FACTS, List.of(new SeenProfile(Optional.of(serial()), Map.of())));

        assertThat(diagnosis.acceleratorSeconds(HOST_CONTENTION)).isCloseTo(10 * .25, within(1e-9));
        assertThat(diagnosis.acceleratorSeconds(HOST_SERIAL)).isCloseTo(10 * .75, within(1e-9));
        assertThat(diagnosis.acceleratorSeconds()).isCloseTo(20, within(1e-9));
        assertThat(unmeasured.acceleratorSeconds(HOST_SERIAL)).isCloseTo(10, within(1e-9));
    }

    @Test
    void aWakeUpStormOfTheProcessIsAFinding() {
        Diagnosis diagnosis = Diagnose.diagnose(
                "train",
                FACTS,
                List.of(new SeenProfile(
                        Optional.empty(),
                        Map.of(
                                "wall_seconds", 10.0,
                                "voluntary_switches", 400_000.0,
                                "involuntary_switches", 4_000.0,
                                "cpu_system_seconds", 2.0))));

        assertThat(diagnosis.findings())
                .anyMatch(finding ->
                        finding.contains("sleep and wake up constantly") && finding.contains("10100 1/s per core"));
        assertThat(diagnosis.acceleratorSeconds(HOST_CONTENTION)).isEqualTo(4);
    }

    @Test
    void gapsWithoutACauseAskForTheProfileThatWouldTell() {
        Timeline silent = new TimelineFixture()
                .epochBased()
                .device(0, Activity.KERNEL, 100 * S, 104 * S)
                .device(0, Activity.KERNEL, 106 * S, 110 * S)
                .device(1, Activity.KERNEL, 100 * S, 110 * S)
                .build(100 * S, 110 * S, 2);
        Timeline hidden = new TimelineFixture()
                .epochBased()
                .device(0, Activity.KERNEL, 100 * S, 110 * S)
                .build(100 * S, 110 * S, 1);

        assertThat(diagnose(silent).findings())
                .anyMatch(wants("the cause of 100.0 % of the idle time", "record host activity"));
        assertThat(diagnose(hidden).findings()).anyMatch(wants("record every rank", "1 of 2 accelerators"));
        assertThat(Diagnose.diagnose("train", FACTS, List.of()).findings())
                .anyMatch(wants("record what the accelerators did", "torch.profiler"));
        assertThat(diagnose(trace(105 * S, 106 * S)).findings()).anyMatch(wants("record the whole run", "job log"));
        assertThat(diagnose(serial()).findings()).noneMatch(finding -> finding.contains("deeper profile"));
    }

    private static Predicate<String> wants(String... words) {
        return finding -> finding.contains("needs a deeper profile")
                && List.of(words).stream().allMatch(finding::contains);
    }

    @Test
    void aTimelineWithAClockOfItsOwnIsNotJoined() {
        Timeline own = new TimelineFixture().phase(Activity.WARMUP, 0, S).build(0, S, 0);

        Diagnosis diagnosis = diagnose(trace(100 * S, 110 * S), own);

        assertThat(diagnosis.findings()).anyMatch(finding -> finding.contains("its clock cannot be laid"));
        assertThat(diagnosis.acceleratorSeconds(WARMUP)).isZero();
    }

    @Test
    void aUtilisationAboveItsPeakIsSaidAndNotUsed() {
        Diagnosis diagnosis = Diagnose.diagnose(
                "train",
                FACTS,
                List.of(new SeenProfile(Optional.of(serial()), Map.of("sm_util", 1.6, "dram_util", .3))));

        assertThat(diagnosis.findings()).anyMatch(finding -> finding.startsWith("sm_util of 1.60 is more than"));
        assertThat(diagnosis.metrics()).doesNotContainKey("sm_util");
        assertThat(diagnosis.acceleratorSeconds(PRODUCTIVE)).isCloseTo(10, within(1e-9));
    }

    @Test
    void profiledKernelsPartTheProductiveTimeByTheirOwnClass() {
        Map<String, Double> counters = Map.of(
                "latency_bound_kernel_frac", .2,
                "memory_bound_kernel_frac", .5,
                "compute_bound_kernel_frac", .1,
                "sm_util", .9,
                "dram_util", .1);
        Diagnosis diagnosis =
                Diagnose.diagnose("train", FACTS, List.of(new SeenProfile(Optional.of(serial()), counters)));

        assertThat(diagnosis.acceleratorSeconds(KERNEL_INEFFICIENT)).isCloseTo(2, within(1e-9));
        assertThat(diagnosis.acceleratorSeconds(MEMORY_BOUND)).isCloseTo(5, within(1e-9));
        assertThat(diagnosis.acceleratorSeconds(COMPUTE_BOUND)).isCloseTo(1, within(1e-9));
        assertThat(diagnosis.acceleratorSeconds(PRODUCTIVE)).isCloseTo(2, within(1e-9));
    }

    /** They are computed: what was measured goes before them. */
    @Test
    void sharesByShapesCountOnlyWhereNothingWasMeasured() {
        Map<String, Double> computed = Map.of("operator_excess_frac", .2, "operator_memory_frac", .5);
        Diagnosis alone = Diagnose.diagnose("train", FACTS, List.of(new SeenProfile(Optional.of(serial()), computed)));
        Diagnosis beside = Diagnose.diagnose(
                "train",
                FACTS,
                List.of(
                        new SeenProfile(Optional.of(serial()), Map.of("sm_util", .9, "dram_util", .1)),
                        new SeenProfile(Optional.empty(), computed)));

        assertThat(alone.acceleratorSeconds(KERNEL_INEFFICIENT)).isCloseTo(2, within(1e-9));
        assertThat(alone.acceleratorSeconds(MEMORY_BOUND)).isCloseTo(5, within(1e-9));
        assertThat(alone.acceleratorSeconds(PRODUCTIVE)).isCloseTo(3, within(1e-9));
        assertThat(beside.acceleratorSeconds(COMPUTE_BOUND)).isCloseTo(10, within(1e-9));
        assertThat(beside.acceleratorSeconds(PRODUCTIVE)).isZero();
    }

    private static Diagnosis diagnose(Timeline... timelines) {
        return Diagnose.diagnose(
                "train",
                FACTS,
                List.of(timelines).stream()
                        .<Profile>map(timeline -> new SeenProfile(Optional.of(timeline), Map.of()))
                        .toList());
    }

    /** Two accelerators that work nine tenths of each second, and starve in the last. */
    private static Timeline trace(long from, long to) {
        TimelineFixture fixture = new TimelineFixture().epochBased();
        for (long at = from; at < to; at += S) {
            for (int device = 0; device < 2; device++) {
                fixture.host("rank " + device, Activity.INPUT_WAIT, at, at + S / 10)
                        .host("rank " + device, Activity.LAUNCH, at + S / 10 - 10, at + S / 10)
                        .device(device, Activity.KERNEL, at + S / 10, at + S);
            }
        }
        return fixture.phase(Activity.RUN, from, to).build(from, to, 2);
    }

    /** Half of the time the host prepares. */
    private static Timeline serial() {
        TimelineFixture fixture = new TimelineFixture().epochBased();
        for (long at = 100 * S; at < 110 * S; at += 2 * S) {
            fixture.host("pid 7 main", Activity.HOST_CODE, at, at + S)
                    .host("pid 7 main", Activity.LAUNCH, at + S, at + S + 10);
            fixture.device(0, Activity.KERNEL, at + S, at + 2 * S).device(1, Activity.KERNEL, at + S, at + 2 * S);
        }
        return fixture.phase(Activity.RUN, 100 * S, 110 * S).build(100 * S, 110 * S, 2);
    }

    private static Timeline log() {
        return new TimelineFixture()
                .epochBased()
                .phase(Activity.WARMUP, 100 * S, 102 * S)
                .phase(Activity.RUN, 102 * S, 109 * S)
                .phase(Activity.AFTER_FINISH, 109 * S, 110 * S)
                .build(100 * S, 110 * S, 0);
    }
}
