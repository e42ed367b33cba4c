package dev.amdahl.core.internal.timeline.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.spi.job.Activity;
import dev.amdahl.spi.job.Timeline;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

final class OverlapTest {
    private final Timeline timeline = new TraceFixture()
            .work(0, 7, Activity.KERNEL, "sgemm", 0, 100, -1)
            .work(0, 7, Activity.KERNEL, "elementwise_kernel", 150, 200, -1)
            .work(0, 8, Activity.COMMUNICATION, "ncclAllReduce", 60, 160, -1)
            .work(0, 9, Activity.COPY, "Memcpy HtoD", 90, 120, -1)
            .work(0, 9, Activity.COPY, "Memcpy HtoD", 210, 230, -1)
            .work(1, 7, Activity.KERNEL, "sgemm", 0, 10, -1)
            .build();

    @Test
    void whatIsExposedHasNothingMoreUsefulBesideIt() {
        Overlap first = Overlap.of(timeline).get(0);
        assertThat(first).isEqualTo(new Overlap(0, 230, 220, 10, 150, 100, 50, 50, .5, 50, 20));
        assertThat(first.computeNanos() + first.communicationExposedNanos() + first.copyExposedNanos())
                .isEqualTo(first.busyNanos());
    }

    @Test
    void devicesAreAddedUp() {
        Overlap all = TraceAnalysis.of(timeline).overlapAll();
        assertThat(all).isEqualTo(new Overlap(null, 240, 230, 10, 160, 100, 50, 50, .5, 50, 20));
    }

    @Test
    void withoutCommunicationThereIsNoShareOfIt() {
        assertThat(Overlap.of(timeline).get(1).overlapShare()).isNull();
    }

    @Test
    void typesAreTheExactCombinations() {
        Map<String, Long> types = TraceAnalysis.of(timeline).kernels().types().stream()
                .collect(Collectors.toMap(KernelBreakdown.Part::type, KernelBreakdown.Part::nanos));
        assertThat(types)
                .containsOnly(
                        Map.entry("computation", 110L),
                        Map.entry("communication", 30L),
                        Map.entry("memory", 20L),
                        Map.entry("computation+communication", 40L),
                        Map.entry("communication+memory", 20L),
                        Map.entry("computation+communication+memory", 10L));
    }

    @Test
    void namesHaveTheirDistribution() {
        KernelBreakdown.Kernel top =
                TraceAnalysis.of(timeline, 1).kernels().top().get(0);
        assertThat(top.name()).isEqualTo("sgemm");
        assertThat(top.family()).isEqualTo(KernelFamily.MATMUL);
        assertThat(top.duration()).isEqualTo(new Distribution(2, 110, 55, 10, 10, 100, 100));
    }

    @Test
    void familiesBecomeSharesOfTheRun() {
        Map<String, Double> metrics = FamilyTimes.of(timeline, 50, 200).metrics(300);
        assertThat(metrics).containsEntry("matmul_frac", 50 / 300.).containsEntry("elementwise_frac", 50 / 300.);
        assertThat(metrics).containsEntry("attention_frac", 0.0);
        assertThat(FamilyTimes.of(new TraceFixture().build(), 0, 100).metrics(300))
                .as("no kernels, nothing measured")
                .isEmpty();
    }

    @Test
    void whatAnOptimiserStepLaunchesIsTheOptimisers() {
        Timeline trace = new TraceFixture()
                .launch(5, 6, 1)
                .launch(50, 51, 2)
                .host(Activity.HOST_CODE, "Optimizer.step#SGD.step", 40, 60)
                .work(0, 7, Activity.KERNEL, "elementwise_kernel", 10, 20, 1)
                .work(0, 7, Activity.KERNEL, "elementwise_kernel", 70, 100, 2)
                .build();
        assertThat(FamilyTimes.of(trace, 0, 1000).nanos(KernelFamily.OPTIMIZER)).isEqualTo(30);
        assertThat(FamilyTimes.of(trace, 0, 1000).nanos(KernelFamily.ELEMENTWISE))
                .isEqualTo(10);
    }
}
