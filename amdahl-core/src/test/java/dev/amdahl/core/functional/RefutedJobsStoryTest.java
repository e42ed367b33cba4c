package dev.amdahl.core.functional;

import static dev.amdahl.core.functional.TwinJobs.seconds;
import static dev.amdahl.core.functional.TwinJobs.taking;
import static dev.amdahl.core.functional.TwinJobs.usual;
import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.core.functional.TwinJobs.Case;
import dev.amdahl.core.ledger.entry.RunPurpose;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.spi.experiment.ArmResult;
import dev.amdahl.spi.experiment.Covariate;
import dev.amdahl.spi.hypothesis.HypothesisState;
import dev.amdahl.spi.hypothesis.JobSpec;
import dev.amdahl.spi.job.Guardrail;
import dev.amdahl.spi.job.MetricSpec;
import dev.amdahl.spi.job.ValueSource;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** For each way in which a comparison goes wrong, a job that is caught on it through the loop, and an honest twin that is not. */
class RefutedJobsStoryTest extends TwinStory {
    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
    private static final Set<String> SMALL = Set.of("order", "clock", "failures", "lost-times");

    private static MetricSpec own(String name) {
        return new MetricSpec(name, Optional.of(new ValueSource.Stdout(name + " (.*)")), true);
    }

    RefutedJobsStoryTest() {
        super(SMALL, allCases());
    }

    private static List<Case> allCases() {
        return List.of(
                Case.of(
                        "order",
                        "carry-over",
                        (arm, draw) -> draw.isGuilty() && draw.isFirst()
                                ? taking(arm, 9.7 * Math.exp(.003 * draw.noise()))
                                : arm),
                Case.of(
                        "cache",
                        "carry-over",
                        (arm, draw) -> draw.isGuilty() && draw.isFirst()
                                ? taking(arm, 9.6 * Math.exp(.003 * draw.noise()))
                                : arm),
                Case.of("queue", "queue time in the metric", (arm, draw) -> {
                            double run = draw.isGuilty() ? seconds(arm) / .7 : seconds(arm);
                            double queue = draw.isTrap() && !draw.isVariant() ? 10 : 3 + draw.ofArm();
                            return taking(arm, run)
                                    .covariate(Covariate.QUEUE_SECONDS, queue)
                                    .metric("turnaround_seconds", run + queue);
                        })
                        .declaring(job -> job.metric(own("turnaround_seconds"))),
                Case.of(
                        "failures",
                        "exits with 137 where the baseline succeeds",
                        (arm, draw) -> draw.isGuilty() && draw.ofArm() < .3 ? ArmResult.failed(arm.name(), 137) : arm),
                Case.of("host", "noisy host", (arm, draw) -> arm).apart("slow|fast"),
                Case.of("strata", "mixed strata", (arm, draw) -> {
                    boolean isLarge = draw.isTrap() ? draw.ofArm() < (draw.isVariant() ? .1 : .9) : draw.ofPair() < .5;
                    double seconds = draw.isTrap() ? (isLarge ? 10 : 7) * Math.exp(.03 * draw.noise()) : seconds(arm);
                    return taking(arm, seconds).metric("stratum", isLarge ? 2 : 1);
                }),
                Case.of(
                        "hours",
                        "time of day",
                        (arm, draw) -> arm.startedAt(NOON.plusSeconds(
                                60L * draw.pair() + (draw.isGuilty() ? 6 * 3600 : draw.isVariant() ? 20 : 0)))),
                Case.of(
                        "clock",
                        "accelerator clock",
                        (arm, draw) -> arm.covariate(
                                Covariate.ACCELERATOR_MHZ, draw.isTrap() && !draw.isVariant() ? 1300 : 1860)),
                Case.of(
                        "cpu-clock",
                        "CPU clock",
                        (arm, draw) ->
                                arm.covariate(Covariate.CPU_MHZ, draw.isTrap() && !draw.isVariant() ? 2100 : 3000)),
                Case.of("throttled", "sample ratio", (arm, draw) -> {
                    boolean isThrottled = draw.isTrap() && !draw.isVariant() && draw.pair() % 2 == 1;
                    return taking(arm, (draw.isVariant() ? 9.6 : 10) * Math.exp(.03 * draw.noise()))
                            .covariate(Covariate.ACCELERATOR_THROTTLED, isThrottled ? 1 : 0);
                }),
                Case.of("rounding", "clock granularity", (arm, draw) -> {
                    double seconds = 120 * seconds(arm) / 10;
                    boolean isUp = !draw.isVariant() || draw.ofArm() < .1;
                    return taking(arm, draw.isTrap() ? isUp ? 120 : 60 : seconds);
                }),
                Case.of("phases", "phase truncation", (arm, draw) -> {
                            double steps = seconds(arm);
                            double wall = draw.isGuilty() ? 8.8 / 7 * steps : steps;
                            return taking(arm, wall)
                                    .metric("phase.train", .8 * steps)
                                    .metric("phase.save", .2 * steps)
                                    .metric("step_seconds", steps);
                        })
                        .declaring(job -> job.metric(own("step_seconds"))),
                Case.of("drift", "independent runs", (arm, draw) -> {
                    double swing = draw.isTrap() ? -Math.cos(draw.pair() * Math.PI / 12) : .7 * draw.noise();
                    return draw.isVariant() ? taking(arm, 10 * Math.exp(-.12 - .08 * swing)) : taking(arm, 10);
                }),
                Case.of(
                        "stragglers",
                        "p95 stragglers",
                        (arm, draw) -> draw.isGuilty() && draw.pair() % 5 == 3 ? taking(arm, 2 * seconds(arm)) : arm),
                Case.of("memory", "guardrails", (arm, draw) -> arm.metric("peak_gib", draw.isGuilty() ? 44 : 40))
                        .declaring(job -> job.guardrails(
                                List.of(new Guardrail("peak_gib", new ValueSource.Stdout("peak (.*)"), true, .02)))),
                Case.of(
                        "lost-times",
                        "evidence kept",
                        (arm, draw) -> draw.isGuilty() && draw.pair() % 3 == 2
                                ? usual(ArmResult.failed(arm.name(), 0))
                                : arm));
    }

