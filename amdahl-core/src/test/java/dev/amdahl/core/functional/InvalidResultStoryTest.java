package dev.amdahl.core.functional;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.core.AmdahlLoop;
import dev.amdahl.core.CycleReport;
import dev.amdahl.core.ledger.Dossier;
import dev.amdahl.core.ledger.Ledger;
import dev.amdahl.core.ledger.LedgerView;
import dev.amdahl.core.ledger.RecordedArm;
import dev.amdahl.core.roi.Budget;
import dev.amdahl.core.testing.ArmFixture;
import dev.amdahl.core.testing.ScriptedGate;
import dev.amdahl.core.testing.ScriptedScheduler;
import dev.amdahl.core.testing.SettableClock;
import dev.amdahl.spi.contract.Requires;
import dev.amdahl.spi.experiment.ArmRequest;
import dev.amdahl.spi.experiment.Circumstance;
import dev.amdahl.spi.experiment.Covariate;
import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.hypothesis.HypothesisState;
import dev.amdahl.spi.hypothesis.JobSpec;
import dev.amdahl.spi.hypothesis.Lever;
import dev.amdahl.spi.hypothesis.LeverSetting;
import dev.amdahl.spi.job.MetricSpec;
import dev.amdahl.spi.job.OutputRule;
import dev.amdahl.spi.job.ValueSource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** For each way to a result that is not valid, a job that is caught on it through the loop, and an honest twin that is not. */
class InvalidResultStoryTest {
    private static final MetricSpec OWN =
            new MetricSpec("step_seconds", Optional.of(new ValueSource.Stdout("step (.*)")), true);

    @TempDir
    static Path folder;

    private static LedgerView view;

    /**
     * @param name tells the job
     * @param check the check that refutes the trap
     * @param addresses what the change is against
     * @param metric what is claimed
     * @param arm what is recorded of an arm
     */
    private record Case(String name, String check, Bottleneck addresses, MetricSpec metric, Script arm) {
        static Case of(String name, String check, Script arm) {
            return new Case(name, check, Bottleneck.INPUT_STARVATION, MetricSpec.ACCELERATOR_SECONDS, arm);
        }

        @Override
        public String toString() {
            return name;
        }
    }

    @FunctionalInterface
    private interface Script {
        ArmFixture arm(ArmFixture arm, boolean isVariant, boolean isTrap, long seed);
    }

    /** Each of them runs a whole experiment twice: in small size one of each kind of check. */
    static List<Case> cases() {
        return Requires.fullSize()
                ? allCases()
                : allCases().stream()
                        .filter(one -> Set.of("side-process", "evaluator", "cache", "cpu-spill")
                                .contains(one.name()))
                        .toList();
    }

    private static List<Case> allCases() {
        return List.of(
                Case.of(
                        "governor",
                        "equal circumstances",
                        (arm, isVariant, isTrap, seed) -> arm.circumstance(
                                Circumstance.GOVERNOR, isVariant || !isTrap ? "performance" : "powersave")),
                Case.of(
                        "swap",
                        "swapping in one arm",
                        (arm, isVariant, isTrap, seed) ->
                                arm.covariate(Covariate.SWAPPED_PAGES, isVariant || !isTrap ? 0 : 5000)),
                Case.of(
                        "faults",
                        "page faults in one arm",
                        (arm, isVariant, isTrap, seed) ->
                                arm.covariate(Covariate.MAJOR_FAULTS, isVariant && isTrap ? 3 : 5000)),
                Case.of(
                        "side-process",
                        "work left running",
                        (arm, isVariant, isTrap, seed) ->
                                arm.covariate(Covariate.LINGERING_PROCESSES, isVariant || !isTrap ? 1 : 0)),
                Case.of(
                        "extra-devices",
                        "extra accelerators",
                        (arm, isVariant, isTrap, seed) ->
                                arm.covariate(Covariate.ACCELERATORS_BUSY, isVariant || !isTrap ? 4 : 1)),
                Case.of(
                        "evaluator",
                        "program and evaluator unchanged",
                        (arm, isVariant, isTrap, seed) -> arm.circumstance(Circumstance.PROGRAM, "eval")
                                .circumstance(
                                        Circumstance.PROGRAM_AFTER,
                                        isVariant && isTrap && seed % 3 == 0 ? "other" : "eval")),
                Case.of(
                        "cache",
                        "cached output",
                        (arm, isVariant, isTrap, seed) ->
                                output(arm, isVariant && isTrap ? 1 : 1 + seed % 1000 * 1e-9)),
                new Case(
                        "cpu-spill",
                        "CPU seconds per work unit",
                        Bottleneck.COMPUTE_BOUND,
                        MetricSpec.ACCELERATOR_SECONDS,
                        (arm, isVariant, isTrap, seed) -> arm.cpu(isVariant && isTrap ? 20 : isVariant ? 5.2 : 5)),
                new Case(
                        "set-up",
                        "wall time of the whole job",
                        Bottleneck.INPUT_STARVATION,
                        OWN,
                        (arm, isVariant, isTrap, seed) -> {
                            double wall = arm.wallSeconds().orElseThrow();
                            double elsewhere = isVariant && isTrap ? .3 / .7 * wall : 0;
                            return ArmFixture.succeeded(arm.name(), wall + elsewhere)
                                    .work(1000)
                                    .digest("out.json", "same")
                                    .metric("step_seconds", wall);
                        }));
    }

