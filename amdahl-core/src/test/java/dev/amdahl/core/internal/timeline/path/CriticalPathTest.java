package dev.amdahl.core.internal.timeline.path;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.job.Activity;
import dev.amdahl.spi.job.Timeline;
import java.util.EnumSet;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class CriticalPathTest {

    @Test
    void workOfAnEmptyStreamWaitsForItsLaunchAndLaterWorkForItsStream() {
        Timeline timeline = new PathFixture()
                .code("main", "aten::mm", 0, 100)
                .launch("main", 20, 30, 1)
                .launch("main", 40, 50, 2)
                .kernel(7, 35, 200, 1)
                .kernel(7, 203, 300, 2)
                .build();

        assertThat(PathFixture.stretches(CriticalPath.of(timeline)))
                .containsExactly(
                        "HOST_CODE 0-20",
                        "RUNTIME 20-30",
                        "LAUNCH_OVERHEAD 30-35",
                        "COMPUTE 35-200",
                        "KERNEL_GAP 200-203",
                        "COMPUTE 203-300");
    }

    @Test
    void callThatSynchronisesEndsAfterTheWorkItWaitedFor() {
        Timeline timeline = new PathFixture()
                .launch("main", 0, 10, 1)
                .kernel(7, 12, 500, 1)
                .sync("main", 10, 520)
                .code("main", "aten::add", 520, 600)
                .build();
        CriticalPath path = CriticalPath.of(timeline);

        assertThat(PathFixture.stretches(path))
                .containsExactly(
                        "RUNTIME 0-10", "LAUNCH_OVERHEAD 10-12", "COMPUTE 12-500", "SYNC 500-520", "HOST_CODE 520-600");
        assertThat(path.withoutSyncs().lengthNanos())
                .as("the host goes on at 10, the kernel ends the window")
                .isEqualTo(500);
        assertThat(path.whatIf("kernels", EnumSet.of(PathKind.COMPUTE), .5).lengthNanos())
                .isEqualTo(600 - 244);
    }

    @Test
    void callIsNotTakenToWaitForWorkThatWasFollowedByMoreOnItsStream() {
        Timeline timeline = new PathFixture()
                .launch("main", 0, 5, 1)
                .launch("main", 5, 10, 2)
                .kernel(7, 12, 104, 1)
                .kernel(7, 104, 400, 2)
                .host("main", Activity.SYNC, "aten::item", 100, 110)
                .code("main", "aten::add", 110, 500)
                .build();

        assertThat(PathFixture.stretches(CriticalPath.of(timeline)))
                .containsExactly(
                        "RUNTIME 0-5", "RUNTIME 5-10", "UNEXPLAINED 10-100", "SYNC 100-110", "HOST_CODE 110-500");
    }

    @Test
    void copyCallThatReturnsWithItsCopyWaitsForTheStreamBeforeIt() {
        Timeline timeline = new PathFixture()
                .launch("main", 0, 5, 1)
                .kernel(7, 8, 300, 1)
                .call("main", Activity.LAUNCH, "cudaMemcpyAsync", 5, 330, 2)
                .device(7, Activity.COPY, "Memcpy DtoH (Device -> Pageable)", 302, 320, 2)
                .code("main", "aten::add", 330, 400)
                .build();

        assertThat(PathFixture.stretches(CriticalPath.of(timeline)))
                .containsExactly(
                        "RUNTIME 0-5",
                        "LAUNCH_OVERHEAD 5-8",
                        "COMPUTE 8-300",
                        "KERNEL_GAP 300-302",
                        "COPY 302-320",
                        "RUNTIME 320-330",
                        "HOST_CODE 330-400");
    }

    @Test
    void threadThatWorkedInsideOneCallOfTheMainThreadWasStartedAndWaitedFor() {
        Timeline timeline = new PathFixture()
                .code("main", "aten::forward", 0, 100_000)
                .code("main", "backward", 100_000, 400_000)
                .code("main", "aten::step", 400_000, 500_000)
                .launch("main", 10_000, 20_000, 1)
                .code("autograd", "aten::mm_backward", 130_000, 350_000)
                .launch("autograd", 140_000, 150_000, 2)
                .kernel(7, 25_000, 30_000, 1)
                .kernel(7, 155_000, 160_000, 2)
                .build();
        CriticalPath path = CriticalPath.of(timeline);

        assertThat(PathFixture.stretches(path))
                .containsExactly(
                        "HOST_CODE 0-10000",
                        "RUNTIME 10000-20000",
                        "HOST_CODE 20000-100000",
                        "HOST_CODE 100000-130000",
                        "HOST_CODE 130000-140000",
                        "RUNTIME 140000-150000",
                        "HOST_CODE 150000-350000",
                        "HOST_CODE 350000-400000",
                        "HOST_CODE 400000-500000");
        assertThat(path.segments().lane(4)).isNotEqualTo(path.segments().lane(3));
        assertThat(path.whatIf("host", EnumSet.of(PathKind.HOST_CODE), 0).lengthNanos())
                .as("both threads' code vanishes: a launch, a launch's delay and its kernel stay")
                .isEqualTo(10_000 + 15_000 + 5_000);
    }

    @Test
    void mainThreadThatShowsNothingWaitsForTheHelperItStartedBefore() {
        Timeline timeline = new PathFixture()
                .code("main", "aten::a", 0, 200_000)
                .launch("main", 1_000, 2_000, 1)
                .launch("helper", 100_000, 110_000, 2)
                .code("helper", "aten::b", 110_000, 400_000)
                .code("main", "aten::c", 410_000, 500_000)
                .kernel(7, 3_000, 4_000, 1)
                .kernel(7, 115_000, 116_000, 2)
                .build();

        assertThat(PathFixture.stretches(CriticalPath.of(timeline)))
                .containsExactly(
                        "HOST_CODE 0-1000",
                        "RUNTIME 1000-2000",
                        "HOST_CODE 2000-100000",
                        "RUNTIME 100000-110000",
                        "HOST_CODE 110000-400000",
                        "UNEXPLAINED 400000-410000",
                        "HOST_CODE 410000-500000");
    }

    @Test
    void threadOfAnotherProcessIsNotWaitedFor() {
        for (String helper : List.of("helper@1", "helper@2")) {
            Timeline timeline = new PathFixture()
                    .code("main@1", "aten::a", 0, 500_000)
                    .launch("main@1", 1_000, 2_000, 1)
                    .launch(helper, 100_000, 110_000, 2)
                    .kernel(7, 3_000, 4_000, 1)
                    .kernel(7, 115_000, 116_000, 2)
                    .build();
            PathSegments segments = CriticalPath.of(timeline).segments();
            assertThat(IntStream.range(0, segments.size()).map(segments::lane).anyMatch(lane -> lane == 1))
                    .as(helper)
                    .isEqualTo(helper.endsWith("1"));
        }
    }

    @Test
    void workOnAnotherStreamIsTheCauseOnlyWhereAStreamWasMadeToWait() {
        PathFixture fixture = new PathFixture()
                .launch("main", 0, 10, 1)
                .launch("main", 20, 30, 2)
                .kernel(7, 12, 700, 1)
                .device(20, Activity.COMMUNICATION, "ncclKernel", 703, 900, 2);
        assertThat(PathFixture.stretches(CriticalPath.of(fixture.build())))
                .containsExactly(
                        "RUNTIME 0-10",
                        "UNEXPLAINED 10-20",
                        "RUNTIME 20-30",
                        "LAUNCH_OVERHEAD 30-703",
                        "COMMUNICATION 703-900");

        fixture.host("main", Activity.SYNC, "cudaStreamWaitEvent", 12, 15);
        assertThat(PathFixture.stretches(CriticalPath.of(fixture.build())))
                .containsExactly(
                        "RUNTIME 0-10",
                        "LAUNCH_OVERHEAD 10-12",
                        "COMPUTE 12-700",
                        "KERNEL_GAP 700-703",
                        "COMMUNICATION 703-900");
    }

    @Test
    void oneGraphLaunchStartsManyKernelsOnSeveralStreams() {
        Timeline timeline = new PathFixture()
                .call("main", Activity.LAUNCH, "cudaGraphLaunch", 0, 50, 1)
                .kernel(7, 60, 100, 1)
                .kernel(8, 105, 200, 1)
                .kernel(7, 203, 300, 1)
                .build();

        assertThat(PathFixture.stretches(CriticalPath.of(timeline)))
                .containsExactly(
                        "RUNTIME 0-50",
                        "LAUNCH_OVERHEAD 50-60",
                        "COMPUTE 60-100",
                        "KERNEL_GAP 100-105",
                        "COMPUTE 105-200",
                        "KERNEL_GAP 200-203",
                        "COMPUTE 203-300");
    }

    @Test
    void everythingInsideAWaitForInputIsInput() {
        Timeline timeline = new PathFixture()
                .host("main", Activity.INPUT_WAIT, "enumerate(DataLoader)#__next__", 0, 300)
                .code("main", "aten::stack", 100, 200)
                .code("main", "aten::mm", 300, 400)
                .launch("main", 310, 320, 1)
                .kernel(7, 325, 350, 1)
                .build();
        CriticalPath path = CriticalPath.of(timeline);

        assertThat(path.report().kinds())
                .extracting(PathReport.Kind::kind, PathReport.Kind::nanos)
                .contains(org.assertj.core.groups.Tuple.tuple(PathKind.INPUT_WAIT, 300L));
        WhatIf input = path.whatIf("input", EnumSet.of(PathKind.INPUT_WAIT), 0);
        assertThat(input.lengthNanos()).isEqualTo(100);
        assertThat(input.speedup()).isEqualTo(4);
        assertThat(input.shareBound()).isCloseTo(4, within(1e-12));
    }

    @Test
    void hiddenInputWaitGivesLessThanItsShareBound() {
        Timeline timeline = new PathFixture()
                .launch("main", 0, 10, 1)
                .kernel(7, 20, 220, 1)
                .host("main", Activity.INPUT_WAIT, "next", 10, 310)
                .launch("main", 310, 320, 2)
                .kernel(7, 330, 430, 2)
                .build();
        WhatIf input = CriticalPath.of(timeline).whatIf("input", EnumSet.of(PathKind.INPUT_WAIT), 0);

        assertThat(input.lengthNanos())
                .as("the first kernel still takes until 220")
                .isEqualTo(320);
        assertThat(input.shareBound()).isCloseTo(430.0 / 130, within(1e-12));
    }

    @Test
    void rangeReachesToTheEndOfTheWorkLaunchedInIt() {
        Timeline timeline = new PathFixture()
                .code("main", "step", 0, 100)
                .launch("main", 50, 60, 1)
                .code("main", "step", 100, 200)
                .launch("main", 150, 160, 2)
                .kernel(7, 70, 300, 1)
                .kernel(7, 300, 500, 2)
                .step("ProfilerStep#1", 0, 100)
                .step("ProfilerStep#2", 100, 200)
                .build();

        assertThat(CriticalPath.of(timeline, "ProfilerStep", 0).lengthNanos()).isEqualTo(300);
        assertThat(PathFixture.stretches(CriticalPath.of(timeline, "ProfilerStep", 1)))
                .containsExactly("COMPUTE 100-300", "COMPUTE 300-500");
        assertThat(PathFixture.stretches(CriticalPath.of(timeline, 80, 180))).containsExactly("COMPUTE 80-180");
        assertThatThrownBy(() -> CriticalPath.of(timeline, "ProfilerStep", 2))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("2 times");
        assertThatThrownBy(() -> CriticalPath.of(timeline, 2, 1)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void cutWindowEndsWithWhatTheNextDeviceWorkWaitsFor() {
        Timeline ahead = new PathFixture()
                .launch("main", 0, 10, 1)
                .launch("main", 10, 20, 2)
                .code("main", "aten::mm", 20, 400)
                .kernel(7, 15, 200, 1)
                .kernel(7, 203, 300, 2)
                .build();
        assertThat(PathFixture.stretches(CriticalPath.of(ahead, 0, 202)))
                .as("queued work waits for the stream")
                .containsExactly("RUNTIME 0-10", "LAUNCH_OVERHEAD 10-15", "COMPUTE 15-200", "KERNEL_GAP 200-202");
        assertThat(PathFixture.stretches(CriticalPath.of(ahead, 0, 250)))
                .containsExactly(
                        "RUNTIME 0-10",
                        "LAUNCH_OVERHEAD 10-15",
                        "COMPUTE 15-200",
                        "KERNEL_GAP 200-203",
                        "COMPUTE 203-250");

        Timeline behind = new PathFixture()
                .launch("main", 0, 10, 1)
                .code("main", "aten::mm", 10, 300)
                .launch("main", 300, 310, 2)
                .kernel(7, 15, 200, 1)
                .kernel(7, 320, 400, 2)
                .build();
        assertThat(PathFixture.stretches(CriticalPath.of(behind, 0, 202)))
                .as("nothing is queued: the host decides")
                .containsExactly("RUNTIME 0-10", "HOST_CODE 10-202");
    }

    @Test
    void delayBeyondAnyLaunchsIsUnexplained() {
        Timeline timeline = new PathFixture()
                .launch("main", 0, 10, 1)
                .kernel(7, 1_500_011, 1_500_100, 1)
                .build();

        assertThat(PathFixture.stretches(CriticalPath.of(timeline)))
                .containsExactly("RUNTIME 0-10", "UNEXPLAINED 10-1500011", "COMPUTE 1500011-1500100");
    }

    @Test
    void nothingAtAllIsAnEmptyPath() {
        CriticalPath path = CriticalPath.of(new PathFixture().build());

        assertThat(path.segments().size()).isZero();
        assertThat(path.report().findings()).anyMatch(text -> text.startsWith("no device work"));
        assertThat(path.report().whatIf()).isEmpty();
    }

    @Test
    void launchAfterItsWorkIsLeftOutAndSaid() {
        Timeline timeline = new PathFixture()
                .launch("main", 100, 110, 1)
                .kernel(7, 50, 80, 1)
                .build();

        assertThat(CriticalPath.of(timeline).report().findings())
                .contains("left out 1 dependency against the recorded times");
    }

    @Test
    void reportHasUnitsInItsNames() {
        Timeline timeline =
                new PathFixture().launch("main", 0, 10, 1).kernel(7, 20, 220, 1).build();
        JsonNode json = new ObjectMapper().valueToTree(CriticalPath.of(timeline).report());

        assertThat(json.fieldNames())
                .toIterable()
                .containsExactly("from_ns", "length_ns", "kinds", "contributors", "bound_by", "what_if", "findings");
        assertThat(json.at("/kinds/0/kind").asText()).isEqualTo("compute");
        assertThat(json.at("/what_if/0").fieldNames())
                .toIterable()
                .isEqualTo(List.of("what", "factor", "length_ns", "speedup", "share_bound"));
    }
}
