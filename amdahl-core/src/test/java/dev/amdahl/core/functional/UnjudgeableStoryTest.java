package dev.amdahl.core.functional;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.core.CycleReport;
import dev.amdahl.core.internal.crash.FailPoint;
import dev.amdahl.core.internal.crash.FailPoints;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.loop.Fault;
import dev.amdahl.spi.AmdahlException;
import dev.amdahl.spi.ErrorCategory;
import dev.amdahl.spi.hypothesis.HypothesisState;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Experiments whose trials nobody can judge: they end, and submit nothing more. */
final class UnjudgeableStoryTest {
    @TempDir
    private Path folder;

    private World world = World.nightlyEval(Path.of(""));

    @BeforeEach
    void makeWorld() {
        world = new World(
                folder,
                1,
                Workload.job("nightly-eval", .3, Workload.workers("4")).build());
        world.policy = World.BLIND.toBuilder()
                .evidence(World.BLIND.evidence().withCaps(6, 6))
                .build();
    }

    @SuppressWarnings("try")
    private Dossier whereComparing(Supplier<RuntimeException> fails, List<Fault> faults) {
        try (FailPoints.Installed ignored = FailPoints.install(point -> {
            if (point == FailPoint.COMPARED) {
                throw fails.get();
            }
        })) {
            CycleReport report = world.cyclesInOneProcess(50, each -> faults.addAll(each.faults()));
            return World.of(report.view(), "nightly-eval", "workers");
        }
    }

    @Test
    void whatCannotBeJudgedEndsAsInconclusiveAndIsAFault() {
        Dossier ended = whereComparing(() -> new IllegalStateException("no such rank"), new ArrayList<>());

        assertThat(ended.state()).isEqualTo(HypothesisState.INCONCLUSIVE);
        assertThat(ended.reason()).contains("cannot be judged", "no such rank");
    }

    @Test
    void noExperimentRunsMorePairsThanItMayHave() {
        List<Fault> faults = new ArrayList<>();

        Dossier ended = whereComparing(() -> new AmdahlException(ErrorCategory.TRANSIENT, "not now"), faults);

        assertThat(faults).isNotEmpty();
        assertThat(ended.state()).isEqualTo(HypothesisState.INCONCLUSIVE);
        assertThat(ended.reason()).contains("more than the 15 that an experiment may have");
    }
}