    private static ArmFixture output(ArmFixture arm, double value) {
        try {
            Path own = Files.createTempDirectory(folder, "arm");
            Files.createDirectory(own.resolve("run"));
            Files.writeString(own.resolve("run/out.json"), Double.toString(value));
            return arm.digest("out.json", Double.toString(value)).folder(own);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static JobSpec job(Case one, boolean isTrap) {
        return JobSpec.builder(family(one, isTrap), List.of("train"))
                .runsPerWeek(700)
                .metric(one.metric())
                .outputs(List.of(new OutputRule("out.json", new OutputRule.Numeric(1e-3, 0))))
                .environment(Map.of("FAMILY", family(one, isTrap)))
                .levers(List.of(new Lever(
                        "fast",
                        new LeverSetting.Environment("FAST"),
                        "0",
                        List.of("1"),
                        List.of(one.addresses()),
                        Optional.empty())))
                .build();
    }

    private static String family(Case one, boolean isTrap) {
        return one.name() + (isTrap ? "-trap" : "-twin");
    }

    private static RecordedArm run(ArmRequest request) {
        String family = Objects.requireNonNull(request.environment().get("FAMILY"));
        boolean isTrap = family.endsWith("-trap");
        boolean isVariant = "1".equals(request.environment().get("FAST"));
        Case one = cases().stream()
                .filter(other -> family(other, isTrap).equals(family))
                .findFirst()
                .orElseThrow();
        long draw = Objects.hash(request.seed(), request.name(), family, isVariant);
        double seconds = (isVariant ? 7 : 10) * Math.exp(.03 * new SplittableRandom(draw).nextGaussian());
        ArmFixture arm = ArmFixture.succeeded(request.name(), seconds)
                .work(1000)
                .covariate(Covariate.LOAD_1M, 1)
                .digest("out.json", "same");
        ArmFixture scripted = one.arm().arm(arm, isVariant, isTrap, request.seed());
        return RecordedArm.of(scripted.folder().isPresent() ? scripted : output(scripted, 1));
    }

    @BeforeAll
    static void loop() {
        SettableClock clock = new SettableClock(Instant.parse("2026-03-01T12:00:00Z"));
        List<JobSpec> jobs = cases().stream()
                .flatMap(one -> Stream.of(job(one, true), job(one, false)))
                .toList();
        try (Ledger ledger = Ledger.open(folder.resolve("ledger").toString(), clock)) {
            AmdahlLoop loop = AmdahlLoop.builder(ledger)
                    .jobs(jobs)
                    .scheduler(new ScriptedScheduler(100, InvalidResultStoryTest::run))
                    .gate(new ScriptedGate())
                    .policy(World.BLIND.toBuilder().noise(.05, 0).build())
                    .budget(Budget.UNLIMITED.withExperimentsInFlight(100))
                    .clock(clock)
                    .directory(folder)
                    .build();
            CycleReport report = loop.runCycle();
            for (int i = 0; !report.isIdle(); i++) {
                assertThat(i).as("cycles").isLessThan(200);
                clock.advance(Duration.ofSeconds(30));
                report = loop.runCycle();
            }
            view = report.view();
        }
    }

    private static Dossier ended(Case one, boolean isTrap) {
        return World.of(view, family(one, isTrap), "fast");
    }

    @Test
    void everyJobWasTested() {
        assertThat(view.dossiers()).hasSize(2 * cases().size());
    }

    @ParameterizedTest
    @MethodSource("cases")
    void theTrapIsRefuted(Case one) {
        Dossier trap = ended(one, true);

        assertThat(trap.state()).as(trap.reason()).isEqualTo(HypothesisState.REFUTED);
        assertThat(trap.votes()).anyMatch(vote -> (vote.refuter() + " " + vote.reason()).contains(one.check()));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void itsHonestTwinSurvives(Case one) {
        Dossier twin = ended(one, false);

        assertThat(twin.state()).as(twin.reason()).isEqualTo(HypothesisState.IN_REVIEW);
        assertThat(twin.votes()).noneMatch(vote -> vote.notApplicable().contains(one.check()));
    }
}
