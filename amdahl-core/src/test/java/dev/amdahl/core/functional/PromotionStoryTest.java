package dev.amdahl.core.functional;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.core.ledger.entry.Entry;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.spi.hypothesis.HypothesisState;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PromotionStoryTest {
    @TempDir(factory = MemoryFolder.class)
    Path folder;

    private World world;

    @BeforeEach
    void makeWorld() {
        world = new World(
                folder,
                1,
                Workload.job("nightly-eval", .3, Workload.workers("4", "2"), Workload.log("warn"))
                        .build());
    }

    private Dossier win(LedgerView view) {
        return view.dossiers().stream()
                .filter(dossier -> dossier.state() == HypothesisState.IN_REVIEW)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void theLoopWorksUnattendedUpToTheReviewAndWaitsThere() {
        int cycles = 0;
        LedgerView view;
        do {
            view = world.cycle().view();
            cycles++;
        } while (view.dossiers().stream().noneMatch(dossier -> dossier.state() == HypothesisState.IN_REVIEW));
        assertThat(cycles).isGreaterThan(20);

        String id = win(view).id();
        LedgerView later = world.cycles(20).view();

        assertThat(later.dossier(id).orElseThrow().state()).isEqualTo(HypothesisState.IN_REVIEW);
        assertThat(world.entries(Entry.Answered.class)).isEmpty();
        assertThat(later.dossiers()).noneMatch(dossier -> dossier.state() == HypothesisState.PROMOTED);
    }

    @Test
    void aDeclinedWinIsRecordedWithWhoAndWhyAndNeverComesBack() {
        String id = win(world.untilIdle()).id();
        world.gate.decline(id, "grace", "the loader's memory is needed elsewhere");

        LedgerView view = world.untilIdle();

        Dossier declined = view.dossier(id).orElseThrow();
        assertThat(declined.state()).isEqualTo(HypothesisState.DECLINED);
        assertThat(declined.review().orElseThrow().by()).isEqualTo("grace");
        assertThat(declined.reason()).isEqualTo("declined by grace: the loader's memory is needed elsewhere");
        assertThat(view.family("nightly-eval").orElseThrow().incumbent()).isEmpty();
        assertThat(view.byFingerprint(declined.hypothesis().fingerprint())).hasSize(1);
    }

    @Test
    void aPromotionRestsOnComparisonVotesAndAnApproval() {
        String id = win(world.untilIdle()).id();
        world.gate.approve(id, "ada", "looks right");

        Dossier promoted = world.untilIdle().dossier(id).orElseThrow();

        assertThat(promoted.state()).isEqualTo(HypothesisState.PROMOTED);
        assertThat(promoted.comparison()).isPresent();
        assertThat(promoted.votes()).isNotEmpty();
        assertThat(promoted.review().orElseThrow().by()).isEqualTo("ada");
        assertThat(world.entries(Entry.Answered.class)).hasSize(1);
    }

    @Test
    void everyPickedHypothesisEndsInExactlyOneDecisionWithAReason() {
        String id = win(world.untilIdle()).id();
        world.gate.approve(id, "ada", "looks right");
        LedgerView view = world.untilIdle();

        assertThat(view.dossiers()).hasSizeGreaterThanOrEqualTo(3);
        for (Dossier dossier : view.dossiers()) {
            assertThat(world.entries(Entry.Decided.class))
                    .filteredOn(decided -> decided.subject().equals(dossier.id()))
                    .as(dossier.hypothesis().title())
                    .hasSize(1)
                    .allSatisfy(decided -> {
                        assertThat(decided.verdict().reason()).isNotBlank();
                        assertThat(decided.verdict().result()).isNotBlank();
                        assertThat(decided.verdict().evidence()).isNotEmpty();
                    });
        }
    }
}
