package dev.amdahl.core.functional;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.core.ledger.budget.Budget;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.spi.experiment.ArmRequest;
import dev.amdahl.spi.experiment.ArmResult;
import dev.amdahl.spi.experiment.Covariate;
import dev.amdahl.spi.experiment.RunStatus;
import dev.amdahl.spi.experiment.Vote;
import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.hypothesis.HypothesisState;
import dev.amdahl.spi.hypothesis.JobSpec;
import dev.amdahl.spi.hypothesis.Lever;
import dev.amdahl.spi.hypothesis.LeverSetting;
import dev.amdahl.spi.job.Accelerators;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("measures")
class ValidityStoryTest {
    @TempDir(factory = MemoryFolder.class)
    Path folder;

    private final SplittableRandom random = new SplittableRandom(5);

    private static JobSpec job(Lever... levers) {
        return JobSpec.builder("nightly-eval", List.of("train"))
                .accelerators(new Accelerators("h200", 1))
                .runsPerWeek(700)
                .levers(List.of(levers))
                .build();
    }

    private static Lever lever(String name, String... values) {
        return new Lever(
                name,
                new LeverSetting.Environment(name.toUpperCase(Locale.ROOT)),
                "0",
                List.of(values),
                List.of(Bottleneck.INPUT_STARVATION),
                Optional.empty());
    }

    /** Takes 10 s for 1,000 bytes; with SHARD=1 it reads 15 % fewer, with SPEED=1 it is 15 % faster. */
    private ArmResult run(ArmRequest arm) {
        double input = 1000 * Math.exp(.02 * random.nextGaussian());
        input *= "1".equals(arm.environment().get("SHARD")) ? .85 : 1;
        double seconds = input / 100 * Math.exp(.01 * random.nextGaussian());
        seconds *= "1".equals(arm.environment().get("SPEED")) ? .85 : 1;
        return ArmResult.succeeded(arm.name(), seconds).covariate(Covariate.INPUT_BYTES, Math.rint(input));
    }

    @Test
    void aVariantThatIsFedShorterInputsIsRefutedAndItsHonestTwinIsNot() {
        World world = new World(folder, new Cluster(2, this::run), job(lever("shard", "1"), lever("speed", "1")));
        world.policy = World.BLIND;

        LedgerView view = world.untilIdle();

        Dossier shorter = World.of(view, "nightly-eval", "shard");
        assertThat(shorter.state()).isEqualTo(HypothesisState.REFUTED);
        assertThat(shorter.votes().stream().filter(vote -> vote.ballot() == Vote.Ballot.REFUTES))
                .isNotEmpty()
                .allMatch(vote -> vote.reason().contains("input"));
        assertThat(shorter.reason()).contains("input drift");
        assertThat(World.state(view, "nightly-eval", "speed")).isEqualTo(HypothesisState.IN_REVIEW);
    }

    @Test
    void aFamilyWithAsManyOpenExperimentsAsPolicyAllowsIsSkippedUntilOneEnds() {
        World world = new World(
                folder, new Cluster(4, this::run), job(lever("one", "1"), lever("two", "1"), lever("three", "1")));
        world.policy = World.BLIND.toBuilder().noise(.1, 0).build();
        world.more = builder -> builder.budget(Budget.UNLIMITED.withExperimentsInFlight(9));
        world.cluster.hold(RunStatus.QUEUED);
        world.cycles(3);
        world.jobs = List.of(job(lever("one", "1"), lever("two", "1"), lever("three", "1"), lever("four", "1")));

        LedgerView busy = world.cycles(2).view();

        assertThat(busy.dossiers()).hasSize(3);
        assertThat(busy.dossiers().stream().filter(dossier -> dossier.state().isInExperiment()))
                .hasSize(world.policy.maxOpenPerFamily());
        world.cluster.hold(RunStatus.DONE);
        assertThat(world.untilIdle().dossiers())
                .as("some tried again, as the noise is less than the prior")
                .hasSizeGreaterThanOrEqualTo(4)
                .noneMatch(dossier -> dossier.state().isInExperiment());
    }

    @Test
    void ofEightCandidatesThatDoNothingNoneIsPromoted() {
        Lever[] levers = IntStream.rangeClosed(1, 8)
                .mapToObj(i -> lever("idle" + i, "1"))
                .toArray(Lever[]::new);
        World world = new World(folder, new Cluster(8, this::run), job(levers));
        world.policy = World.BLIND.toBuilder().maxOpenPerFamily(8).build();
        world.more = builder -> builder.budget(Budget.UNLIMITED.withExperimentsInFlight(8));

        LedgerView view = world.untilIdle();

        assertThat(view.dossiers())
                .hasSize(8)
                .allMatch(dossier -> dossier.state() == HypothesisState.NO_EFFECT
                        || dossier.state() == HypothesisState.NOT_SEEN
                        || dossier.state() == HypothesisState.INCONCLUSIVE
                        || dossier.state() == HypothesisState.NOT_REPLICATED
                        || dossier.state() == HypothesisState.REGRESSION);
    }
}
