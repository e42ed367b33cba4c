package dev.amdahl.core.internal.timeline;

import static dev.amdahl.spi.hypothesis.Bottleneck.*;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

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
import org.junit.jupiter.api.Test;

/** A profile of eight steps of a run of a hundred seconds. */
final class SampledStepsTest {
    private static final long MS = 1_000_000;

    /** Eight steps of 100 ms: 60 of work, 30 of waiting for input, 10 of own code. */
    private static Timeline eightSteps() {
        TimelineFixture fixture = new TimelineFixture();
        for (long step = 0; step < 8; step++) {
            long at = step * 100 * MS;
            fixture.phase(Activity.STEP, at, at + 100 * MS);
            fixture.launched("main", at + 40 * MS, step, 0, at + 40 * MS, at + 100 * MS);
            fixture.host("main", Activity.INPUT_WAIT, at, at + 30 * MS);
            fixture.host("main", Activity.HOST_CODE, at + 30 * MS, at + 40 * MS);
        }
        return fixture.build(0, 800 * MS, 1);
    }

    private static Diagnosis diagnose(boolean isOnProcessor, StepTotals steps) {
        return diagnose(isOnProcessor, steps, Map.of());
    }

    private static Diagnosis diagnose(boolean isOnProcessor, StepTotals steps, Map<String, Double> counters) {
        JobRunFacts facts = new JobRunFacts(
                "run",
                Instant.ofEpochSecond(1000),
                Instant.ofEpochSecond(1100),
                0,
                0,
                1,
                OptionalInt.of(2),
                isOnProcessor,
                Optional.of(steps));
        return Diagnose.diagnose("train", facts, List.of(new SeenProfile(Optional.of(eightSteps()), counters)));
    }

    @Test
    void theSharesOfAFewStepsAreTakenForAllOfThem() {
        Diagnosis diagnosis =
                diagnose(false, new StepTotals(OptionalDouble.of(1010), OptionalDouble.of(1090), 80, 0, 0, 0));

        assertThat(diagnosis.wallSeconds()).isCloseTo(100, within(1e-6));
        assertThat(diagnosis.wallSeconds(WARMUP)).isCloseTo(10, within(1e-6));
        assertThat(diagnosis.wallSeconds(UNATTRIBUTED)).isCloseTo(10, within(1e-6));
        double work = diagnosis.wallSeconds(PRODUCTIVE);
        double input = diagnosis.wallSeconds(INPUT_STARVATION);
        assertThat(work).isBetween(80 * .6, 80 * .65);
        assertThat(input / work)
                .as("as in the steps but the edge of the recording")
                .isBetween(.42, .5);
        assertThat(diagnosis.metrics().get("input_wait_frac")).isCloseTo(input / 100, within(1e-9));
        assertThat(diagnosis.findings())
                .anyMatch(finding -> finding.contains("of 80.0 s of steps: its shares are taken for all of them"));
    }

    @Test
    void whatTheLogTellsIsNotTakenFromTheProfile() {
        Diagnosis diagnosis =
                diagnose(true, new StepTotals(OptionalDouble.of(1010), OptionalDouble.of(1090), 80, 40, 12, 6));

        assertThat(diagnosis.wallSeconds(INPUT_STARVATION)).isCloseTo(40, within(1e-6));
        assertThat(diagnosis.wallSeconds(CHECKPOINT_STALL)).isCloseTo(12, within(1e-6));
        assertThat(diagnosis.wallSeconds(PERIODIC_SIDE_WORK)).isCloseTo(6, within(1e-6));
        assertThat(diagnosis.wallSeconds()).isCloseTo(100, within(1e-6));
        assertThat(diagnosis.topLoss()).hasValue(INPUT_STARVATION);
    }

    @Test
    void processorTimeThatNothingElseExplainsIsTheJobsOwnCode() {
        StepTotals steps = new StepTotals(OptionalDouble.of(1010), OptionalDouble.of(1090), 80, 40, 12, 6);
        double unknown = diagnose(true, steps).wallSeconds(UNATTRIBUTED);
        double before = diagnose(true, steps).wallSeconds(HOST_SERIAL);
        Diagnosis diagnosis = diagnose(true, steps, Map.of("cpu_user_seconds", 90.0, "cpu_system_seconds", 4.0));

        assertThat(unknown).isCloseTo(10, within(1e-6));
        assertThat(diagnosis.wallSeconds(UNATTRIBUTED)).isCloseTo(6, within(1e-6));
        assertThat(diagnosis.wallSeconds(HOST_SERIAL)).isCloseTo(before + 4, within(1e-6));
        assertThat(diagnosis.wallSeconds()).isCloseTo(100, within(1e-6));
    }

    @Test
    void theTimeInWhichTheProfileWasWrittenIsLeftOut() {
        Diagnosis diagnosis =
                diagnose(true, new StepTotals(OptionalDouble.of(1010), OptionalDouble.of(1090), 75, 0, 0, 0));

        assertThat(diagnosis.wallSeconds(NOT_RECORDED)).isCloseTo(5, within(1e-6));
        assertThat(diagnosis.wallSeconds()).as("without it").isCloseTo(95, within(1e-6));
        assertThat(diagnosis.wallSeconds(UNATTRIBUTED)).isCloseTo(10, within(1e-6));
    }

    @Test
    void onADeviceAWaitOfTheHostIsNoIdleDevice() {
        Diagnosis diagnosis =
                diagnose(false, new StepTotals(OptionalDouble.of(1010), OptionalDouble.of(1090), 80, 70, 0, 0));

        assertThat(diagnosis.wallSeconds(INPUT_STARVATION)).isLessThan(30);
    }

    @Test
    void aProfileOfMostStepsSpeaksForItself() {
        Diagnosis diagnosis =
                diagnose(false, new StepTotals(OptionalDouble.of(1010), OptionalDouble.of(1011), 1, 0, 0, 0));

        assertThat(diagnosis.accounts())
                .extracting(Account::bottleneck)
                .contains(UNATTRIBUTED)
                .doesNotContain(WARMUP);
    }
}
