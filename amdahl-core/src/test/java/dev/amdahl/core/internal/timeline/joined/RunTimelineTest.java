package dev.amdahl.core.internal.timeline.joined;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import dev.amdahl.spi.job.Activity;
import dev.amdahl.spi.job.Lane;
import dev.amdahl.spi.profiler.Profile;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class RunTimelineTest {
    private static final int PROCESS = 41;
    private static final int THREAD = 42;

    /** Busy to 100 ms and from 300 ms; the launching thread is in its own code between. */
    private static Rows trace() {
        return new Rows("kineto")
                .device(0, 0, 100, 300, 400)
                .host(Activity.LAUNCH, PROCESS, THREAD, 0, 1, 299, 300)
                .host(Activity.HOST_CODE, PROCESS, THREAD, 100, 299);
    }

    private static Rows offCpu(int process, int thread) {
        return new Rows("perf").host(Activity.OFF_CPU, process, thread, 120, 286);
    }

    @Test
    void oneProfileStaysAsItIs() {
        Profile only = trace().over(0, 400);

        RunTimeline run = RunTimeline.of(List.of(only));

        assertThat(run.timeline()).isEqualTo(only.timeline());
        assertThat(run.findings()).isEmpty();
        assertThat(RunTimeline.of(List.of()).timeline()).isEmpty();
    }

    @Test
    void timeOffTheProcessorIsLaidOverTheThreadThatLaunches() {
        RunTimeline run = RunTimeline.of(List.of(offCpu(PROCESS, THREAD).over(0, 400), trace().over(0, 400)));

        Lane thread = hosts(run).get(0);
        assertThat(hosts(run)).hasSize(1);
        assertThat(thread.size()).isEqualTo(4);
        assertThat(List.of(0, 1, 2, 3))
                .extracting(thread::activity, thread::start)
                .containsExactly(
                        tuple(Activity.LAUNCH, 0L),
                        tuple(Activity.HOST_CODE, 100_000_000L),
                        tuple(Activity.OFF_CPU, 120_000_000L),
                        tuple(Activity.LAUNCH, 299_000_000L));
        assertThat(run.findings())
                .containsExactly("perf: joined to kineto, both count from the epoch, clocks within 2.000 ms");
    }

    @Test
    void anAssociationIsSaidWithItsShareAndUncertainty() {
        RunTimeline run = RunTimeline.of(
                List.of(trace().over(0, 400), offCpu(PROCESS, THREAD).over(0, 400)));

        List<Association> said = Associations.of(run, 5);

        assertThat(said).hasSize(1);
        assertThat(said.get(0).share()).isEqualTo(.83, within(1e-9));
        assertThat(said.get(0).uncertainty()).isEqualTo(.02, within(1e-9));
        assertThat(said.get(0).sentence())
                .isEqualTo(
                        "during 83 % (± 2) of a gap of 200.000 ms on device 0, process 41 thread 42 was off the processor (perf)");
    }

    @Test
    void anotherProcessSharesNoScope() {
        RunTimeline run =
                RunTimeline.of(List.of(trace().over(0, 400), offCpu(7, 8).over(0, 400)));

        assertThat(hosts(run)).hasSize(1);
        assertThat(Associations.of(run, 5)).isEmpty();
        assertThat(run.findings())
                .contains("perf: 1 host lane shares neither thread nor process with kineto: not joined");
    }

    @Test
    void theSameThreadNumberInAnotherProcessIsAnotherThread() {
        RunTimeline run =
                RunTimeline.of(List.of(trace().over(0, 400), offCpu(7, THREAD).over(0, 400)));

        assertThat(hosts(run)).hasSize(1);
        assertThat(hosts(run).get(0).size()).isEqualTo(3);
    }

    @Test
    void unknownScopeIsNoSharedScope() {
        RunTimeline run =
                RunTimeline.of(List.of(trace().over(0, 400), offCpu(-1, -1).over(0, 400)));

        assertThat(hosts(run)).hasSize(1);
        assertThat(Associations.of(run, 5)).isEmpty();
    }

    @Test
    void anotherThreadOfTheProcessGetsALaneOfItsOwn() {
        RunTimeline run =
                RunTimeline.of(List.of(trace().over(0, 400), offCpu(PROCESS, 99).over(0, 400)));

        assertThat(hosts(run)).extracting(Lane::thread).containsExactly((long) THREAD, 99L);
    }

    @Test
    void anotherMachineIsNotJoined() {
        RunTimeline run = RunTimeline.of(List.of(
                trace().host("n1").over(0, 400),
                offCpu(PROCESS, THREAD).host("n2").over(0, 400)));

        assertThat(run.joined()).isEmpty();
        assertThat(run.findings()).containsExactly("perf: taken on n2, not on n1: not joined");
    }

    @Test
    void overlapMustExceedTheSkew() {
        Rows late = new Rows("perf").host(Activity.OFF_CPU, PROCESS, THREAD, 399, 500);

        RunTimeline run = RunTimeline.of(List.of(trace().over(0, 400), late.over(399, 500)));

        assertThat(run.joined()).isEmpty();
        assertThat(run.findings())
                .containsExactly("perf: does not overlap kineto by more than the skew of their clocks: not joined");
    }

    @Test
    void aGapThatTheArtifactDoesNotCoverIsNotSpokenOf() {
        Rows part = new Rows("perf").host(Activity.OFF_CPU, PROCESS, THREAD, 120, 200);

        assertThat(Associations.of(RunTimeline.of(List.of(trace().over(0, 400), part.over(110, 200))), 5))
                .isEmpty();
    }

    @Test
    void aGapAsShortAsTheSkewIsNotSpokenOf() {
        Rows quick =
                new Rows("kineto").device(0, 0, 100, 105, 200).host(Activity.LAUNCH, PROCESS, THREAD, 0, 1, 104, 105);
        Rows off = new Rows("perf").host(Activity.OFF_CPU, PROCESS, THREAD, 100, 105);

        assertThat(Associations.of(RunTimeline.of(List.of(quick.over(0, 200), off.over(0, 200))), 5))
                .isEmpty();
    }

    @Test
    void whatWasNotSampledSaysNothing() {
        Rows silent = new Rows("perf").host(Activity.OFF_CPU, PROCESS, THREAD, 350, 360);
        Profile traced = trace().over(0, 400);

        RunTimeline run = RunTimeline.of(List.of(traced, silent.over(0, 400)));

        assertThat(Associations.of(run, 5)).isEmpty();
        Lane before =
                hosts(new RunTimeline(traced.timeline(), List.of(), List.of())).get(0);
        Lane after = hosts(run).get(0);
        assertThat(after.size()).isEqualTo(before.size() + 1);
        for (int i = 0; i < before.size(); i++) {
            assertThat(after.end(i)).isEqualTo(before.end(i));
        }
    }

    @Test
    void anotherClockIsFoundFromSharedMarks() {
        Rows own = trace().step("Step#1", 0, 100).step("Step#2", 100, 300).step("Step#3", 300, 400);
        Rows other = new Rows("nsys")
                .ownClock()
                .step("Step#1", 5000, 5100)
                .step("Step#2", 5100.4, 5300)
                .step("Step#3", 5299.9, 5400)
                .host(Activity.OFF_CPU, PROCESS, THREAD, 5120, 5286);

        RunTimeline run = RunTimeline.of(List.of(own.over(0, 400), other.over(5000, 5400)));

        ClockFit clock = run.joined().get(0).clock();
        assertThat(clock.offsetNanos()).isEqualTo(-5_000_000_000L);
        assertThat(clock.skewNanos()).isEqualTo(400_000);
        assertThat(hosts(run).get(0).start(2)).isEqualTo(120_000_000);
        assertThat(run.timeline().orElseThrow().lanes().stream().filter(lane -> lane.side() == Activity.Side.PHASE))
                .as("the steps are there once")
                .hasSize(1);
    }

    @Test
    void marksThatContradictEachOtherAndTooFewAreNoClock() {
        Rows own = trace().step("Step#1", 0, 100).step("Step#2", 100, 300).step("Step#3", 300, 400);
        Rows torn = new Rows("nsys")
                .ownClock()
                .step("Step#1", 0, 1)
                .step("Step#2", 20, 30)
                .step("Step#3", 40, 41);
        Rows few = new Rows("nsys").ownClock().step("Step#1", 0, 1).step("Step#2", 100, 101);

        for (Rows other : List.of(torn, few)) {
            RunTimeline run = RunTimeline.of(List.of(own.over(0, 400), other.over(0, 400)));
            assertThat(run.joined()).isEmpty();
            assertThat(run.findings()).singleElement().asString().contains("its clock cannot be laid");
        }
    }

    @Test
    void anAcceleratorIsCountedOnce() {
        Rows again = new Rows("nsys").device(0, 0, 100).device(1, 50, 60);

        RunTimeline run = RunTimeline.of(List.of(trace().over(0, 400), again.over(0, 400)));

        assertThat(run.timeline().orElseThrow().accelerators()).isEqualTo(2);
        assertThat(run.timeline().orElseThrow().lanes().stream().filter(lane -> lane.side() == Activity.Side.DEVICE))
                .extracting(Lane::device, Lane::size)
                .containsExactly(tuple(0, 2), tuple(1, 1));
    }

    @Test
    void theSpanStaysThatOfTheBase() {
        RunTimeline run = RunTimeline.of(
                List.of(trace().over(0, 400), offCpu(PROCESS, THREAD).over(-900, 900)));

        assertThat(run.timeline().map(timeline -> timeline.endNanos() - timeline.startNanos()))
                .isEqualTo(Optional.of(400_000_000L));
    }

    private static List<Lane> hosts(RunTimeline run) {
        return run.timeline().orElseThrow().lanes().stream()
                .filter(lane -> lane.side() == Activity.Side.HOST)
                .toList();
    }
}
