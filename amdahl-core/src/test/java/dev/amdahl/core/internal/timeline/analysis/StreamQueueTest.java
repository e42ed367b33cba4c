package dev.amdahl.core.internal.timeline.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.amdahl.spi.job.Activity;
import org.junit.jupiter.api.Test;

final class StreamQueueTest {
    @Test
    void lengthsAreWeightedByTime() {
        StreamQueue queue = queue(new TraceFixture()
                .launch(0, 1, 1)
                .launch(10, 11, 2)
                .launch(20, 21, 3)
                .kernel(30, 40, 1)
                .kernel(40, 90, 2)
                .kernel(90, 95, 3));
        assertThat(queue.launches()).isEqualTo(3);
        assertThat(queue.maxLength()).isEqualTo(3);
        assertThat(queue.meanLength())
                .as("10 ns of 1, 10 of 2, 10 of 3, 10 of 2, 50 of 1")
                .isCloseTo(130 / 90., within(1e-12));
        assertThat(queue.p50Length()).isEqualTo(1);
        assertThat(queue.p95Length()).isEqualTo(3);
        assertThat(queue.fullNanos()).isZero();
    }

    @Test
    void aGraphCountsOnceOnEachOfItsStreams() {
        StreamQueue queue = queue(new TraceFixture()
                .host("main", Activity.LAUNCH, "cudaGraphLaunch", 0, 5, 1)
                .kernel(10, 20, 1)
                .kernel(20, 30, 1)
                .work(0, 8, Activity.KERNEL, "kernel", 20, 30, 1));
        assertThat(queue.launches()).isEqualTo(1);
        assertThat(queue.maxLength()).isEqualTo(1);
        assertThat(queue.meanLength()).isEqualTo(1.0);
    }

    @Test
    void timeAtAThousandAndTwentyFourOrMoreIsFull() {
        TraceFixture trace = new TraceFixture();
        for (int i = 0; i < 1030; i++) {
            trace.launch(i, i, i).kernel(2000 + i, 2001 + i, i);
        }
        StreamQueue queue = queue(trace);
        assertThat(queue.maxLength()).isEqualTo(1030);
        assertThat(queue.fullNanos())
                .as("from the 1,024th launch at 1,023 to the 7th begin at 2,006")
                .isEqualTo(983);
    }

    @Test
    void workWithoutALaunchBeforeItIsNotCounted() {
        StreamQueue queue =
                queue(new TraceFixture().launch(15, 16, 2).kernel(0, 5, -1).kernel(10, 20, 2));
        assertThat(queue.launches()).isZero();
        assertThat(queue.unlinked()).isEqualTo(2);
        assertThat(queue.maxLength()).isNull();
        assertThat(queue.meanLength()).isNull();
    }

    private static StreamQueue queue(TraceFixture trace) {
        return TraceAnalysis.of(trace.build()).queue().get(0);
    }
}
