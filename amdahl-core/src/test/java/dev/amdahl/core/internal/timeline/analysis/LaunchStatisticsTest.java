package dev.amdahl.core.internal.timeline.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.spi.job.Activity;
import java.util.List;
import org.junit.jupiter.api.Test;

final class LaunchStatisticsTest {
    private static final long US = 1_000;

    @Test
    void eachCallHasItsDurationItsDelayAndItsWork() {
        LaunchStatistics statistics = statistics(new TraceFixture()
                .launch(0, 5 * US, 1)
                .kernel(15 * US, 35 * US, 1)
                .host("main", Activity.LAUNCH, "cuLaunchKernelEx", 20 * US, 30 * US, 2)
                .kernel(35 * US, 36 * US, 2)
                .host("main", Activity.LAUNCH, "hipMemcpyAsync", 40 * US, 100 * US, 3)
                .work(0, 9, Activity.COPY, "Memcpy HtoD", 90 * US, 95 * US, 3)
                .host("main", Activity.LAUNCH, "cudaGraphLaunch", 100 * US, 110 * US, 4)
                .kernel(250 * US, 260 * US, 4)
                .kernel(260 * US, 300 * US, 4));
        assertThat(statistics.calls()).isEqualTo(4);
        assertThat(statistics.graphs()).isEqualTo(1);
        assertThat(statistics.slowCalls()).as("the copy").isEqualTo(1);
        assertThat(statistics.lateStarts()).as("the graph, 140 us later").isEqualTo(1);
        assertThat(statistics.longerThanWork())
                .as("the second kernel and the copy")
                .isEqualTo(2);
        assertThat(statistics.call())
                .isEqualTo(new Distribution(4, 85 * US, 21_250, 5 * US, 10 * US, 60 * US, 60 * US));
        assertThat(statistics.delay()).isEqualTo(new Distribution(4, 155 * US, 38_750, 0, 5 * US, 140 * US, 140 * US));
        assertThat(statistics.work()).isEqualTo(new Distribution(4, 76 * US, 19_000, US, 5 * US, 50 * US, 50 * US));
        assertThat(statistics.byCall())
                .extracting(LaunchStatistics.Call::name)
                .containsExactlyInAnyOrder("hipMemcpyAsync", "cuLaunchKernelEx", "cudaGraphLaunch", "cudaLaunchKernel");
    }

    @Test
    void theOutermostOfSeveralCallsOfOneLaunchCounts() {
        LaunchStatistics statistics = statistics(new TraceFixture()
                .host("main", Activity.LAUNCH, "cudaLaunchKernel", 0, 10, 1)
                .host("main", Activity.LAUNCH, "cuLaunchKernel", 2, 8, 1)
                .kernel(20, 30, 1)
                .kernel(30, 40, 2));
        assertThat(statistics.calls()).isEqualTo(1);
        assertThat(statistics.unlinkedOps()).isEqualTo(1);
        assertThat(statistics.byCall().get(0).name()).isEqualTo("cudaLaunchKernel");
    }

    @Test
    void withoutCallsNothingWasMeasured() {
        LaunchStatistics statistics = statistics(new TraceFixture().kernel(0, 10, -1));
        assertThat(statistics).isEqualTo(new LaunchStatistics(0, 0, 0, null, null, null, 0, 0, 0, List.of()));
    }

    @Test
    void aTraceOfNothingHasNoFigures() {
        TraceAnalysis analysis = TraceAnalysis.of(new TraceFixture().build());
        assertThat(analysis.idle()).isEmpty();
        assertThat(analysis.overlapAll()).isNull();
        assertThat(analysis.steps().steps()).isEmpty();
        assertThat(analysis.steps().mean()).isNull();
        assertThat(analysis.kernels().top()).isEmpty();
    }

    private static LaunchStatistics statistics(TraceFixture trace) {
        return TraceAnalysis.of(trace.build()).launches();
    }
}
