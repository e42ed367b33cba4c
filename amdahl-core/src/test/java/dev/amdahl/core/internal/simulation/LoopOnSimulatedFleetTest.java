package dev.amdahl.core.internal.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.core.AmdahlLoop;
import dev.amdahl.core.CycleReport;
import dev.amdahl.core.internal.loop.Trials;
import dev.amdahl.core.ledger.Ledger;
import dev.amdahl.core.ledger.entry.RunPurpose;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.Run;
import dev.amdahl.core.loop.LoopPolicy;
import dev.amdahl.core.loop.ScopePolicy;
import dev.amdahl.core.schedulers.simulated.SimulatedCluster;
import dev.amdahl.core.schedulers.simulated.SimulatedScheduler;
import dev.amdahl.core.schedulers.simulated.VirtualClock;
import dev.amdahl.core.stats.design.EvidencePolicy;
import dev.amdahl.core.stats.design.Noise;
import dev.amdahl.core.testing.ScriptedGate;
import dev.amdahl.spi.contract.Requires;
import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.hypothesis.HypothesisState;
import dev.amdahl.spi.hypothesis.JobSpec;
import dev.amdahl.spi.hypothesis.Lever;
import dev.amdahl.spi.hypothesis.LeverSetting;
import dev.amdahl.spi.job.MetricSpec;
import dev.amdahl.spi.job.OutputRule;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The whole loop over the simulated scheduler decides as the benchmark does that leaves out everything but the rule. */
final class LoopOnSimulatedFleetTest {
    private static final NoiseModel MODEL = new SyntheticNoise();
    private static final Duration PAUSE = Duration.ofHours(6);
    private static final Duration STEP = Duration.ofMinutes(25);
    private static final int MAX_CYCLES = 400;

    private final VirtualClock clock = new VirtualClock(Instant.parse("2026-03-01T12:00:00Z"));

    @TempDir
    Path folder;

    @ParameterizedTest
    @MethodSource("experiments")
    void theLoopDecidesAsTheBenchmark(String name, long seed) {
        Scenario scenario = scenario(name);
        CycleReport report = runLoop(scenario, seed);

        Dossier dossier = report.view().dossiers().get(0);
        RuleOutcome outcome = new AmdahlRule(EvidencePolicy.DEFAULT)
                .decide(
                        new SimulatedExperiment(MODEL, scenario, World.CALM, seed, orders(report)::isVariantFirst),
                        dossier.experiment().orElseThrow().plan().bar(),
                        dossier.experiment().orElseThrow().seed());
        assertThat(dossier.state() == HypothesisState.IN_REVIEW)
                .as("%s", dossier.state())
                .isEqualTo(outcome.isAccepted());
        if (scenario.isHonest()) {
            assertThat(Trials.of(report.view(), dossier).pairs()).isEqualTo((int) outcome.pairs());
        }
    }

    static List<Arguments> experiments() {
        List<Arguments> few = List.of(Arguments.of("win of 10 %", 3L), Arguments.of("skips work", 6L));
        List<Arguments> more = List.of(
                Arguments.of("no effect", 4L),
                Arguments.of("regression of 3 %", 5L),
                Arguments.of("win of 10 %", 7L),
                Arguments.of("win of 10 %", 33L),
                Arguments.of("wrong output every other run", 8L));
        return Requires.fullSize() ? Stream.concat(few.stream(), more.stream()).toList() : few;
    }

    private static Scenario scenario(String name) {
        return name.equals("win of 10 %")
                ? Scenario.win(.10)
                : Scenario.OTHERS.stream()
                        .filter(each -> each.name().equals(name))
                        .findFirst()
                        .orElse(Scenario.NO_OP);
    }

    private CycleReport runLoop(Scenario scenario, long seed) {
        SimulatedCluster cluster = new SimulatedCluster(clock, new FleetOfOneJob(MODEL, scenario, seed, clock, PAUSE));
        try (Ledger ledger = Ledger.open("jdbc:h2:mem:simulated" + seed, clock)) {
            AmdahlLoop loop = AmdahlLoop.builder(ledger)
                    .jobs(List.of(job()))
                    .scheduler(new SimulatedScheduler(cluster, 1))
                    .gate(new ScriptedGate())
                    .policy(policy())
                    .clock(clock)
                    .directory(folder)
                    .build();
            CycleReport report = loop.runCycle();
            for (int i = 0; !report.isIdle(); i++) {
                assertThat(i).as("cycles").isLessThan(MAX_CYCLES);
                clock.advance(STEP);
                report = loop.runCycle();
            }
            return report;
        }
    }

    private static JobSpec job() {
        return JobSpec.builder("nightly", List.of("train"))
                .metric(MetricSpec.WALL_SECONDS)
                .environment(Map.of(FleetOfOneJob.SWITCH, "off"))
                .outputs(List.of(new OutputRule("predictions.jsonl", new OutputRule.Exact())))
                .levers(List.of(new Lever(
                        "switch",
                        new LeverSetting.Environment(FleetOfOneJob.SWITCH),
                        "off",
                        List.of("on"),
                        List.of(Bottleneck.INPUT_STARVATION),
                        Optional.empty())))
                .build();
    }

    private static LoopPolicy policy() {
        return LoopPolicy.DEFAULT.toBuilder()
                .evidence(EvidencePolicy.DEFAULT)
                .noise(Noise.CLUSTER, FleetOfOneJob.NOISE_TRIALS)
                .evidenceRuns(0, Duration.ofDays(14))
                .confirmationPause(PAUSE)
                .scope(new ScopePolicy(Map.of(), Set.of(), Set.of(), 0))
                .build();
    }

    /** Which arm the loop let run first. */
    private static Orders orders(CycleReport report) {
        Map<List<Integer>, Boolean> orders = new HashMap<>();
        List<Run> noise = report.view().runs().stream()
                .filter(run -> run.plan().purpose() == RunPurpose.NOISE)
                .sorted(Comparator.comparingInt(run -> run.plan().index()))
                .toList();
        assertThat(noise).hasSize(FleetOfOneJob.NOISE_TRIALS);
        for (int i = 0; i < noise.size(); i++) {
            orders.put(List.of(0, i + 1), noise.get(i).plan().isVariantFirst());
        }
        report.view().runs().stream()
                .filter(run -> run.plan().purpose() == RunPurpose.TRIAL)
                .forEach(run -> orders.put(
                        List.of(run.plan().set(), run.plan().index()),
                        run.plan().isVariantFirst()));
        return new Orders(orders);
    }

    private record Orders(Map<List<Integer>, Boolean> byPlace) {
        boolean isVariantFirst(int set, int index) {
            return Boolean.TRUE.equals(byPlace.get(List.of(set, index)));
        }
    }
}
