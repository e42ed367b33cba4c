package dev.amdahl.core.functional;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.core.AmdahlLoop;
import dev.amdahl.core.CycleReport;
import dev.amdahl.core.internal.report.HtmlReport;
import dev.amdahl.core.internal.report.ReportInputs;
import dev.amdahl.core.ledger.Ledger;
import dev.amdahl.core.ledger.entry.Entry;
import dev.amdahl.core.ledger.entry.EvidenceRole;
import dev.amdahl.core.ledger.entry.RunState;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.core.ledger.view.Run;
import dev.amdahl.spi.experiment.RunStatus;
import dev.amdahl.spi.hypothesis.HypothesisState;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Results that come after nobody waits for them any more. */
class LateEvidenceStoryTest {
    private static final String EVAL = "nightly-eval";

    @TempDir(factory = MemoryFolder.class)
    Path folder;

    private World world;
    private Run first;

    @BeforeEach
    void startATrial() {
        world = new World(
                folder, 1, Workload.job(EVAL, .3, Workload.workers("4")).build());
        world.policy = World.BLIND.toBuilder().noise(.1, 0).build();
        world.cluster.hold(RunStatus.RUNNING);
        String tested = World.of(world.cycle().view(), EVAL, "workers").id();
        first = world.cycle().view().runsOf(tested).get(0);
        assertThat(first.state()).isEqualTo(RunState.SUBMITTED);
    }

    private Dossier dossier(LedgerView view) {
        return view.dossier(first.plan().hypothesis()).orElseThrow();
    }

    private Run run(LedgerView view) {
        return view.run(first.plan().key()).orElseThrow();
    }

    private static Path page(LedgerView view, Path folder) {
        return HtmlReport.write(view, ReportInputs.builder().build(), folder.resolve("page"))
                .report();
    }

    @Test
    void aResultAfterTheEndOfItsHypothesisIsKeptAsLateAndChangesNothing() {
        LedgerView ended;
        try (Ledger ledger = Ledger.open(world.url(), world.clock)) {
            AmdahlLoop loop = world.loop(ledger);
            ended = loop.cancel(first.plan().hypothesis(), "ada", "the cluster is needed")
                    .view();
        }
        assertThat(ended.isLate(run(ended))).isFalse();
        world.cluster.hold(RunStatus.DONE);

        LedgerView view = world.untilIdle();

        assertThat(dossier(view)).isEqualTo(dossier(ended));
        assertThat(run(view)).isEqualTo(run(ended));
        assertThat(view.isLate(run(view))).isTrue();
        assertThat(view.costs()).isEqualTo(ended.costs());
        assertThat(view.keptOf(first.plan().key()))
                .singleElement()
                .satisfies(kept -> assertThat(kept.role()).isEqualTo(EvidenceRole.LATE_RESULT));
        assertThat(page(view, folder))
                .content()
                .contains("Late evidence, kept and not counted")
                .contains(first.plan().key());
        world.verify();
    }

    @Test
    void aLostTrialThatComesAfterItsRepetitionCountsOnce() {
        world.clock.advance(Duration.ofDays(3));
        assertThat(run(world.cycle().view()).state()).isEqualTo(RunState.LOST);
        world.cluster.hold(RunStatus.DONE);

        LedgerView view = world.untilIdle();

        assertThat(dossier(view).state()).isEqualTo(HypothesisState.IN_REVIEW);
        assertThat(view.runsOf(dossier(view).id()).stream().filter(view::isLate))
                .extracting(run -> run.plan().key())
                .containsExactly(first.plan().key());
        assertThat(world.entries(Entry.EvidenceKept.class)).as("asked for once").hasSize(1);
        List<Run> same = view.runsOf(dossier(view).id()).stream()
                .filter(run -> run.plan().set() == first.plan().set()
                        && run.plan().index() == first.plan().index()
                        && run.result().isPresent())
                .toList();
        assertThat(same).as("the repetition alone counts").hasSize(1);
        assertThat(Path.of(world.url() + ".evidence/sha256")).isNotEmptyDirectory();
        world.verify();
    }

    @Test
    void aResultThatCannotBeReadHidesNoOther() {
        world.clock.advance(Duration.ofDays(3));
        world.cycle();
        world.clock.advance(Duration.ofDays(3));
        LedgerView lost = world.cycles(2).view();
        List<Run> given = lost.runsOf(first.plan().hypothesis()).stream()
                .filter(run -> run.state() == RunState.LOST)
                .toList();
        assertThat(given).hasSizeGreaterThan(1).contains(run(lost));
        world.cluster.spoil(first.worker().orElseThrow());
        world.cluster.hold(RunStatus.DONE);

        CycleReport report = world.cycle();

        assertThat(report.notes()).anyMatch(note -> note.contains("half a result"));
        assertThat(given.stream().filter(report.view()::isLate))
                .extracting(run -> run.plan().key())
                .isNotEmpty()
                .doesNotContain(first.plan().key());
    }

    @Test
    void aRunThatStaysSilentIsNotWaitedForWithoutEnd() {
        world.clock.advance(Duration.ofDays(3));
        world.cycle();
        world.clock.advance(Duration.ofDays(30));
        world.cluster.hold(RunStatus.DONE);

        LedgerView view = world.cycles(3).view();

        assertThat(view.isLate(run(view))).isFalse();
        assertThat(world.entries(Entry.EvidenceKept.class)).isEmpty();
    }
}
