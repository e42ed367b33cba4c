package dev.amdahl.core.internal.timeline;

import static dev.amdahl.spi.hypothesis.Bottleneck.*;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.amdahl.spi.job.Activity;
import dev.amdahl.spi.job.Timeline;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What only several accelerators side by side tell: skew, bubbles, who waits for whom. */
final class BetweenAcceleratorsTest {
    private static final long MS = 1_000_000;

    @Test
    void ofACollectiveTheShortestPartIsTransferAndTheRestWaitsForTheLastRank() {
        Timeline timeline = new TimelineFixture()
                .device(0, Activity.KERNEL, 0, 10)
                .collective(0, "ncclAllReduce", 10, 30)
                .device(1, Activity.KERNEL, 0, 25)
                .collective(1, "ncclAllReduce", 25, 30)
                .build(0, 30, 2);

        Attribution attribution = Attribution.of(timeline);

        assertThat(attribution.nanos(STRAGGLER_SKEW)).isEqualTo(15);
        assertThat(attribution.nanos(COMM_EXPOSED)).isEqualTo(2 * 5);
        assertThat(attribution.nanos(PRODUCTIVE)).isEqualTo(35);
    }

    @Test
    void aWaitThatAKernelHidesIsNoSkew() {
        Timeline timeline = new TimelineFixture()
                .device(0, Activity.KERNEL, 0, 22)
                .collective(0, "ncclAllReduce", 10, 30)
                .device(1, Activity.KERNEL, 0, 25)
                .collective(1, "ncclAllReduce", 25, 30)
                .build(0, 30, 2);

        assertThat(Attribution.of(timeline).nanos(STRAGGLER_SKEW)).isEqualTo(3);
    }

    @Test
    void kernelsOfOtherNamesOrTimesHaveNoPartner() {
        Timeline timeline = new TimelineFixture()
                .collective(0, "ncclAllReduce", 0, 10)
                .collective(1, "ncclAllGather", 0, 20)
                .collective(1, "ncclAllReduce", 20, 40)
                .build(0, 40, 2);

        Attribution attribution = Attribution.of(timeline);

        assertThat(attribution.nanos(STRAGGLER_SKEW)).isZero();
        assertThat(attribution.nanos(COMM_EXPOSED)).isEqualTo(50);
    }

    @Test
    void theSameRankThatIsAlwaysLastIsTold() {
        TimelineFixture fixture = new TimelineFixture();
        for (int step = 0; step < 4; step++) {
            long at = step * 10L * MS;
            fixture.collective(0, "ncclAllReduce", at, at + 10 * MS)
                    .collective(1, "ncclAllReduce", at + (step == 3 ? 0 : 6 * MS), at + 10 * MS)
                    .collective(2, "ncclAllReduce", at + (step == 3 ? 6 * MS : 0), at + 10 * MS);
        }
        Timeline timeline = fixture.build(0, 40 * MS, 3);

        assertThat(RunMetrics.of(timeline, Attribution.of(timeline)))
                .containsEntry("same_last_rank_frac", .75)
                .containsEntry("skew_wait_frac", 8 * 6.0 / 120)
                .containsEntry("long_collective_wait_frac", 48.0 / 96);
    }

    @Test
    void oneRankThatIsLateInEveryStepIsNoPipeline() {
        TimelineFixture fixture = new TimelineFixture();
        for (int step = 0; step < 6; step++) {
            long at = step * 20L * MS;
            fixture.phase(Activity.STEP, at, at + 20 * MS)
                    .device(0, Activity.KERNEL, at, at + 20 * MS)
                    .device(1, Activity.KERNEL, at + 5 * MS, at + 20 * MS);
        }
        Attribution attribution = Attribution.of(fixture.build(0, 120 * MS, 2));

        assertThat(attribution.pipeline()).isEmpty();
        assertThat(attribution.nanos(PIPELINE_BUBBLE)).isZero();
    }

    @Test
    void stagesThatTakeTurnsInEveryStepAreAPipelineWhateverTheirHostsDo() {
        TimelineFixture fixture = new TimelineFixture();
        for (int step = 0; step < 6; step++) {
            long at = step * 40L * MS;
            fixture.phase(Activity.STEP, at, at + 40 * MS)
                    .host("rank 0", Activity.SYNC, at, at + 40 * MS)
                    .host("rank 1", Activity.HOST_CODE, at, at + 40 * MS)
                    .device(0, Activity.KERNEL, at, at + 30 * MS)
                    .device(1, Activity.KERNEL, at + 10 * MS, at + 40 * MS);
        }
        Attribution attribution = Attribution.of(fixture.build(0, 240 * MS, 2));

        assertThat(attribution.pipeline()).map(Pipeline::stages).contains(2);
        assertThat(attribution.nanos(PIPELINE_BUBBLE)).isEqualTo((6 + 5) * 10 * MS + 10 * MS);
    }

