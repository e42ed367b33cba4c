package dev.amdahl.core.internal.timeline;

import static dev.amdahl.spi.hypothesis.Bottleneck.*;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.amdahl.core.internal.timeline.detect.Detectors;
import dev.amdahl.spi.hypothesis.Account;
import dev.amdahl.spi.hypothesis.Diagnosis;
import dev.amdahl.spi.job.Activity;
import dev.amdahl.spi.job.Timeline;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class DiagnoseTest {
    private static final JobRunFacts FACTS =
            new JobRunFacts("run-1", Instant.EPOCH, Instant.ofEpochSecond(10), 0, 0, 2, OptionalInt.of(2));

    @Test
    void withoutAProfileAllIsUnattributed() {
        Diagnosis diagnosis = Diagnose.diagnose("train", FACTS, List.of());

        assertThat(diagnosis.accounts()).containsExactly(new Account(UNATTRIBUTED, 10, 20));
        assertThat(diagnosis.unattributedShareOfGaps()).isEqualTo(1);
        assertThat(diagnosis.metrics()).doesNotContainKeys("gpu_busy_frac", "input_wait_frac", "cpu_util");
        assertThat(diagnosis.evidence()).containsExactly("run-1");
        assertThat(diagnosis.findings())
                .anyMatch(finding -> finding.contains("no process counters: the cause of every second is unknown"))
                .anyMatch(finding ->
                        finding.contains("the cause of 100.0 % of the idle time is unknown, more than 10 %"));
    }

    @Test
    void aRunWithoutSecondsHasNoShareOfThem() {
        JobRunFacts none = new JobRunFacts("run-1", Instant.EPOCH, Instant.EPOCH, 0, 0, 2, OptionalInt.of(2));
        Diagnosis diagnosis = Diagnose.diagnose("train", none, List.of());

        assertThat(diagnosis.accounts()).isEmpty();
        assertThat(diagnosis.findings())
                .anyMatch(finding -> finding.contains("no second was accounted for: needs a deeper profile"))
                .noneMatch(finding -> finding.contains("more than 10 %"));
    }

    @Test
    void processCountersGiveACoarseAccountAndKeepTheRestUnattributed() {
        Diagnosis diagnosis = diagnose(Map.of(
                "wall_seconds", 10.0,
                "cpu_user_seconds", 3.0,
                "cpu_system_seconds", 2.0,
                "voluntary_switches", 90_000.0,
                "involuntary_switches", 10_000.0,
                "device_busy_fraction", .4));

        assertThat(diagnosis.accounts())
                .containsExactly(
                        new Account(PRODUCTIVE, 4, 8),
                        new Account(HOST_CONTENTION, 2, 4),
                        new Account(HOST_SERIAL, 3, 6),
                        new Account(UNATTRIBUTED, 1, 2));
        assertThat(diagnosis.metrics().get("ctx_switch_per_s_per_core")).isEqualTo(5_000);
        assertThat(diagnosis.metrics().get("cpu_util")).isEqualTo(.25);
    }

    @Test
    void userTimeIsNotBlamedWhileTheDeviceIsUnknown() {
        Diagnosis diagnosis = diagnose(Map.of("wall_seconds", 10.0, "cpu_user_seconds", 9.0));

        assertThat(diagnosis.accounts()).containsExactly(new Account(UNATTRIBUTED, 10, 20));
    }

    @Test
    void ofAJobWithoutADeviceProcessorTimeIsItsOwnCode() {
        JobRunFacts facts = onProcessor(Optional.empty());
        Map<String, Double> counters = Map.of("wall_seconds", 10.0, "cpu_user_seconds", 7.0, "cpu_system_seconds", 1.0);
        Diagnosis diagnosis = Diagnose.diagnose("train", facts, List.of(new SeenProfile(Optional.empty(), counters)));

        assertThat(diagnosis.accounts())
                .containsExactly(new Account(HOST_SERIAL, 8, 8), new Account(UNATTRIBUTED, 2, 2));
        assertThat(diagnosis.topLoss()).hasValue(HOST_SERIAL);
        assertThat(Ceilings.areTold(diagnosis)).isFalse();
    }

    @Test
    void withoutATraceStepsTellWaitsOfAJobWithoutADevice() {
        StepTotals steps = new StepTotals(OptionalDouble.of(1), OptionalDouble.of(9), 8, 5, 1, 0);
        Map<String, Double> counters = Map.of("wall_seconds", 10.0, "cpu_user_seconds", 2.0, "cpu_system_seconds", 0.0);
        Diagnosis diagnosis = Diagnose.diagnose(
                "train", onProcessor(Optional.of(steps)), List.of(new SeenProfile(Optional.empty(), counters)));

        assertThat(diagnosis.accounts())
                .containsExactly(
                        new Account(WARMUP, 1, 1),
                        new Account(INPUT_STARVATION, 5, 5),
                        new Account(CHECKPOINT_STALL, 1, 1),
                        new Account(HOST_SERIAL, 2, 2),
                        new Account(UNATTRIBUTED, 1, 1));
    }

    private static JobRunFacts onProcessor(Optional<StepTotals> steps) {
        return new JobRunFacts(
                "run-1", Instant.EPOCH, Instant.ofEpochSecond(10), 0, 0, 1, OptionalInt.of(2), true, steps);
    }

    @Test
    void inputAndOutputWaitsGoWhereTheBytesGo() {
        assertThat(diagnose(io(1e9, 1e6)).acceleratorSeconds(INPUT_STARVATION)).isEqualTo(8);
        assertThat(diagnose(io(1e6, 1e9)).acceleratorSeconds(CHECKPOINT_STALL)).isEqualTo(8);
        assertThat(diagnose(io(1e9, 1e9)).acceleratorSeconds(UNATTRIBUTED)).isEqualTo(20);
    }

    private static Map<String, Double> io(double read, double written) {
        return Map.of("wall_seconds", 10.0, "io_wait_seconds", 4.0, "read_bytes", read, "write_bytes", written);
    }

    @Test
    void aTimelineGivesMetricsOfTheVocabulary() {
        TimelineFixture fixture = new TimelineFixture();
        for (int step = 0; step < 10; step++) {
            long at = step * 1_000_000_000L;
            fixture.phase(Activity.STEP, at, at + 1_000_000_000L)
                    .host(Activity.INPUT_WAIT, at, at + 400_000_000L)
                    .device(0, Activity.KERNEL, at + 400_000_000L, at + 1_000_000_000L)
                    .device(1, Activity.KERNEL, at + 400_000_000L, at + 1_000_000_000L);
        }

        Diagnosis diagnosis = diagnose(Optional.of(fixture.build(0, 10_000_000_000L, 2)), Map.of());

        assertThat(diagnosis.topLoss()).contains(INPUT_STARVATION);
        assertThat(diagnosis.metrics())
                .containsEntry("input_wait_frac", .4)
                .containsEntry("kernels_per_step", 1.0)
                .containsEntry("kernel_us_p50", 600_000.0)
                .doesNotContainKeys("sm_util", "hbm_used_frac");
        assertThat(diagnosis.metrics().get("gpu_busy_frac")).isCloseTo(.6, within(1e-12));
        assertThat(diagnosis.metrics().get("amdahl_ceiling")).isCloseTo(1 / .6, within(1e-9));
        assertThat(diagnosis.acceleratorShare(Set.of(COMPUTE_BOUND))).hasValueCloseTo(.6, within(1e-9));
    }

    @Test
    void countersMoveProductiveSecondsFirstMatchFirst() {
        Diagnosis diagnosis = diagnose(Map.of(
                "wall_seconds", 10.0, "device_busy_fraction", .5, "throttle_frac", .2, "dram_util", .8, "sm_util", .4));

        assertThat(diagnosis.acceleratorSeconds(THROTTLED)).isCloseTo(2, within(1e-12));
        assertThat(diagnosis.acceleratorSeconds(MEMORY_BOUND)).isCloseTo(8, within(1e-12));
        assertThat(diagnosis.acceleratorSeconds(PRODUCTIVE)).isZero();
        assertThat(diagnosis.acceleratorSeconds()).isCloseTo(20, within(1e-12));
    }

    private static Diagnosis diagnose(Map<String, Double> counters) {
        return diagnose(Optional.empty(), counters);
    }

    private static Diagnosis diagnose(Optional<Timeline> timeline, Map<String, Double> counters) {
        return Diagnose.diagnose("train", FACTS, List.of(new SeenProfile(timeline, counters)));
    }

    @Test
    void whatATimelineWithoutDevicesDoesNotMeasureIsAbsentAndFiresNothing() {
        Timeline log = new TimelineFixture()
                .phase(Activity.STEP, 0, 100_000_000)
                .phase(Activity.STEP, 100_000_000, 200_000_000)
                .build(0, 200_000_000, 0);

        Diagnosis diagnosis = Diagnose.diagnose("log", log, List.of());

        assertThat(diagnosis.metrics())
                .doesNotContainKeys("gpu_busy_frac", "kernel_frac", "active_gpus", "gpu_gap_frac");
        assertThat(diagnosis.findings()).noneMatch(finding -> finding.startsWith("OVER_ALLOCATION"));
        assertThat(Detectors.of(diagnosis)).isEmpty();
    }
}
