package dev.amdahl.core.functional;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.amdahl.core.internal.change.PowerCaps;
import dev.amdahl.core.internal.loop.verify.OwnMetric;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.core.loop.LoopPolicy;
import dev.amdahl.spi.experiment.ArmRequest;
import dev.amdahl.spi.experiment.ArmResult;
import dev.amdahl.spi.experiment.Covariate;
import dev.amdahl.spi.experiment.EnvironmentFact;
import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.hypothesis.HypothesisState;
import dev.amdahl.spi.hypothesis.JobSpec;
import dev.amdahl.spi.hypothesis.Lever;
import dev.amdahl.spi.hypothesis.LeverSetting;
import dev.amdahl.spi.job.MetricSpec;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A cap on power is tried only where it is allowed, and wins by energy, within the time that a run may take. */
final class PowerCapStoryTest {
    private static final double WATTS = 600;
    private static final LoopPolicy ALLOWED =
            LoopPolicy.DEFAULT.toBuilder().powerAllowed(true).build();

    @TempDir(factory = MemoryFolder.class)
    Path folder;

    /** Under a cap of 400 W a run takes that much longer; without one an accelerator draws 600 W. */
    private static ArmResult run(ArmRequest arm, Path folder, double slower) {
        ArmResult usual = Workload.run(arm, folder);
        boolean isCapped = arm.environment().containsKey(PowerCaps.VARIABLE);
        double seconds = usual.wallSeconds().orElseThrow() * (isCapped ? slower : 1);
        ArmResult result = ArmResult.succeeded(arm.name(), seconds)
                .work(1000)
                .digests(usual.digests())
                .covariates(usual.covariates())
                .covariate(Covariate.ACCELERATOR_JOULES, seconds * (isCapped ? 400 : WATTS))
                .covariate(Covariate.ACCELERATOR_MHZ, isCapped ? 1400 : 1900)
                .circumstance(EnvironmentFact.POWER_LIMIT, isCapped ? "400.00" : "700.00");
        return arm.isTraced() ? result.folder(usual.folder().orElse(folder)) : result;
    }

    private World world(double slower, Duration deadline, LoopPolicy policy) {
        return world(slower, policy, job(deadline).build());
    }

    private World world(double slower, LoopPolicy policy, JobSpec job) {
        World world = new World(folder, new Cluster(1, arm -> run(arm, folder, slower)), job);
        world.policy = policy;
        return world;
    }

    private static JobSpec.Builder job(Duration deadline) {
        Lever lever = new Lever(
                "cap",
                new LeverSetting.PowerCap(),
                LeverSetting.PowerCap.AS_IT_IS,
                List.of("400 W"),
                List.of(Bottleneck.PRODUCTIVE),
                Optional.empty());
        return Workload.job("train", .6, lever)
                .metric(MetricSpec.ACCELERATOR_JOULES)
                .deadline(deadline);
    }

    private static Dossier only(LedgerView view) {
        return World.of(view, "train", "cap");
    }

    private static String reason(Dossier dossier) {
        return dossier.verdict().orElseThrow().reason();
    }

    @Test
    void aCapThatSavesEnergyWinsAlthoughItTakesLonger() {
        World world = world(1.08, Duration.ofSeconds(20), ALLOWED);

        LedgerView view = world.untilIdle();

        Dossier capped = only(view);
        assertThat(capped.state()).isEqualTo(HypothesisState.IN_REVIEW);
        assertThat(capped.comparison().orElseThrow().ratio().orElseThrow()).isCloseTo(1.08 * 400 / WATTS, within(.03));
        assertThat(OwnMetric.billed(view, capped).ratio().orElseThrow())
                .as("it saves no hours")
                .isCloseTo(1.08, within(.03));
        assertThat(world.cluster.requests().stream()
                        .flatMap(request -> request.arms().stream())
                        .filter(arm -> arm.environment().containsKey(PowerCaps.VARIABLE)))
                .isNotEmpty()
                .allSatisfy(arm -> assertThat(arm.environment()).containsEntry(PowerCaps.VARIABLE, "400 W"));
        world.verify();
    }

    @Test
    void aCapUnderWhichARunTakesTooLongIsRefutedWhateverItSaves() {
        Dossier capped = only(world(1.3, Duration.ofSeconds(12), ALLOWED).untilIdle());

        assertThat(capped.state()).isEqualTo(HypothesisState.REFUTED);
        assertThat(reason(capped)).contains("longer than the job's deadline of 12.00 s");
    }

    @Test
    void aCapWhoseRunsTakeSoMuchLongerThatTheyNeedMoreEnergyIsARegression() {
        Dossier capped = only(world(1.8, Duration.ofSeconds(60), ALLOWED).untilIdle());

        assertThat(capped.state()).isEqualTo(HypothesisState.REGRESSION);
    }

    @Test
    void withoutThePolicyNothingIsSubmittedWithACap() {
        World world = world(1.08, Duration.ofSeconds(20), LoopPolicy.DEFAULT);

        Dossier capped = only(world.untilIdle());

        assertThat(capped.state()).isEqualTo(HypothesisState.SCREENED_OUT);
        assertThat(reason(capped)).contains("policy guards the limit of power", "policy: {power: allow}");
        assertThat(world.cluster.requests())
                .noneMatch(request -> request.arms().stream()
                        .anyMatch(arm -> arm.environment().containsKey(PowerCaps.VARIABLE)));
    }

    @Test
    void aVariableThatAJobSetsByItselfIsNoWayAroundThePolicy() {
        World world = world(
                1.08,
                LoopPolicy.DEFAULT,
                JobSpec.builder("train", List.of("train"))
                        .environment(java.util.Map.of("KERNEL_SHARE", ".6", PowerCaps.VARIABLE, "400 W"))
                        .artifacts(java.util.Map.of("trace", "trace.json"))
                        .build());

        world.cycles(3);

        assertThat(world.cluster.requests())
                .isNotEmpty()
                .noneMatch(request -> request.arms().stream()
                        .anyMatch(arm -> arm.environment().containsKey(PowerCaps.VARIABLE)));
    }

    @Test
    void whatACapIsForAndHowLongARunMayTakeHasToBeDeclared() {
        Dossier untimed = only(world(
                        1.08,
                        ALLOWED,
                        job(Duration.ofSeconds(20))
                                .metric(MetricSpec.WALL_SECONDS)
                                .build())
                .untilIdle());

        assertThat(untimed.state()).isEqualTo(HypothesisState.SCREENED_OUT);
        assertThat(reason(untimed)).contains("a cap on power saves no time", "accelerator_joules_per_work_unit");
    }
}
