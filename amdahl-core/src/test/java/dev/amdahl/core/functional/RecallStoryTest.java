package dev.amdahl.core.functional;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.core.ledger.LedgerReader;
import dev.amdahl.core.ledger.search.LedgerQuery;
import dev.amdahl.core.ledger.search.LedgerSearch;
import dev.amdahl.core.ledger.search.SearchHit;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.core.loop.ScopePolicy;
import dev.amdahl.spi.experiment.ArmRequest;
import dev.amdahl.spi.experiment.ArmResult;
import dev.amdahl.spi.experiment.ReviewPacket;
import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.hypothesis.Briefing;
import dev.amdahl.spi.hypothesis.HypothesisState;
import dev.amdahl.spi.hypothesis.Lever;
import dev.amdahl.spi.hypothesis.LeverSetting;
import dev.amdahl.spi.hypothesis.Price;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the ledger tells people and advisors of what was tried, and what policy keeps from being tried. */
class RecallStoryTest {
    private static final String EVAL = "nightly-eval";

    @TempDir(factory = MemoryFolder.class)
    Path folder;

    private static Lever exposed(String name, String variable, String from, String to) {
        return new Lever(
                name,
                new LeverSetting.Environment(variable),
                from,
                List.of(to),
                List.of(Bottleneck.COMM_EXPOSED),
                Optional.empty());
    }

    private World world(Lever... levers) {
        World world = new World(folder, 2, Workload.job(EVAL, .3, levers).build());
        world.policy = World.BLIND;
        return world;
    }

    @Test
    void whatFailedForAClassIsFoundWithReasonsNumbersAndEvidence() {
        World world = world(
                exposed("verbosity", "LOG", "info", "warn"),
                exposed("loaders", "WORKERS", "0", "4"),
                Workload.log("error"));
        world.untilIdle();
        LedgerSearch search = LedgerSearch.over(LedgerReader.view(world.url()));

        List<SearchHit> failed = search.find(LedgerQuery.ALL.asking("what failed for COMM_EXPOSED, and why?"));

        assertThat(failed).hasSize(1);
        Dossier only = failed.get(0).dossier();
        assertThat(only.hypothesis().bottleneck()).isEqualTo(Bottleneck.COMM_EXPOSED);
        assertThat(only.state()).isEqualTo(HypothesisState.NOT_SEEN);
        assertThat(only.reason()).contains("no effect of at least");
        assertThat(only.verdict().orElseThrow().result()).contains("pairs");
        assertThat(failed.get(0).evidence()).isNotEmpty();
        assertThat(search.find(LedgerQuery.ALL.asking("verbosity"))
                        .get(0)
                        .dossier()
                        .id())
                .isEqualTo(only.id());
        assertThat(search.find(LedgerQuery.ALL.asking("what won")))
                .extracting(
                        found -> found.dossier().hypothesis().change().surface().get(0))
                .containsExactly("lever:loaders");
        assertThat(search.find(LedgerQuery.ALL.asking("nothing-like-this"))).isEmpty();
        assertThat(search.count(LedgerQuery.ALL.most(1))).isEqualTo(3);
        assertThat(search.find(LedgerQuery.ALL.most(1))).hasSize(1);
    }

    @Test
    void anAdvisorIsToldWhatWasTriedAndWhyItFailed() {
        List<Briefing> briefings = new ArrayList<>();
        World world = world(Workload.log("warn"));
        world.untilIdle();
        world.more = builder -> builder.advisors(List.of(briefing -> {
            briefings.add(briefing);
            return List.of();
        }));
        world.cycle();

        assertThat(briefings).isNotEmpty();
        assertThat(briefings.get(0).history())
                .singleElement()
                .asString()
                .contains("log: info -> warn: NOT_SEEN")
                .contains("pairs")
                .contains("no effect of at least");
    }

    /** {@code SKIP=on} leaves a third of the work out. */
    private static ArmResult skipping(ArmRequest arm, Path root) {
        ArmResult whole = Workload.run(arm, root);
        return "on".equals(arm.environment().get("SKIP"))
                ? whole.wall(whole.wallSeconds().orElseThrow() * .7).work(700)
                : whole;
    }

