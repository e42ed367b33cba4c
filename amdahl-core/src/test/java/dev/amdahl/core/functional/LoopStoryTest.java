package dev.amdahl.core.functional;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.core.AmdahlLoop;
import dev.amdahl.core.CycleReport;
import dev.amdahl.core.ledger.Ledger;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.core.loop.LoopPolicy;
import dev.amdahl.core.testing.ScriptedGate;
import dev.amdahl.core.testing.ScriptedScheduler;
import dev.amdahl.spi.hypothesis.HypothesisState;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LoopStoryTest {
    @TempDir(factory = MemoryFolder.class)
    Path folder;

    private final ScriptedScheduler scheduler = new ScriptedScheduler(1, new ScriptedFleet()::run);
    private final ScriptedGate gate = new ScriptedGate();

    private CycleReport untilIdle() {
        try (Ledger ledger = Ledger.open(folder.resolve("ledger").toString())) {
            AmdahlLoop loop = AmdahlLoop.builder(ledger)
                    .jobs(List.of(ScriptedFleet.job("nightly-eval")))
                    .scheduler(scheduler)
                    .gate(gate)
                    .policy(LoopPolicy.DEFAULT.toBuilder()
                            .evidenceRuns(0, Duration.ofDays(14))
                            .confirmationPause(Duration.ZERO)
                            .build())
                    .directory(folder)
                    .build();
            CycleReport report;
            int cycles = 0;
            do {
                report = loop.runCycle();
                assertThat(++cycles).isLessThan(500);
            } while (!report.isIdle());
            return report;
        }
    }

    private static Map<String, HypothesisState> states(LedgerView view) {
        return view.dossiers().stream()
                .collect(Collectors.toMap(
                        dossier -> dossier.hypothesis().change().surface().get(0), Dossier::state));
    }

    @Test
    void everyOfferIsSettledByMeasurement() {
        LedgerView view = untilIdle().view();

        assertThat(states(view))
                .containsEntry("lever:workers", HypothesisState.IN_REVIEW)
                .containsEntry("lever:log", HypothesisState.NOT_SEEN)
                .containsEntry("lever:batch", HypothesisState.REGRESSION)
                .containsEntry("lever:skip", HypothesisState.REFUTED)
                .containsEntry("lever:precision", HypothesisState.REFUTED);
        try (Ledger ledger = Ledger.open(folder.resolve("ledger").toString())) {
            assertThat(ledger.verify().problems()).isEmpty();
        }
    }

    @Test
    void nothingThatWasDecidedIsTriedAgain() {
        untilIdle();
        int runs = scheduler.submitted().size();

        CycleReport again = untilIdle();

        assertThat(scheduler.submitted()).hasSize(runs);
        assertThat(again.view().dossiers()).hasSize(5);
    }

    @Test
    void aPersonPromotes() {
        String id = untilIdle().view().dossiers().stream()
                .filter(dossier -> dossier.state() == HypothesisState.IN_REVIEW)
                .findFirst()
                .orElseThrow()
                .id();
        gate.approve(id, "ada", "looks right");

        LedgerView view = untilIdle().view();

        assertThat(view.dossier(id).orElseThrow().state()).isEqualTo(HypothesisState.PROMOTED);
        assertThat(view.family("nightly-eval").orElseThrow().incumbent()).hasSize(1);
    }
}
