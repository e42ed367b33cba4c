package dev.amdahl.core.functional;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.amdahl.core.ledger.Ledger;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.Family;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.spi.experiment.PromotionGate;
import dev.amdahl.spi.experiment.Review;
import dev.amdahl.spi.experiment.ReviewPacket;
import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.hypothesis.HypothesisState;
import dev.amdahl.spi.hypothesis.Idea;
import dev.amdahl.spi.hypothesis.Provenance;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DreamStoryTest {
    private static final Idea PREFETCH = new Idea(
            "prefetch",
            "Read ahead",
            Bottleneck.INPUT_STARVATION,
            "config",
            List.of(),
            .4,
            "let the loader read ahead",
            new Provenance(Provenance.Origin.IDEA, "prefetch"),
            Optional.of(Workload.workers("4").set("4")));

    @TempDir(factory = MemoryFolder.class)
    Path folder;

    private final Map<String, List<String>> warnings = new HashMap<>();

    private World world(Idea idea) {
        return world(folder, idea);
    }

    private World world(Path place, Idea idea) {
        World world = new World(
                place,
                2,
                Workload.job("nightly-eval", .3, Workload.kernel("fused")).build());
        world.more =
                builder -> builder.ideaSources(List.of(query -> List.of(idea))).gate(new WarningGate(warnings));
        return world;
    }

    /** Keeps what a person would see in red; nobody answers. */
    private record WarningGate(Map<String, List<String>> warnings) implements PromotionGate {
        @Override
        public void request(ReviewPacket packet) {
            warnings.put(packet.id(), packet.warnings());
        }

        @Override
        public Optional<Review> answer(String id) {
            return Optional.empty();
        }
    }

    @Test
    void anInjectedIdeaIsAHypothesisOfTheNextScanAndIsTestedLikeAnyOther() {
        LedgerView view = world(PREFETCH).untilIdle();

        Dossier dreamt = World.of(view, "nightly-eval", "workers");
        assertThat(dreamt.hypothesis().provenance()).isEqualTo(new Provenance(Provenance.Origin.DREAM, "prefetch"));
        assertThat(dreamt.state()).isEqualTo(HypothesisState.IN_REVIEW);
        assertThat(view.ideas()).isEmpty();
    }

    @Test
    void anExperimentalIdeaMeetsAHigherBarAndTheReviewerIsTold() {
        Idea untried = new Idea(
                PREFETCH.id(),
                PREFETCH.title(),
                PREFETCH.bottleneck(),
                PREFETCH.kind(),
                List.of(),
                PREFETCH.typicalFraction(),
                PREFETCH.summary(),
                new Provenance(Provenance.Origin.IDEA, "prefetch", Provenance.Maturity.EXPERIMENTAL),
                PREFETCH.change());
        Dossier dreamt = World.of(world(untried).untilIdle(), "nightly-eval", "workers");
        List<String> shown = List.copyOf(warnings.get(dreamt.id()));
        Dossier tried = World.of(world(folder.resolve("tried"), PREFETCH).untilIdle(), "nightly-eval", "workers");

        assertThat(dreamt.hypothesis().provenance().isExperimental()).isTrue();
        assertThat(bar(dreamt)).isEqualTo(2 * bar(tried));
        assertThat(shown).anyMatch(warning -> warning.startsWith("experimental idea"));
        assertThat(warnings.get(tried.id())).noneMatch(warning -> warning.startsWith("experimental idea"));
    }

    private static double bar(Dossier dossier) {
        return dossier.experiment().orElseThrow().plan().bar();
    }

    @Test
    void anIdeaWithoutALeverIsParkedAndTheLedgerOpensAgain() {
        Idea bare = new Idea(
                PREFETCH.id(),
                PREFETCH.title(),
                PREFETCH.bottleneck(),
                PREFETCH.kind(),
                List.of(),
                PREFETCH.typicalFraction(),
                PREFETCH.summary(),
                PREFETCH.provenance(),
                Optional.empty());
        World world = world(bare);
        world.untilIdle();

        try (Ledger ledger = Ledger.open(world.url(), world.clock)) {
            Dossier parked = World.of(ledger.view(), "nightly-eval", "prefetch");
            assertThat(parked.state()).isEqualTo(HypothesisState.NEEDS_LEVER);
            assertThat(parked.reason()).contains("let the loader read ahead");
        }
        world.verify();
    }

    @Test
    void aPromotedWinIsOfferedToASiblingWithADiscountedPrior() {
        World world = new World(
                folder,
                2,
                Workload.job("training", .3, Workload.workers("4")).build(),
                Workload.job("export", .3, Workload.workers("2")).build());
        LedgerView measured = world.untilIdle();
        Dossier win = World.of(measured, "training", "workers");
        world.gate.approve(win.id(), "ada", "good");

        LedgerView view = world.untilIdle();

        Dossier carried = view.dossiers().stream()
                .filter(dossier -> dossier.hypothesis().provenance().source().equals("win:" + win.id()))
                .findFirst()
                .orElseThrow();
        assertThat(carried.hypothesis().family()).isEqualTo("export");
        assertThat(carried.hypothesis().expectedFraction().orElseThrow())
                .as("half of what it saved of its class there")
                .isCloseTo(half(view, win), within(1e-9));
        assertThat(carried.state()).isEqualTo(HypothesisState.IN_REVIEW);

        world.gate.approve(carried.id(), "ada", "good");
        world.jobs = List.of(
                world.jobs.get(0),
                world.jobs.get(1),
                Workload.job("rank", .3, Workload.workers("2")).build());
        LedgerView last = world.untilIdle();

        Dossier further = last.dossiers().stream()
                .filter(dossier -> dossier.hypothesis().provenance().source().equals("win:" + carried.id()))
                .findFirst()
                .orElseThrow();
        assertThat(further.hypothesis().family()).isEqualTo("rank");
        assertThat(further.hypothesis().title()).isEqualTo("workers: 0 -> 4 (won on export)");
        assertThat(further.hypothesis().expectedFraction().orElseThrow())
                .as("it is halved once, not for each job that it has come through")
                .isCloseTo(half(last, last.dossier(carried.id()).orElseThrow()), within(1e-9));
    }

    private static double half(LedgerView view, Dossier win) {
        double share = view.family(win.hypothesis().family())
                .flatMap(Family::diagnosis)
                .orElseThrow()
                .wallShare(win.hypothesis().addressed())
                .orElseThrow();
        return .5 * (1 - win.comparison().orElseThrow().ratio().orElseThrow()) / share;
    }
}
