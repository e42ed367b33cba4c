package dev.amdahl.core.internal.timeline.analysis;

import static dev.amdahl.core.internal.timeline.analysis.IdleReason.HOST_CPU;
import static dev.amdahl.core.internal.timeline.analysis.IdleReason.HOST_RUNTIME;
import static dev.amdahl.core.internal.timeline.analysis.IdleReason.INPUT_WAIT;
import static dev.amdahl.core.internal.timeline.analysis.IdleReason.KERNEL_TO_KERNEL;
import static dev.amdahl.core.internal.timeline.analysis.IdleReason.LAUNCH_LATENCY;
import static dev.amdahl.core.internal.timeline.analysis.IdleReason.OTHER_STREAM;
import static dev.amdahl.core.internal.timeline.analysis.IdleReason.SYNC_DRAIN;
import static dev.amdahl.core.internal.timeline.analysis.IdleReason.UNKNOWN;
import static dev.amdahl.core.internal.timeline.analysis.IdleReason.UNSEEN_WORK;
import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.spi.job.Activity;
import dev.amdahl.spi.job.Lane;
import dev.amdahl.spi.job.Timeline;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

final class StreamIdleTest {
    private static final long US = 1_000;

    @Test
    void aShortGapBeforeQueuedWorkIsTheDevicesOwn() {
        StreamIdle stream = stream(new TraceFixture()
                .launch(0, 5 * US, 1)
                .launch(5 * US, 10 * US, 2)
                .kernel(20 * US, 100 * US, 1)
                .kernel(130 * US, 200 * US, 2));
        assertThat(parts(stream)).containsExactly(Map.entry(KERNEL_TO_KERNEL, 30 * US));
        assertThat(stream.launchAnomalies()).isZero();
    }

    @Test
    void aLongGapBeforeQueuedWorkIsLaunchLatencyAndAnAnomaly() {
        StreamIdle stream = stream(new TraceFixture()
                .launch(0, 5 * US, 1)
                .launch(5 * US, 10 * US, 2)
                .kernel(20 * US, 100 * US, 1)
                .kernel(131 * US, 200 * US, 2));
        assertThat(parts(stream)).containsExactly(Map.entry(LAUNCH_LATENCY, 31 * US));
        assertThat(stream.launchAnomalies()).isEqualTo(1);
    }

    @Test
    void queuedWorkWaitsForAnotherStreamWhileThatWorks() {
        StreamIdle stream = stream(new TraceFixture()
                .launch(0, 5 * US, 1)
                .launch(5 * US, 10 * US, 2)
                .launch(10 * US, 15 * US, 3)
                .kernel(20 * US, 100 * US, 1)
                .work(0, 8, Activity.COMMUNICATION, "ncclKernel", 90 * US, 180 * US, 2)
                .kernel(185 * US, 200 * US, 3));
        assertThat(parts(stream)).containsOnly(Map.entry(OTHER_STREAM, 80 * US), Map.entry(LAUNCH_LATENCY, 5 * US));
        assertThat(stream.launchAnomalies()).isZero();
    }

    @Test
    void gapsWithinOneGraphAreTheDevicesOwnHoweverLong() {
        StreamIdle stream = stream(new TraceFixture()
                .host("main", Activity.LAUNCH, "cudaGraphLaunch", 0, 120 * US, 1)
                .kernel(20 * US, 100 * US, 1)
                .kernel(150 * US, 200 * US, 1));
        assertThat(parts(stream)).containsExactly(Map.entry(KERNEL_TO_KERNEL, 50 * US));
    }

    @Test
    void aDrainEndsWhereTheWaitForTheDeviceReturnsAndTheRestIsTheHosts() {
        StreamIdle stream = stream(new TraceFixture()
                .launch(0, 5 * US, 1)
                .host(Activity.SYNC, "cudaStreamSynchronize", 10 * US, 102 * US)
                .kernel(20 * US, 100 * US, 1)
                .launch(190 * US, 195 * US, 2)
                .kernel(200 * US, 300 * US, 2));
        assertThat(parts(stream))
                .containsOnly(
                        Map.entry(SYNC_DRAIN, 2 * US),
                        Map.entry(HOST_CPU, 88 * US),
                        Map.entry(HOST_RUNTIME, 5 * US),
                        Map.entry(LAUNCH_LATENCY, 5 * US));
    }