    @Test
    void anAdvisorIsWarnedOfWhatWasCaughtHereAndOnOtherJobsThatLoseTheSame() {
        Lever skip = new Lever(
                "skip",
                new LeverSetting.Environment("SKIP"),
                "off",
                List.of("on"),
                List.of(Bottleneck.INPUT_STARVATION),
                Optional.empty());
        World world = new World(
                folder,
                new Cluster(2, arm -> skipping(arm, folder)),
                Workload.job("export", .3, skip).build());
        assertThat(World.state(world.untilIdle(), "export", "skip")).isEqualTo(HypothesisState.REFUTED);
        Map<String, List<String>> warnings = new HashMap<>();
        world.jobs = List.of(
                Workload.job("export", .3, Workload.log("warn")).build(),
                Workload.job(EVAL, .3, Workload.log("warn")).build(),
                Workload.job("no-input", 1, Workload.kernel("fused")).build());
        world.more = builder -> builder.advisors(List.of(briefing -> {
            if (!briefing.diagnosis().evidence().isEmpty()) {
                warnings.put(briefing.job().family(), briefing.warnings());
            }
            return List.of();
        }));
        world.untilIdle();

        assertThat(warnings).containsOnlyKeys("export", EVAL, "no-input");
        assertThat(warnings.get(EVAL))
                .singleElement()
                .asString()
                .startsWith("skip -> on, against INPUT_STARVATION on export: refuted by ")
                .contains("work");
        assertThat(warnings.get("export")).isEqualTo(warnings.get(EVAL));
        assertThat(warnings.get("no-input")).isEmpty();
    }

    @Test
    void theReviewHoldsClaimEvidenceVotesChangeAndMoney() {
        World world = new World(
                folder,
                2,
                Workload.job(EVAL, .3, Workload.workers("4"))
                        .price(new Price(2.5, "USD"))
                        .build());
        Dossier win = World.of(world.untilIdle(), EVAL, "workers");

        ReviewPacket packet = world.gate.packet(win.id()).orElseThrow();

        assertThat(packet.hypothesis()).isEqualTo(win.hypothesis());
        assertThat(packet.comparison()).isEqualTo(win.comparison().orElseThrow());
        assertThat(packet.votes()).isEqualTo(win.votes()).isNotEmpty();
        assertThat(packet.change()).isEqualTo("workers: 0 -> 4");
        assertThat(packet.saving().orElseThrow().acceleratorHoursPerWeek()).isPositive();
        assertThat(packet.saving().orElseThrow().atLeastHoursPerWeek())
                .isPositive()
                .isLessThanOrEqualTo(packet.saving().orElseThrow().acceleratorHoursPerWeek());
        assertThat(packet.saving().orElseThrow().moneyPerWeek())
                .isEqualTo(2.5 * packet.saving().orElseThrow().acceleratorHoursPerWeek());
        assertThat(packet.evidenceHead()).isEqualTo(win.evidenceHead());
    }

    @Test
    void whatPolicyGuardsIsRefusedWhateverItsLeverIsCalled() {
        World world = world(Workload.workers("4"), Workload.log("warn"));
        world.policy = World.BLIND.toBuilder()
                .scope(ScopePolicy.DEFAULT.protecting(Set.of("environment:WORKERS")))
                .build();
        LedgerView view = world.untilIdle();

        assertThat(World.state(view, EVAL, "workers")).isEqualTo(HypothesisState.SCREENED_OUT);
        assertThat(World.of(view, EVAL, "workers").reason())
                .isEqualTo("policy guards environment:WORKERS, which no change may touch");
        assertThat(World.state(view, EVAL, "log")).isEqualTo(HypothesisState.NOT_SEEN);
    }

    @Test
    void aPolicyWithoutKernelWorkLeavesTheRestOfTheFleetsHypotheses() {
        World world = world(Workload.workers("4"), Workload.kernel("fused"), Workload.log("warn"));
        world.policy = World.BLIND.toBuilder()
                .scope(new ScopePolicy(
                        Map.of(),
                        Set.of(),
                        Set.of(
                                Bottleneck.UNDER_BATCHED,
                                Bottleneck.KERNEL_INEFFICIENT,
                                Bottleneck.MEMORY_BOUND,
                                Bottleneck.COMPUTE_BOUND),
                        .03))
                .build();
        LedgerView view = world.untilIdle();

        assertThat(World.state(view, EVAL, "kernel")).isEqualTo(HypothesisState.SCREENED_OUT);
        assertThat(view.dossiers().stream()
                        .filter(dossier -> dossier.experiment().isPresent())
                        .map(dossier -> dossier.hypothesis().change().surface().get(0)))
                .containsExactlyInAnyOrder("lever:workers", "lever:log");
    }

    @Test
    void aFamilyWithoutWeightIsLeftAlone() {
        World world = world(Workload.workers("4"));
        world.policy = World.BLIND.toBuilder()
                .scope(new ScopePolicy(Map.of(EVAL, 0.0), Set.of(), Set.of(), .03))
                .build();

        assertThat(world.untilIdle().runs()).isEmpty();
        assertThat(world.cluster.submissions()).isEmpty();
    }
}
