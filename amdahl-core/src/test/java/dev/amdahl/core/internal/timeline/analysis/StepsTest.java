package dev.amdahl.core.internal.timeline.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.spi.job.Activity;
import dev.amdahl.spi.job.Timeline;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class StepsTest {
    @Test
    void rolesTakeTimeInTheirOrderAndAStepEndsWithItsWork() {
        Steps steps = steps(new TraceFixture()
                .step(3, 0, 100)
                .host(Activity.INPUT_WAIT, "enumerate(DataLoader)#_Iter.__next__", 0, 20)
                .host(Activity.HOST_CODE, "aten::add", 15, 80)
                .host(Activity.HOST_CODE, "nccl:all_reduce", 82, 90)
                .host(Activity.HOST_CODE, "main.py(7): step", 0, 100)
                .launch(30, 40, 1)
                .work(0, 7, Activity.KERNEL, "kernel", 60, 130, 1)
                .work(0, 7, Activity.COPY, "Memcpy HtoD", 35, 50, 1)
                .work(0, 7, Activity.COPY, "Memset (Device)", 45, 55, 1));
        assertThat(steps.steps()).containsExactly(new StepRoles("3", 0L, true, 70, 15, 5, 0, 5, 20, 15, 0, 130, 0, 0));
        assertThat(steps.utilisation()).containsExactly(new Steps.Utilization(0, 70 / 130.));
        assertThat(steps.marked()).isTrue();
    }

    @Test
    void collectivesAreKernelsAndTheirOwnTimeStandsBeside() {
        StepRoles step = steps(new TraceFixture()
                        .step(0, 0, 100)
                        .host(Activity.HOST_CODE, "nccl:all_reduce", 0, 10)
                        .work(0, 7, Activity.KERNEL, "kernel", 20, 40, -1)
                        .work(0, 8, Activity.COMMUNICATION, "ncclKernel", 30, 70, -1))
                .steps()
                .get(0);
        assertThat(step.kernelNanos()).isEqualTo(50);
        assertThat(step.communicationNanos()).isEqualTo(10);
        assertThat(step.collectiveNanos()).isEqualTo(40);
        assertThat(step.collectiveExposedNanos()).isEqualTo(30);
    }

    @Test
    void theNextStepBeginsWhereTheWorkOfTheLastEnds() {
        Steps steps = steps(new TraceFixture()
                .step(1, 0, 100)
                .step(2, 100, 200)
                .launch(10, 12, 1)
                .launch(110, 112, 2)
                .kernel(20, 150, 1)
                .kernel(160, 170, 2));
        assertThat(steps.steps()).extracting(StepRoles::totalNanos).containsExactly(150L, 50L);
    }

    @Test
    void aLastStepWithMuchLessWorkThanTheOneBeforeIsNotInTheMean() {
        TraceFixture trace = new TraceFixture().step(1, 0, 100).step(2, 100, 150);
        for (int i = 0; i < 5; i++) {
            long at = 10L * i;
            trace.launch(at, at + 1, i).kernel(at + 2, at + 8, i);
        }
        Steps steps = steps(trace.launch(110, 111, 9).kernel(120, 125, 9));
        assertThat(steps.steps()).extracting(StepRoles::isComplete).containsExactly(true, false);
        assertThat(steps.mean()).extracting(StepRoles::totalNanos).isEqualTo(100L);
    }

    @Test
    void withoutMarksAllOperatorsAreOneStepAndRangesOfPeopleAreNot() {
        Steps steps = steps(new TraceFixture()
                .host(Activity.HOST_CODE, "my range", 0, 500)
                .host(Activity.HOST_CODE, "aten::add", 100, 200)
                .host(Activity.HOST_CODE, "aten::mul", 250, 300)
                .kernel(150, 160, -1));
        assertThat(steps.marked()).isFalse();
        assertThat(steps.steps()).extracting(StepRoles::totalNanos).containsExactly(200L);
    }

    @Test
    void rolesAddUpToTheStepOnAnyTrace() {
        Random random = new Random(11);
        String[] labels = {"aten::add", "cudaMalloc", "enumerate(DataLoader)#x.__next__", "nccl:broadcast", "a.py(1): b"
        };
        int seen = 0;
        for (int round = 0; round < 300; round++) {
            TraceFixture trace = new TraceFixture();
            for (int step = 0; step < 1 + random.nextInt(4); step++) {
                trace.step(step, 100L * step, 100L * step + random.nextInt(100));
            }
            for (int i = 0; i < 20; i++) {
                long at = random.nextInt(500);
                trace.host(Activity.HOST_CODE, labels[random.nextInt(labels.length)], at, at + random.nextInt(40));
                trace.launch(at, at + random.nextInt(5), i);
                Activity kind = random.nextBoolean() ? Activity.KERNEL : Activity.COMMUNICATION;
                trace.work(0, 7, kind, "k", at + 5, at + 5 + random.nextInt(60), i);
            }
            Timeline timeline = trace.build();
            for (StepRoles step : TraceAnalysis.of(timeline).steps().steps()) {
                long sum = step.kernelNanos() + step.memcpyNanos() + step.memsetNanos() + step.communicationNanos();
                sum += step.runtimeNanos() + step.dataLoaderNanos() + step.cpuOpNanos() + step.otherNanos();
                assertThat(sum).isEqualTo(step.totalNanos());
                seen++;
            }
        }
        assertThat(seen).isGreaterThan(300);
    }

    private static Steps steps(TraceFixture trace) {
        return TraceAnalysis.of(trace.build()).steps();
    }
}