    @Test
    void aGainInOtherClassesThanItAddressesIsRefutedAndItsHonestTwinIsNot() {
        World world = new World(
                folder.resolve("elsewhere"), 2, halfInKernels("trap", ".2857 7"), halfInKernels("twin", ".7143 7"));

        LedgerView view = world.untilIdle();

        Dossier trap = World.of(view, "trap", "workers");
        assertThat(trap.state()).as(trap.reason()).isEqualTo(HypothesisState.REFUTED);
        assertThat(trap.votes()).anyMatch(vote -> vote.reason().contains("gain where claimed"));
        Dossier twin = World.of(view, "twin", "workers");
        assertThat(twin.state()).as(twin.reason()).isEqualTo(HypothesisState.IN_REVIEW);
        assertThat(twin.votes()).noneMatch(vote -> vote.notApplicable().contains("gain where claimed"));
        assertThat(world.gate.packet(twin.id()).orElseThrow().notes())
                .contains("one traced run of each arm: the traced part takes 7.00 s instead of 10.0 s:"
                        + " waiting for input data -2.97 s");
        assertThat(view.runsOf(twin.id()))
                .filteredOn(run -> run.plan().purpose() == RunPurpose.TRACED)
                .singleElement()
                .satisfies(run -> assertThat(view.keptOf(run.plan().key())).isNotEmpty());
    }

    @Test
    void aTraceThatNoProfilerCanReadHoldsUpNoWin() {
        World world = new World(folder.resolve("unreadable"), 1, halfInKernels("train", "no number"));

        LedgerView view = world.untilIdle();

        Dossier win = World.of(view, "train", "workers");
        assertThat(win.state()).as(win.reason()).isEqualTo(HypothesisState.IN_REVIEW);
        assertThat(win.votes()).anyMatch(vote -> vote.notApplicable().contains("gain where claimed"));
        assertThat(view.runsOf(win.id()))
                .filteredOn(run -> run.plan().purpose() == RunPurpose.TRACED)
                .singleElement()
                .satisfies(run -> assertThat(run.result()).isPresent());
    }

    /** Four workers take 3 s off, as their trace says where. */
    private static JobSpec halfInKernels(String family, String traceWithWorkers) {
        JobSpec.Builder job = Workload.job(family, .5, Workload.workers("4"));
        return job.environment(Map.of("KERNEL_SHARE", ".5", Workload.WITH_WORKERS, traceWithWorkers))
                .build();
    }

    @Test
    void aGainThatTheProfileLeavesNoRoomForIsRefutedAndItsHonestTwinIsNot() {
        World world = new World(
                folder.resolve("profiled"),
                2,
                Workload.job("trap", .85, Workload.workers("4")).build(),
                Workload.job("twin", .3, Workload.workers("4")).build());

        LedgerView view = world.untilIdle();

        Dossier trap = World.of(view, "trap", "workers");
        assertThat(trap.state()).as(trap.reason()).isEqualTo(HypothesisState.REFUTED);
        assertThat(trap.reason()).contains("speed bound");
        assertThat(trap.votes()).anyMatch(vote -> vote.reason().contains("addressed share"));
        Dossier twin = World.of(view, "twin", "workers");
        assertThat(twin.state()).as(twin.reason()).isEqualTo(HypothesisState.IN_REVIEW);
        assertThat(twin.votes()).noneMatch(vote -> vote.notApplicable().contains("addressed share"));
    }
}
