package dev.amdahl.core.functional;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.amdahl.core.internal.report.accounts.Accounts;
import dev.amdahl.core.internal.report.accounts.FamilyAccount;
import dev.amdahl.core.internal.report.accounts.Passage;
import dev.amdahl.core.internal.report.claim.Pairs;
import dev.amdahl.core.internal.roi.Rates;
import dev.amdahl.core.ledger.LedgerReader;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.spi.experiment.ArmRequest;
import dev.amdahl.spi.experiment.ArmResult;
import dev.amdahl.spi.experiment.Covariate;
import dev.amdahl.spi.hypothesis.HypothesisState;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StackedWinsStoryTest {
    @TempDir(factory = MemoryFolder.class)
    Path folder;

    private static final double WEEKLY = 700 * 10 / 3600.0;

    private final SplittableRandom random = new SplittableRandom(9);
    private World world;
    private double besideWorkers = .7;

    /** Each of two changes takes 30 % off, until the second does otherwise beside the first. */
    private ArmResult run(ArmRequest arm) {
        boolean workers = "4".equals(arm.environment().get("WORKERS"));
        boolean kernel = "fused".equals(arm.environment().get("KERNEL"));
        double seconds = 10 * Math.exp(.02 * random.nextGaussian());
        seconds *= workers ? .7 : 1;
        seconds *= kernel ? workers ? besideWorkers : .7 : 1;
        return ArmResult.succeeded(arm.name(), seconds)
                .work(1000)
                .digest("out.json", "same")
                .covariate(Covariate.LOAD_1M, 1);
    }

    @BeforeEach
    void promoteTwoChanges() {
        world = new World(
                folder,
                new Cluster(2, this::run),
                Workload.job("nightly-eval", .3, Workload.workers("4"), Workload.kernel("fused"))
                        .build());
        world.policy = World.BLIND;
        promote("workers");
        promote("kernel");
    }

    private void promote(String lever) {
        world.gate.approve(World.of(world.untilIdle(), "nightly-eval", lever).id(), "ada", "good");
        world.cycle();
    }

    private FamilyAccount account(LedgerView view) {
        Passage passage = new Passage();
        LedgerReader.forEach(world.url(), passage);
        return Accounts.of(view, world.jobs, passage, Rates.DEFAULT).families().get(0);
    }

    private static List<Dossier> questions(LedgerView view) {
        return view.dossiers().stream()
                .filter(dossier -> dossier.hypothesis().title().startsWith("without: "))
                .toList();
    }

    @Test
    void eachOfTwoPromotedChangesIsLeftOutOnceAndMissed() {
        LedgerView view = world.untilIdle();

        List<Dossier> questions = questions(view);
        assertThat(questions).hasSize(2).allMatch(question -> question.state() == HypothesisState.REGRESSION);
        assertThat(world.cycle().notes()).noneMatch(note -> note.contains("no longer helps"));
        assertThat(view.family("nightly-eval").orElseThrow().incumbent()).hasSize(2);
        int runs = world.cluster.submissions().size();
        world.cycles(3);
        assertThat(world.cluster.submissions()).hasSize(runs);
        world.verify();
    }

    @Test
    void savingsAreSharesOfTheJobBeforeAnyPromotion() {
        LedgerView view = world.untilIdle();

        assertThat(Pairs.baselineSeconds(view).get("nightly-eval")).isCloseTo(10, within(.3));
        assertThat(Pairs.presentSeconds(view).get("nightly-eval")).isCloseTo(4.9, within(.3));
        assertThat(account(view).promoted().expected()).isCloseTo(.51 * WEEKLY, within(.04 * WEEKLY));
    }

    @Test
    void aPromotedRemovalEndsTheSavingOfWhatItRemoved() {
        besideWorkers = 1.3;
        LedgerView asked = world.untilIdle();
        Dossier removal = questions(asked).stream()
                .filter(question -> question.hypothesis().title().contains("kernel"))
                .findFirst()
                .orElseThrow();
        assertThat(removal.state()).isEqualTo(HypothesisState.IN_REVIEW);
        world.gate.approve(removal.id(), "ada", "it harms by now");
        LedgerView view = world.untilIdle();

        assertThat(view.dossier(removal.id()).orElseThrow().state()).isEqualTo(HypothesisState.PROMOTED);
        assertThat(view.dossiers().stream().filter(dossier -> dossier.state() == HypothesisState.PROMOTED))
                .hasSize(3);
        assertThat(account(view).promoted().expected())
                .as("what the change that is left saves")
                .isCloseTo(.3 * WEEKLY, within(.04 * WEEKLY));
    }

    @Test
    void aChangeThatNoLongerHelpsIsFlaggedAndStaysUntilAPersonDecides() {
        besideWorkers = 1;
        LedgerView view = world.untilIdle();

        assertThat(questions(view)).hasSize(2);
        assertThat(world.cycle().notes())
                .anyMatch(note -> note.contains("no longer helps beside the other promoted changes"))
                .anyMatch(note -> note.contains("the 2 promoted changes interact"));
        assertThat(view.family("nightly-eval").orElseThrow().incumbent()).hasSize(2);
        assertThat(view.dossiers().stream().filter(dossier -> dossier.state() == HypothesisState.PROMOTED))
                .hasSize(2);
    }
}
