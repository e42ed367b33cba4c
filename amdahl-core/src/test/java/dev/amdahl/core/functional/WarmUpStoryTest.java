package dev.amdahl.core.functional;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.core.ledger.entry.Entry;
import dev.amdahl.core.ledger.entry.RunPlan;
import dev.amdahl.core.ledger.entry.RunPurpose;
import dev.amdahl.spi.experiment.TrialRequest;
import dev.amdahl.spi.hypothesis.HypothesisState;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where an allocation may lie on a host that is cold, the trial warms it up first, and the time for it is set aside. */
class WarmUpStoryTest {
    private static final double ARM = 20 + 6;

    @TempDir(factory = MemoryFolder.class)
    Path folder;

    private Cluster cluster;

    @BeforeEach
    void makeCluster() {
        cluster = new Cluster(1, arm -> Workload.run(arm, folder));
    }

    private List<RunPlan> plans() {
        World world = new World(
                folder,
                cluster,
                Workload.job("nightly-eval", .3, Workload.workers("4"))
                        .timeLimit(Duration.ofSeconds(20))
                        .build());
        world.policy = world.policy.toBuilder().noise(.05, 2).build();
        for (int i = 0; i < 12 && cluster.requests().size() < 8; i++) {
            assertThat(world.cycle().view().dossiers())
                    .noneMatch(dossier -> dossier.state() == HypothesisState.REFUTED);
        }
        List<RunPlan> plans = world.entries(Entry.RunIntended.class).stream()
                .map(Entry.RunIntended::plan)
                .toList();
        assertThat(plans)
                .extracting(RunPlan::purpose)
                .containsExactly(
                        RunPurpose.EVIDENCE,
                        RunPurpose.EVIDENCE,
                        RunPurpose.NOISE,
                        RunPurpose.NOISE,
                        RunPurpose.TRIAL,
                        RunPurpose.TRIAL,
                        RunPurpose.TRIAL,
                        RunPurpose.TRIAL);
        return plans;
    }

    @Test
    void aPairIsToldWhereItsFamilyRanLastUnlessItOnlyWarmsUp() {
        cluster.place(request -> "host-" + cluster.requests().indexOf(request));

        plans();

        assertThat(cluster.requests())
                .extracting(TrialRequest::warmHosts)
                .containsExactly(
                        Optional.empty(),
                        Optional.empty(),
                        Optional.of(Set.of("host-1")),
                        Optional.of(Set.of("host-2")),
                        Optional.empty(),
                        Optional.of(Set.of("host-4")),
                        Optional.of(Set.of("host-5")),
                        Optional.of(Set.of("host-6")));
    }

    @Test
    void anArmMoreIsSetAsideForTheWarmUpOfAPair() {
        assertThat(plans())
                .extracting(RunPlan::reservedSeconds)
                .containsExactly(ARM, ARM, 3 * ARM, 3 * ARM, 2 * ARM, 3 * ARM, 3 * ARM, 3 * ARM);
    }

    @Test
    void oneMachineIsWarmedUpOnce() {
        cluster.onOneMachine();

        assertThat(plans())
                .extracting(RunPlan::reservedSeconds)
                .containsExactly(ARM, ARM, 2 * ARM, 2 * ARM, 2 * ARM, 2 * ARM, 2 * ARM, 2 * ARM);
        assertThat(cluster.requests())
                .allSatisfy(request -> assertThat(request.warmHosts()).isEmpty());
    }
}