    @Test
    void aCopyToTheHostThatReturnsWithItsCallDrainsToo() {
        StreamIdle stream = stream(new TraceFixture()
                .host("main", Activity.LAUNCH, "cudaMemcpyAsync", 0, 101 * US, 1)
                .work(0, 7, Activity.COPY, "Memcpy DtoH (Device -> Pageable)", 90 * US, 100 * US, 1)
                .launch(150 * US, 155 * US, 2)
                .kernel(160 * US, 170 * US, 2));
        assertThat(parts(stream))
                .containsOnly(
                        Map.entry(SYNC_DRAIN, US),
                        Map.entry(HOST_CPU, 49 * US),
                        Map.entry(HOST_RUNTIME, 5 * US),
                        Map.entry(LAUNCH_LATENCY, 5 * US));
    }

    @Test
    void workWithoutARecordedLaunchWasQueuedBeforeTheWorkBehindIt() {
        StreamIdle stream = stream(new TraceFixture()
                .launch(0, 5 * US, 1)
                .kernel(20 * US, 100 * US, 1)
                .kernel(150 * US, 160 * US, 2)
                .launch(30 * US, 35 * US, 3)
                .kernel(160 * US, 170 * US, 3));
        assertThat(parts(stream)).containsExactly(Map.entry(LAUNCH_LATENCY, 50 * US));
    }

    @Test
    void queuedWorkThatWaitsForMillisecondsWaitsForWorkThatWasNotRecorded() {
        StreamIdle stream = stream(new TraceFixture()
                .launch(0, 5 * US, 1)
                .kernel(20 * US, 100 * US, 1)
                .launch(110 * US, 120 * US, 2)
                .kernel(5_120 * US, 5_200 * US, 2));
        assertThat(parts(stream))
                .containsOnly(
                        Map.entry(HOST_CPU, 10 * US),
                        Map.entry(HOST_RUNTIME, 10 * US),
                        Map.entry(UNSEEN_WORK, 5_000 * US));
    }

    @Test
    void aCallThatOnlyOrdersStreamsIsNoDrain() {
        StreamIdle stream = stream(new TraceFixture()
                .launch(0, 5 * US, 1)
                .host(Activity.SYNC, "cudaStreamWaitEvent", 90 * US, 101 * US)
                .kernel(20 * US, 100 * US, 1)
                .launch(150 * US, 155 * US, 2)
                .kernel(155 * US, 170 * US, 2));
        assertThat(parts(stream)).containsOnly(Map.entry(HOST_CPU, 49 * US), Map.entry(HOST_RUNTIME, 6 * US));
    }

    @Test
    void waitsForTheLoaderWinOverADrainAndOverRuntimeCalls() {
        StreamIdle stream = stream(new TraceFixture()
                .launch(0, 5 * US, 1)
                .host(Activity.SYNC, "cudaDeviceSynchronize", 10 * US, 101 * US)
                .kernel(20 * US, 100 * US, 1)
                .host(Activity.INPUT_WAIT, "enumerate(DataLoader)#_Iter.__next__", 110 * US, 180 * US)
                .launch(190 * US, 195 * US, 2)
                .kernel(200 * US, 300 * US, 2));
        assertThat(parts(stream))
                .containsOnly(
                        Map.entry(INPUT_WAIT, 70 * US),
                        Map.entry(SYNC_DRAIN, US),
                        Map.entry(HOST_CPU, 19 * US),
                        Map.entry(HOST_RUNTIME, 5 * US),
                        Map.entry(LAUNCH_LATENCY, 5 * US));
        assertThat(stream.longest().get(0).reason()).isEqualTo(INPUT_WAIT);
    }

    @Test
    void hostTimeBeforeALateLaunchIsSplitIntoRuntimeAndOtherCode() {
        StreamIdle stream = stream(new TraceFixture()
                .launch(0, 5 * US, 1)
                .kernel(20 * US, 100 * US, 1)
                .host(Activity.HOST_CODE, "aten::empty", 90 * US, 190 * US)
                .host(Activity.HOST_CODE, "cudaMalloc", 120 * US, 160 * US)
                .launch(200 * US, 205 * US, 2)
                .kernel(210 * US, 300 * US, 2));
        assertThat(parts(stream))
                .containsOnly(
                        Map.entry(HOST_CPU, 60 * US),
                        Map.entry(HOST_RUNTIME, 45 * US),
                        Map.entry(LAUNCH_LATENCY, 5 * US));
    }

    @Test
    void aWaitOnAThreadThatDoesNotDriveTheDeviceIsNotBlamed() {
        StreamIdle stream = stream(new TraceFixture()
                .launch(0, 5 * US, 1)
                .kernel(20 * US, 100 * US, 1)
                .host("loader", Activity.INPUT_WAIT, "DataLoader", 50 * US, 190 * US, -1)
                .launch(200 * US, 205 * US, 2)
                .kernel(200 * US, 300 * US, 2));
        assertThat(parts(stream)).containsExactly(Map.entry(HOST_CPU, 100 * US));
    }