    @Test
    void aThreadThatDrivesOnlyAnotherAcceleratorIsNotAskedWhyThisOneIdles() {
        TimelineFixture fixture = new TimelineFixture();
        for (int i = 0; i < 4; i++) {
            long at = i * 10L * MS;
            fixture.launched("rank 0", at, 10 + i, 0, at, at + 10 * MS)
                    .launched("rank 1", at, 20 + i, 1, at, at + 6 * MS);
        }
        fixture.host("rank 0", Activity.HOST_CODE, 0, 40 * MS);
        fixture.device(1, Activity.KERNEL, 40 * MS, 41 * MS).device(0, Activity.KERNEL, 40 * MS, 41 * MS);
        Attribution attribution = Attribution.of(fixture.build(0, 41 * MS, 2));

        assertThat(attribution.nanos(HOST_SERIAL)).isZero();
        assertThat(attribution.nanos(UNATTRIBUTED)).isEqualTo(16 * MS);
    }

    @Test
    void oneProcessThatDrivesSeveralAcceleratorsIsTold() {
        assertThat(driven("pid 7 main", "pid 7 second")).containsEntry("single_process_multi_gpu", 1.0);
        assertThat(driven("pid 7 main", "pid 8 main")).containsEntry("single_process_multi_gpu", 0.0);
        assertThat(driven("main", "second")).doesNotContainKey("single_process_multi_gpu");
    }

    private static Map<String, Double> driven(String first, String second) {
        Timeline timeline = new TimelineFixture()
                .launched(first, 0, 1, 0, 0, 10 * MS)
                .launched(second, 0, 2, 1, 0, 10 * MS)
                .build(0, 10 * MS, 2);
        return RunMetrics.of(timeline, Attribution.of(timeline));
    }

    @Test
    void ranksAreJoinedWithAcceleratorsAndThreadsOfTheirOwn() {
        JobTimeline job = JobTimeline.ofRanks(List.of(rank(0, Activity.INPUT_WAIT), rank(0, Activity.CHECKPOINT)));

        Attribution attribution = Attribution.of(job);

        assertThat(job.accelerators()).isEqualTo(2);
        assertThat(attribution.nanos(INPUT_STARVATION)).isEqualTo(10 * MS);
        assertThat(attribution.nanos(CHECKPOINT_STALL)).isEqualTo(10 * MS);
    }

    @Test
    void aRankOfAnotherTimeIsLeftOutUnlessCollectivesTellTheDifferenceOfTheClocks() {
        JobTimeline apart =
                JobTimeline.ofRanks(List.of(rank(0, Activity.INPUT_WAIT), rank(240_000 * MS, Activity.KERNEL)));
        JobTimeline told = JobTimeline.ofRanks(List.of(collectives(0, 0), collectives(240_000 * MS, 0)));

        assertThat(apart.accelerators()).isEqualTo(1);
        assertThat(apart.endNanos()).isLessThan(1_000 * MS);
        assertThat(apart.findings()).singleElement().asString().startsWith("rank 1 is left out");
        assertThat(told.accelerators()).isEqualTo(2);
        assertThat(told.endNanos()).isLessThan(1_000 * MS);
    }

    @Test
    void clocksOfRanksAreSetByTheEndsOfTheirCollectives() {
        JobTimeline job = JobTimeline.ofRanks(List.of(collectives(0, 0), collectives(700 * MS, 2 * MS)));

        assertThat(job.findings()).singleElement().asString().contains("rank 1").contains("-700.000 ms");
        assertThat(Attribution.of(job).nanos(STRAGGLER_SKEW)).isEqualTo(4 * 2 * MS);
    }

    @Test
    void ranksOnDifferentKindsOfClockAreRefused() {
        Timeline wall = new TimelineFixture().epochBased().build(0, 1, 1);
        Timeline own = new TimelineFixture().build(0, 1, 1);

        assertThatThrownBy(() -> JobTimeline.ofRanks(List.of(wall, own))).hasMessageContaining("one kind of clock");
        assertThatThrownBy(() -> JobTimeline.ofRanks(List.of())).hasMessageContaining("were 0");
    }

    @Test
    void tracesOfRanksOfOneRunAreJoinedByTheDiagnosis() {
        JobRunFacts facts =
                JobRunFacts.of("run-1", java.time.Instant.EPOCH, java.time.Instant.ofEpochSecond(0, 30 * MS), 2);
        List<Timeline> ranks = List.of(rank(0, Activity.INPUT_WAIT), rank(0, Activity.CHECKPOINT));

        var diagnosis = Diagnose.diagnose(
                "train",
                facts,
                ranks.stream()
                        .<dev.amdahl.spi.profiler.Profile>map(rank -> new SeenProfile(Optional.of(rank), Map.of()))
                        .toList());

        assertThat(diagnosis.acceleratorSeconds(INPUT_STARVATION)).isEqualTo(.01);
        assertThat(diagnosis.acceleratorSeconds(CHECKPOINT_STALL)).isEqualTo(.01);
    }

    private static Timeline rank(long start, Activity cause) {
        return new TimelineFixture()
                .epochBased()
                .launched("main", start, 1, 0, start, start + 10 * MS)
                .host("main", cause, start + 10 * MS, start + 20 * MS)
                .launched("main", start + 19 * MS, 2, 0, start + 20 * MS, start + 30 * MS)
                .build(start, start + 30 * MS, 1);
    }

    private static Timeline collectives(long clock, long late) {
        TimelineFixture fixture = new TimelineFixture();
        for (int step = 0; step < 4; step++) {
            long at = clock + step * 10L * MS;
            fixture.collective(0, "ncclAllReduce", at + late, at + 5 * MS);
        }
        return fixture.build(clock, clock + 40 * MS, 1);
    }
}
