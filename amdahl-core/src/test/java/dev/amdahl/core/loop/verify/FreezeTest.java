package dev.amdahl.core.loop.verify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.core.AmdahlLoop;
import dev.amdahl.core.CycleReport;
import dev.amdahl.core.ledger.Lease;
import dev.amdahl.core.ledger.Ledger;
import dev.amdahl.core.ledger.entry.Entry;
import dev.amdahl.core.ledger.entry.RecordedArm;
import dev.amdahl.core.ledger.entry.RunPlan;
import dev.amdahl.core.ledger.entry.RunPurpose;
import dev.amdahl.core.ledger.entry.RunResult;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.loop.LoopPolicy;
import dev.amdahl.core.loop.Measurements;
import dev.amdahl.core.testing.ArmFixture;
import dev.amdahl.core.testing.ScriptedGate;
import dev.amdahl.core.testing.ScriptedScheduler;
import dev.amdahl.spi.experiment.ArmRequest;
import dev.amdahl.spi.experiment.Covariate;
import dev.amdahl.spi.experiment.WorkerRunId;
import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.hypothesis.HypothesisState;
import dev.amdahl.spi.hypothesis.JobSpec;
import dev.amdahl.spi.hypothesis.Lever;
import dev.amdahl.spi.hypothesis.LeverSetting;
import dev.amdahl.spi.job.Accelerators;
import dev.amdahl.spi.job.OutputRule;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FreezeTest {
    private static final String FROZEN = "promotions are frozen: A/A trials of nightly-eval are not calibrated";
    private static final JobSpec JOB = JobSpec.builder("nightly-eval", List.of("train"))
            .accelerators(new Accelerators("h200", 4))
            .runsPerWeek(70)
            .environment(Map.of("WORKERS", "0"))
            .outputs(List.of(new OutputRule("out.json", new OutputRule.Exact())))
            .levers(List.of(new Lever(
                    "workers",
                    new LeverSetting.Environment("WORKERS"),
                    "0",
                    List.of("4"),
                    List.of(Bottleneck.INPUT_STARVATION),
                    Optional.empty())))
            .build();

    @TempDir
    Path folder;

    private final SplittableRandom random = new SplittableRandom(3);
    private final ScriptedScheduler scheduler = new ScriptedScheduler(2, this::run);
    private final ScriptedGate gate = new ScriptedGate();
    private Ledger ledger;

    @BeforeEach
    void open() {
        ledger = Ledger.open(folder.resolve("ledger").toString());
    }

    @AfterEach
    void close() {
        ledger.close();
    }

    private RecordedArm run(ArmRequest arm) {
        return arm(arm.name(), "4".equals(arm.environment().get("WORKERS")) ? 7 : 10);
    }

    private RecordedArm arm(String name, double mean) {
        double seconds = mean * Math.exp(.01 * random.nextGaussian());
        return RecordedArm.of(ArmFixture.succeeded(name, seconds)
                .work(1000)
                .digest("out.json", "digest")
                .covariate(Covariate.LOAD_1M, 1));
    }

    private AmdahlLoop loop() {
        return AmdahlLoop.builder(ledger)
                .jobs(List.of(JOB))
                .scheduler(scheduler)
                .gate(gate)
                .policy(LoopPolicy.DEFAULT.toBuilder()
                        .evidenceRuns(0, Duration.ofDays(14))
                        .confirmationPause(Duration.ZERO)
                        .build())
                .directory(folder)
                .build();
    }

    private CycleReport untilIdle() {
        CycleReport report = loop().runCycle();
        for (int cycle = 0; !report.isIdle(); cycle++) {
            assertThat(cycle).isLessThan(200);
            report = loop().runCycle();
        }
        return report;
    }

    /** A/A trials whose second arm takes so much longer. */
    private void measured(int trials, double slower) {
        List<Entry> entries = new ArrayList<>();
        int known = (int) ledger.view().runs().stream()
                .filter(run -> run.plan().purpose() == RunPurpose.NOISE)
                .count();
        for (int index = known + 1; index <= known + trials; index++) {
            String key = Measurements.key(JOB, RunPurpose.NOISE, index);
            List<RecordedArm> arms = List.of(arm("a", 10), arm("b", 10 * (1 + slower)));
            double logRatio = Math.log(arms.get(1).wallSeconds().orElseThrow()
                    / arms.get(0).wallSeconds().orElseThrow());
            entries.add(new Entry.RunIntended(
                    new RunPlan(key, RunPurpose.NOISE, JOB.family(), "", 0, index, 1, false, index, 80)));
            entries.add(new Entry.RunSubmitted(key, new WorkerRunId(key)));
            entries.add(new Entry.RunCollected(
                    key, new RunResult("host", arms, OptionalDouble.of(logRatio), List.of(), Optional.empty(), 80)));
        }
        try (Lease lease = ledger.acquire("amdahl-loop", Duration.ofMinutes(1))) {
            lease.commit(entries);
        }
    }

    private static Dossier win(CycleReport report) {
        assertThat(report.view().dossiers()).hasSize(1);
        return report.view().dossiers().get(0);
    }

    @Test
    void winWaitsWhileEqualArmsDifferAndIsPromotedOnceTheyDoNot() {
        loop().runCycle();
        measured(60, .05);
        CycleReport frozen = untilIdle();
        assertThat(win(frozen).state()).isEqualTo(HypothesisState.SURVIVED);
        assertThat(win(frozen).reason()).contains(FROZEN).contains("p at most .05");
        assertThat(frozen.notes())
                .contains(win(frozen).id() + ": " + win(frozen).reason());
        assertThat(untilIdle().view().events()).isEqualTo(frozen.view().events());

        measured(120, 0);
        CycleReport asked = untilIdle();
        assertThat(win(asked).state()).isEqualTo(HypothesisState.IN_REVIEW);
        assertThat(asked.notes()).noneMatch(note -> note.contains("frozen"));

        measured(120, .05);
        gate.approve(win(asked).id(), "ada", "looks right");
        CycleReport held = untilIdle();
        assertThat(win(held).state()).isEqualTo(HypothesisState.IN_REVIEW);
        assertThat(win(held).reason()).contains(FROZEN);

        measured(120, 0);
        assertThat(win(untilIdle()).state()).isEqualTo(HypothesisState.PROMOTED);
        assertThat(ledger.verify().problems()).isEmpty();
    }

    @Test
    void declinedWinNeedsNoCalibration() {
        loop().runCycle();
        CycleReport asked = untilIdle();
        measured(120, .05);
        gate.decline(win(asked).id(), "ada", "too risky");
        assertThat(win(untilIdle()).state()).isEqualTo(HypothesisState.DECLINED);
    }
}