    @Test
    void withoutItsLaunchAGapIsUnknown() {
        assertThat(parts(stream(new TraceFixture().kernel(0, 10, -1).kernel(30, 40, -1))))
                .containsExactly(Map.entry(UNKNOWN, 20L));
        assertThat(parts(stream(
                        new TraceFixture().kernel(0, 10, 1).kernel(30, 40, 2).launch(35, 36, 2))))
                .as("a launch after its work")
                .containsExactly(Map.entry(UNKNOWN, 20L));
    }

    @Test
    void gapsBeginAtTheLatestEndSoFar() {
        StreamIdle stream =
                stream(new TraceFixture().kernel(0, 100, -1).kernel(10, 20, -1).kernel(105, 110, -1));
        assertThat(stream.idleNanos()).isEqualTo(5);
        assertThat(stream.gaps()).isEqualTo(1);
    }

    @Test
    void everyIdleNanosecondHasExactlyOneReasonOnAnyTrace() {
        Random random = new Random(5);
        int gaps = 0;
        for (int trace = 0; trace < 400; trace++) {
            Timeline timeline = randomTrace(random);
            for (StreamIdle stream : TraceAnalysis.of(timeline).idle()) {
                Lane lane = timeline.lanes().stream()
                        .filter(candidate -> candidate.name().equals(stream.name()))
                        .findFirst()
                        .orElseThrow();
                assertThat(stream.idleNanos()).isEqualTo(uncovered(lane));
                assertThat(stream.busyNanos() + stream.idleNanos()).isEqualTo(stream.spanNanos());
                assertThat(stream.reasons().stream()
                                .mapToLong(StreamIdle.Part::nanos)
                                .sum())
                        .isEqualTo(stream.idleNanos());
                assertThat(stream.reasons())
                        .allSatisfy(part -> assertThat(part.nanos()).isPositive());
                assertThat(stream.reasons().stream()
                                .mapToInt(StreamIdle.Part::gaps)
                                .sum())
                        .isEqualTo(stream.gaps());
                gaps += stream.gaps();
            }
        }
        assertThat(gaps).isGreaterThan(1000);
    }

    /** Nanoseconds of a lane's span in which none of its intervals runs, counted one by one. */
    private static long uncovered(Lane lane) {
        long last = 0;
        for (int i = 0; i < lane.size(); i++) {
            last = Math.max(last, lane.end(i));
        }
        long free = 0;
        for (long at = lane.start(0); at < last; at++) {
            boolean isCovered = false;
            for (int i = 0; i < lane.size() && !isCovered; i++) {
                isCovered = lane.start(i) <= at && at < lane.end(i);
            }
            free += isCovered ? 0 : 1;
        }
        return free;
    }

    private static Timeline randomTrace(Random random) {
        TraceFixture trace = new TraceFixture();
        Activity[] host = {Activity.INPUT_WAIT, Activity.SYNC, Activity.LAUNCH, Activity.HOST_CODE, Activity.HOST_CODE};
        String[] labels = {"loader", "cudaStreamSynchronize", "cudaLaunchKernel", "aten::add", "cudaMalloc"};
        for (int i = 0; i < 25; i++) {
            long start = random.nextInt(400);
            trace.work(
                    random.nextInt(2),
                    7 + random.nextInt(2),
                    random.nextBoolean() ? Activity.KERNEL : Activity.COPY,
                    "Memcpy DtoH",
                    start,
                    start + random.nextInt(20),
                    random.nextInt(20) - 1);
            int kind = random.nextInt(host.length);
            long begin = random.nextInt(400);
            trace.host(
                    "thread " + random.nextInt(3),
                    host[kind],
                    labels[kind],
                    begin,
                    begin + random.nextInt(60),
                    random.nextInt(20) - 1);
        }
        return trace.build();
    }

    private static StreamIdle stream(TraceFixture trace) {
        List<StreamIdle> streams = TraceAnalysis.of(trace.build()).idle();
        return streams.stream()
                .filter(stream -> stream.name().equals("device 0 stream 7"))
                .findFirst()
                .orElseThrow();
    }

    private static Map<IdleReason, Long> parts(StreamIdle stream) {
        return stream.reasons().stream().collect(Collectors.toMap(StreamIdle.Part::reason, StreamIdle.Part::nanos));
    }
}
