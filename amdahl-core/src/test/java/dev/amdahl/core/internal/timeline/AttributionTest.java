package dev.amdahl.core.internal.timeline;

import static dev.amdahl.spi.hypothesis.Bottleneck.*;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.amdahl.spi.hypothesis.Account;
import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.hypothesis.Diagnosis;
import dev.amdahl.spi.job.Activity;
import dev.amdahl.spi.job.Timeline;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class AttributionTest {
    private static final long MS = 1_000_000;
    private static final long US = 1_000;

    @ParameterizedTest
    @CsvSource({
        "CHECKPOINT, CHECKPOINT_STALL",
        "SIDE_WORK, PERIODIC_SIDE_WORK",
        "INPUT_WAIT, INPUT_STARVATION",
        "SYNC, SYNC_STALL",
        "OFF_CPU, HOST_CONTENTION",
        "LAUNCH, HOST_SERIAL",
        "HOST_CODE, HOST_SERIAL"
    })
    void aGapGoesToTheHostActivityThatCoversIt(Activity cause, Bottleneck bottleneck) {
        Timeline timeline = twoKernels(10 * MS).host(cause, 10 * MS, 20 * MS).build(0, 30 * MS, 1);

        assertThat(nanos(Attribution.of(timeline)))
                .containsExactlyInAnyOrderEntriesOf(Map.of(PRODUCTIVE, 20 * MS, bottleneck, 10 * MS));
    }

    @ParameterizedTest
    @CsvSource({"60000, LAUNCH_BOUND", "60001, HOST_SERIAL"})
    void hostCodeIsLaunchBoundUpToSixtyMicroseconds(long gap, Bottleneck bottleneck) {
        Timeline timeline = twoKernels(gap).host(Activity.LAUNCH, 0, 30 * MS).build(0, 20 * MS + gap, 1);

        assertThat(Attribution.of(timeline).nanos(bottleneck)).isEqualTo(gap);
    }

    @Test
    void aGapThatNothingCoversIsUnattributed() {
        Attribution attribution = Attribution.of(twoKernels(10 * MS).build(0, 30 * MS, 1));

        assertThat(attribution.nanos(UNATTRIBUTED)).isEqualTo(10 * MS);
        assertThat(attribution.gapSeconds()).isEqualTo(.010);
    }

    @Test
    void aGapIsSplitAmongItsCausesByPriority() {
        Timeline timeline = twoKernels(10 * MS)
                .host(Activity.HOST_CODE, 10 * MS, 20 * MS)
                .host(Activity.INPUT_WAIT, 11 * MS, 15 * MS)
                .host(Activity.CHECKPOINT, 14 * MS, 16 * MS)
                .build(0, 30 * MS, 1);

        assertThat(nanos(Attribution.of(timeline)))
                .containsExactlyInAnyOrderEntriesOf(Map.of(
                        PRODUCTIVE, 20 * MS, INPUT_STARVATION, 3 * MS, CHECKPOINT_STALL, 2 * MS, HOST_SERIAL, 5 * MS));
    }

    @Test
    void backgroundThreadsAreAskedOnlyWhereTheDrivingThreadIsSilent() {
        Timeline timeline = twoKernels(10 * MS)
                .host(Activity.LAUNCH, 0, 1)
                .host(Activity.HOST_CODE, 10 * MS, 16 * MS)
                .host("writer", Activity.CHECKPOINT, 0, 20 * MS)
                .build(0, 30 * MS, 1);

        Attribution attribution = Attribution.of(timeline);

        assertThat(attribution.nanos(HOST_SERIAL)).isEqualTo(6 * MS);
        assertThat(attribution.nanos(CHECKPOINT_STALL)).isEqualTo(4 * MS);
    }

    @Test
    void onlyExposedCommunicationAndCopiesCount() {
        Timeline timeline = new TimelineFixture()
                .device(0, Activity.KERNEL, 0, 10).stream(0, "stream 9", Activity.COMMUNICATION, 5, 20).stream(
                                0, "stream 11", Activity.COPY, 8, 26)
                        .build(0, 26, 1);

        assertThat(nanos(Attribution.of(timeline)))
                .containsExactlyInAnyOrderEntriesOf(Map.of(PRODUCTIVE, 10L, COMM_EXPOSED, 10L, TRANSFER_BOUND, 6L));
    }

    @Test
    void aScalarReadInEveryStepIsASyncStallAndNotHostSerial() {
        Attribution attribution = Attribution.of(steps(1, 8 * MS, 4 * MS).build(0, 120 * MS, 1));

        assertThat(attribution.nanos(SYNC_STALL)).isGreaterThan(35 * MS);
        assertThat(attribution.nanos(HOST_SERIAL)).as("before the first step").isLessThan(4 * MS);
    }

    @Test
    void preparationWithoutASyncInEveryStepIsHostSerial() {
        Attribution attribution = Attribution.of(steps(5, 8 * MS, 4 * MS).build(0, 120 * MS, 1));

        assertThat(attribution.nanos(HOST_SERIAL)).isGreaterThan(35 * MS);
        assertThat(attribution.nanos(SYNC_STALL)).isLessThan(MS);
    }

    @Test
    void whatTheHostNeedsBeyondTheDeviceStaysSerialEvenAfterASync() {
        Attribution attribution = Attribution.of(steps(1, 3 * MS, 9 * MS).build(0, 120 * MS, 1));

        assertThat(attribution.nanos(SYNC_STALL)).isCloseTo(27 * MS, within(MS));
        assertThat(attribution.nanos(HOST_SERIAL)).isCloseTo(54 * MS, within(MS));
        assertThat(attribution.nanos(NOT_RECORDED)).as("before the first work").isEqualTo(9 * MS);
    }

    /** Ten steps: the device works, every n-th is followed by a sync that returns 20 us after the drain, then the host prepares. */
    private static TimelineFixture steps(int syncEvery, long device, long host) {
        TimelineFixture fixture = new TimelineFixture();
        long at = 0;
        for (int step = 0; step < 10; step++) {
            long launched = at + host;
            long drained = launched + device;
            fixture.phase(Activity.STEP, at, drained)
                    .host(Activity.HOST_CODE, at + 20 * US, launched - 10 * US)
                    .host(Activity.LAUNCH, launched - 10 * US, launched)
                    .device(0, Activity.KERNEL, launched, drained);
            if (step % syncEvery == 0) {
                fixture.host(Activity.SYNC, launched, drained + 20 * US);
            } else {
                fixture.host(Activity.HOST_CODE, drained, drained + 20 * US);
            }
            at = drained;
        }
        return fixture;
    }

    @Test
    void phasesAreLaidOverTheWallOfAnEpochBasedTimeline() {
        Instant start = Instant.ofEpochSecond(1_800_000_000L);
        long zero = start.getEpochSecond() * 1_000_000_000L;
        Timeline timeline = new TimelineFixture()
                .epochBased()
                .device(0, Activity.KERNEL, zero + 300 * MS, zero + 800 * MS)
                .build(zero + 250 * MS, zero + 850 * MS, 1);
        JobRunFacts facts = new JobRunFacts("run-1", start, start.plusSeconds(1), 3, .5, 1, OptionalInt.empty());

        Attribution attribution = Attribution.of(timeline, facts, Thresholds.DEFAULT);

        assertThat(attribution.accounts())
                .containsExactlyInAnyOrder(
                        new Account(QUEUE_WAIT, 3, 0),
                        new Account(PROVISIONING, .5, .5),
                        new Account(WARMUP, .3, .3),
                        new Account(PRODUCTIVE, .5, .5),
                        new Account(IDLE_AFTER_FINISH, .2, .2));
    }

    @Test
    void theWallThatATimelineWithItsOwnClockDoesNotCoverIsUnattributed() {
        Timeline timeline =
                new TimelineFixture().device(0, Activity.KERNEL, 0, 600 * MS).build(0, 600 * MS, 1);
        JobRunFacts facts = JobRunFacts.of("run-1", Instant.EPOCH, Instant.ofEpochSecond(1), 1);

        Attribution attribution = Attribution.of(timeline, facts, Thresholds.DEFAULT);

        assertThat(attribution.nanos(UNATTRIBUTED)).isEqualTo(400 * MS);
        assertThat(attribution.nanos(PRODUCTIVE)).isEqualTo(600 * MS);
    }

    @Test
    void aShortWindowOfALongRunSaysNothingAboutTheRest() {
        Timeline timeline = new TimelineFixture()
                .epochBased()
                .device(0, Activity.KERNEL, 500 * MS, 600 * MS)
                .build(500 * MS, 600 * MS, 1);
        JobRunFacts facts = JobRunFacts.of("run-1", Instant.EPOCH, Instant.ofEpochSecond(1), 1);

        Attribution attribution = Attribution.of(timeline, facts, Thresholds.DEFAULT);

        assertThat(attribution.nanos(UNATTRIBUTED)).isEqualTo(900 * MS);
        assertThat(attribution.findings()).singleElement().asString().contains("covers 10 %");
    }

    @Test
    void warmUpEndsWithTheFirstSteadyStep() {
        TimelineFixture fixture = new TimelineFixture();
        long[] durations = {50, 20, 10, 11, 10, 9};
        long at = 5;
        for (long duration : durations) {
            fixture.phase(Activity.STEP, at, at + duration).device(0, Activity.KERNEL, at, at + duration);
            at += duration;
        }

        Timeline whole = fixture.epochBased().build(0, at, 1);
        JobRunFacts facts = JobRunFacts.of("run-1", Instant.EPOCH, Instant.ofEpochSecond(0, at), 1);

        assertThat(Attribution.of(whole, facts, Thresholds.DEFAULT).nanos(WARMUP))
                .isEqualTo(5 + 50 + 20);
    }

    @Test
    void theFirstStepOfARecordingOutOfTheMiddleIsAStep() {
        TimelineFixture fixture = new TimelineFixture();
        long at = 5;
        for (long duration : new long[] {50, 20, 10, 11, 10, 9}) {
            fixture.phase(Activity.STEP, at, at + duration).device(0, Activity.KERNEL, at, at + duration);
            at += duration;
        }

        Attribution attribution = Attribution.of(fixture.build(0, at + 90, 1));

        assertThat(nanos(attribution)).containsExactlyInAnyOrderEntriesOf(Map.of(NOT_RECORDED, 95L, PRODUCTIVE, 110L));
        assertThat(attribution.findings())
                .anyMatch(finding -> finding.startsWith("the first recorded step took 5.0 times"))
                .anyMatch(finding -> finding.contains("begins and ends within the job"));
    }

    @Test
    void aRecordingThatShowsHowTheDeviceWasTakenBeginsWithTheJob() {
        Timeline timeline = new TimelineFixture()
                .named("main", Activity.HOST_CODE, "cudaDeviceGetStreamPriorityRange", 0, 300 * MS)
                .device(0, Activity.KERNEL, 310 * MS, 320 * MS)
                .build(0, 320 * MS, 1);

        assertThat(nanos(Attribution.of(timeline)))
                .containsExactlyInAnyOrderEntriesOf(Map.of(WARMUP, 310 * MS, PRODUCTIVE, 10 * MS));
    }

    @Test
    void queuedWorkThatWaitsWhileNothingRunsWaitedForWorkThatWasNotRecorded() {
        Timeline timeline = new TimelineFixture()
                .device(0, Activity.KERNEL, 0, MS)
                .launched("main", 2 * MS, 7, 0, 463 * MS, 464 * MS)
                .host(Activity.SYNC, 2 * MS + US, 463 * MS)
                .build(0, 464 * MS, 1);

        Attribution attribution = Attribution.of(timeline);

        assertThat(attribution.nanos(NOT_RECORDED)).isEqualTo(461 * MS - US);
        assertThat(attribution.nanos(SYNC_STALL)).isZero();
        assertThat(attribution.gapSeconds()).isCloseTo(.001, within(1e-5));
        assertThat(attribution.findings()).anyMatch(finding -> finding.contains("record a longer window"));
    }

    @Test
    void whatARecordingDoesNotShowIsNoPartOfAnyShare() {
        Timeline timeline = twoKernels(10 * MS)
                .host(Activity.HOST_CODE, 10 * MS, 20 * MS)
                .launched("other", 30 * MS, 7, 0, 930 * MS, 940 * MS)
                .build(0, 940 * MS, 1);

        Diagnosis diagnosis = Diagnose.diagnose("trace", timeline, List.of());

        assertThat(diagnosis.acceleratorSeconds()).isCloseTo(.04, within(1e-5));
        assertThat(diagnosis.acceleratorShare(Set.of(HOST_SERIAL)).orElseThrow())
                .isCloseTo(.25, within(1e-3));
        assertThat(diagnosis.acceleratorShare(Set.of(NOT_RECORDED))).hasValue(0);
        assertThat(Ceilings.of(diagnosis))
                .noneMatch(ceiling -> ceiling.classes().contains(NOT_RECORDED));
    }

    @Test
    void forwardKernelsThatRunAgainInTheBackwardPassAreRedundantWork() {
        Timeline timeline = new TimelineFixture()
                .named("main", Activity.HOST_CODE, "CheckpointFunctionBackward", 0, 20 * US)
                .launched("main", 2 * US, 1, 0, 10 * US, 40 * US)
                .named("main", Activity.HOST_CODE, "autograd::engine::evaluate_function: MmBackward0", 8 * US, 14 * US)
                .launched("main", 10 * US, 2, 0, 40 * US, 100 * US)
                .launched("main", 30 * US, 3, 0, 100 * US, 110 * US)
                .build(0, 110 * US, 1);

        Diagnosis diagnosis = Diagnose.diagnose("trace", timeline, List.of());

        assertThat(diagnosis.acceleratorSeconds(REDUNDANT_WORK)).isCloseTo(30e-6, within(1e-9));
        assertThat(diagnosis.acceleratorSeconds(PRODUCTIVE)).isCloseTo(70e-6, within(1e-9));
    }

    @Test
    void theHostHasNoPartInAGapBetweenPiecesOfOneGraph() {
        Timeline timeline = new TimelineFixture()
                .launched("main", 0, 7, 0, 10 * US, 20 * US)
                .launched("main", 0, 7, 0, 300 * US, 310 * US)
                .host(Activity.SYNC, 2 * US, 310 * US)
                .build(0, 310 * US, 1);

        assertThat(Attribution.of(timeline).nanos(LAUNCH_BOUND)).isEqualTo(280 * US);
        assertThat(Attribution.of(timeline).nanos(SYNC_STALL)).isZero();
    }

    @Test
    void idleAcceleratorsOfTheTailAreDrained() {
        TimelineFixture fixture = new TimelineFixture();
        long[] finishes = {60, 70, 80, 100};
        for (int device = 0; device < 4; device++) {
            fixture.device(device, Activity.KERNEL, 0, finishes[device]);
        }

        Attribution attribution = Attribution.of(fixture.build(0, 100, 4));

        assertThat(attribution.nanos(TAIL_DRAIN)).isEqualTo(3 * 20);
        assertThat(attribution.nanos(UNATTRIBUTED)).isEqualTo(20 + 10);
        assertThat(attribution.nanos(PRODUCTIVE)).isEqualTo(310);
    }

    @Test
    void acceleratorsThatTheTimelineDoesNotShowAreUnattributed() {
        Timeline timeline =
                new TimelineFixture().device(0, Activity.KERNEL, 0, 1_000 * MS).build(0, 1_000 * MS, 1);
        JobRunFacts facts = JobRunFacts.of("run-1", Instant.EPOCH, Instant.ofEpochSecond(1), 2);

        Attribution attribution = Attribution.of(timeline, facts, Thresholds.DEFAULT);

        assertThat(attribution.nanos(UNATTRIBUTED)).isEqualTo(1_000 * MS);
        assertThat(attribution.accounts()).extracting(Account::wallSeconds).containsExactly(.5, .5);
    }

    private static TimelineFixture twoKernels(long gap) {
        return new TimelineFixture()
                .device(0, Activity.KERNEL, 0, 10 * MS)
                .device(0, Activity.KERNEL, 10 * MS + gap, 20 * MS + gap);
    }

    private static Map<Bottleneck, Long> nanos(Attribution attribution) {
        Map<Bottleneck, Long> all = new EnumMap<>(Bottleneck.class);
        for (Bottleneck bottleneck : List.of(Bottleneck.values())) {
            if (attribution.nanos(bottleneck) > 0) {
                all.put(bottleneck, attribution.nanos(bottleneck));
            }
        }
        return all;
    }
}
