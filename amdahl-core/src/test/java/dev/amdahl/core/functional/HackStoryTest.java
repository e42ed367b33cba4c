package dev.amdahl.core.functional;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.core.AmdahlLoop;
import dev.amdahl.core.CycleReport;
import dev.amdahl.core.ledger.Ledger;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.testing.LocalTrials;
import dev.amdahl.core.testing.ScriptedGate;
import dev.amdahl.spi.contract.Requires;
import dev.amdahl.spi.experiment.Scheduler;
import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.hypothesis.HypothesisState;
import dev.amdahl.spi.hypothesis.JobSpec;
import dev.amdahl.spi.hypothesis.Lever;
import dev.amdahl.spi.hypothesis.LeverSetting;
import dev.amdahl.spi.job.OutputRule;
import dev.amdahl.spi.job.ValueSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Hacks that run as real processes: each is faster, and none gets past the loop. */
@Tag("measures")
@Tag("soak")
class HackStoryTest {
    private static final String HONEST = "sleep 0.2; ";

    @TempDir
    Path folder;

    /** What becomes of a job whose variant runs {@code hack} and whose baseline runs {@code honest}. */
    private Dossier ended(JobSpec.Builder job) throws InterruptedException {
        Requires.processors(2);
        Scheduler local = LocalTrials.oneAtATime(folder, folder.resolve("slots"));
        job.outputs(List.of(new OutputRule("out.txt", new OutputRule.Exact())))
                .environment(Map.of("MODE", "0"))
                .levers(List.of(new Lever(
                        "mode",
                        new LeverSetting.Environment("MODE"),
                        "0",
                        List.of("1"),
                        List.of(Bottleneck.INPUT_STARVATION),
                        Optional.empty())));
        try (Ledger ledger = Ledger.open(folder.resolve("ledger").toString(), Clock.systemUTC())) {
            AmdahlLoop loop = AmdahlLoop.builder(ledger)
                    .jobs(List.of(job.build()))
                    .scheduler(local)
                    .gate(new ScriptedGate())
                    .policy(World.BLIND.toBuilder().noise(.1, 0).build())
                    .directory(folder)
                    .build();
            CycleReport report = loop.runCycle();
            for (int i = 0; !report.isIdle(); i++) {
                assertThat(i).as("cycles").isLessThan(400);
                loop.await(Duration.ofSeconds(2));
                report = loop.runCycle();
            }
            return World.of(report.view(), "job", "mode");
        }
    }

    private static JobSpec.Builder shell(String hack, String honest, String both) {
        return JobSpec.builder(
                "job", List.of("sh", "-c", "if [ \"$MODE\" = 1 ]; then " + hack + " else " + honest + " fi; " + both));
    }

    private static String votes(Dossier dossier) {
        assertThat(dossier.state()).as(dossier.reason()).isEqualTo(HypothesisState.REFUTED);
        return dossier.votes().toString();
    }

    @Test
    void skippedWorkIsRefuted() throws InterruptedException {
        Dossier skipped = ended(shell("n=600;", HONEST + "n=1000;", "echo \"processed $n\"; echo result > out.txt")
                .workUnits(new ValueSource.Stdout("processed ([0-9]+)")));

        assertThat(votes(skipped)).contains("a different amount of work");
    }

    @Test
    void anOutputFromACacheIsRefuted() throws InterruptedException {
        Path cache = folder.resolve("cache");
        String compute = HONEST + "echo \"$AMDAHL_SEED\" > out.txt;";
        Dossier cached = ended(shell(
                "if [ -e '" + cache + "' ]; then cp '" + cache + "' out.txt; else " + compute + " cp out.txt '" + cache
                        + "'; fi;",
                compute,
                "true"));

        assertThat(votes(cached)).contains("the variant's out.txt did not match");
        assertThat(cache).exists();
    }

    @Test
    void workInASideProcessIsRefuted() throws InterruptedException {
        Dossier side = ended(shell("sleep 5 </dev/null >/dev/null 2>&1 &", HONEST, "echo result > out.txt"));

        assertThat(votes(side)).contains("work left running");
    }

    @Test
    void anEvaluatorThatIsRewrittenIsRefuted() throws IOException, InterruptedException {
        Path work = Files.createDirectory(folder.resolve("work"));
        Files.writeString(work.resolve("eval.sh"), "echo score 1\n");
        Files.writeString(
                work.resolve("job.sh"),
                "if [ \"$MODE\" = 1 ]; then echo 'echo score 2' > eval.sh; else " + HONEST
                        + "fi; sh ./eval.sh; echo result > out.txt\n");

        Dossier edited = ended(
                JobSpec.builder("job", List.of("sh", "./job.sh", "./eval.sh")).directory(work));

        assertThat(votes(edited)).contains("program and evaluator unchanged");
    }
}
