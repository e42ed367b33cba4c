package dev.amdahl.examples.cli.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.amdahl.core.AmdahlLoop;
import dev.amdahl.core.internal.testing.Leftovers;
import dev.amdahl.core.ledger.Lease;
import dev.amdahl.core.ledger.Ledger;
import dev.amdahl.core.ledger.LedgerReader;
import dev.amdahl.core.ledger.entry.Entry;
import dev.amdahl.core.ledger.entry.RunPlan;
import dev.amdahl.core.ledger.entry.RunPurpose;
import dev.amdahl.core.ledger.entry.RunState;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.core.ledger.view.Run;
import dev.amdahl.core.loop.LoopPolicy;
import dev.amdahl.core.schedulers.local.LocalScheduler;
import dev.amdahl.examples.cli.Cli;
import dev.amdahl.examples.cli.review.AskedWin;
import dev.amdahl.spi.contract.Requires;
import dev.amdahl.spi.experiment.RunStatus;
import dev.amdahl.spi.experiment.WorkerRunId;
import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.hypothesis.HypothesisState;
import dev.amdahl.spi.hypothesis.JobSpec;
import dev.amdahl.spi.hypothesis.Lever;
import dev.amdahl.spi.hypothesis.LeverSetting;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A person's word on what has not ended. */
final class LedgerSteeringTest {
    private static final String ID = "won-1";

    @TempDir
    private Path folder;

    @AfterEach
    void endWhatRuns() {
        Leftovers.end(folder);
    }

    private String asked() {
        String url = folder.resolve("ledger").toString();
        commit(url, AskedWin.entries());
        return url;
    }

    private static void commit(String url, Entry... entries) {
        try (Ledger ledger = Ledger.open(url);
                Lease lease = ledger.acquire("cycle", Duration.ofMinutes(1))) {
            lease.commit(entries);
        }
    }

    private static Dossier dossier(String url) {
        return LedgerReader.view(url).dossier(ID).orElseThrow();
    }

    @Test
    void aNoteIsShownWhereverTheHypothesisIs() throws Exception {
        String url = asked();
        JsonNode said = Cli.here("ledger", "note", "won", "ask", "ada first", "--by", "bob", "--json", "--ledger", url)
                .json("ledger-steer");
        assertThat(said.get("id").asText()).isEqualTo(ID);
        assertThat(said.at("/notes/0/text").asText()).isEqualTo("ask ada first");

        JsonNode shown =
                Cli.here("ledger", "show", ID, "--json", "--ledger", url).json("ledger-show");
        assertThat(shown.get("notes")).isEqualTo(said.get("notes"));
        assertThat(Cli.here("ledger", "show", ID, "--ledger", url).out())
                .containsPattern("note +\\S+Z bob: ask ada first\n")
                .doesNotContain("priority");
        JsonNode logged = Cli.here("ledger", "log", "--last", "1", "--json", "--ledger", url)
                .json("ledger-log")
                .at("/events/0");
        assertThat(logged.get("kind").asText()).isEqualTo("Steered");
        assertThat(logged.get("by").asText()).isEqualTo("bob");
        assertThat(logged.get("note").asText()).isEqualTo("ask ada first");
        assertThat(logged.has("priority")).isFalse();
        assertThat(Cli.here("ledger", "log", "--last", "1", "--ledger", url).out())
                .contains("bob: ask ada first");
        assertThat(Cli.here("review", "list", "--json", "--ledger", url)
                        .json("review-list")
                        .at("/waiting/0/notes"))
                .isEqualTo(said.get("notes"));
        assertThat(Cli.here("ledger", "verify", "--ledger", url).code()).isZero();
    }

    @Test
    void aNewProcessLeavesANoteInTheNameOfItsUserAndNothingElse() throws Exception {
        asked();
        Path call = Files.createDirectory(folder.resolve("call"));

        Cli noted = Cli.in(call, "ledger", "note", ID, "TOKEN=hunter2hunter2\n\u001b[31mred", "--ledger", "../ledger");

        assertThat(noted.code()).as(noted.err()).isZero();
        assertThat(noted.out()).isEqualTo("noted on won-1, which is IN_REVIEW\n");
        assertThat(call).isEmptyDirectory();
        assertThat(folder.resolve("ledger.work")).doesNotExist();
        String url = folder.resolve("ledger").toString();
        assertThat(dossier(url).steering().notes())
                .singleElement()
                .satisfies(note -> assertThat(note.by()).isEqualTo(System.getProperty("user.name")));
        assertThat(Cli.here("ledger", "show", ID, "--ledger", url).out())
                .contains("[redacted ")
                .doesNotContain("hunter2", "\u001b");
    }

    @Test
    void firstIsBeforeAndLastAfterAllOthers() throws Exception {
        String url = asked();
        JsonNode first = Cli.here("ledger", "prioritize", ID, "--first", "--json", "--ledger", url)
                .json("ledger-steer");
        assertThat(first.get("priority").asInt()).isEqualTo(1);
        assertThat(Cli.here("ledger", "show", ID, "--ledger", url).out()).contains("priority 1\n");
        assertThat(Cli.here("ledger", "prioritize", ID, "--last", "--ledger", url)
                        .out())
                .contains("won-1 is IN_REVIEW and has priority -1: its experiment was opened before");
        Cli.here("ledger", "prioritize", ID, "--normal", "--ledger", url);
        assertThat(dossier(url).steering()).isEqualTo(Dossier.Steering.NONE);

        String two = twoProposed();
        List<Dossier> proposed = LedgerReader.view(two).dossiers();
        String one = proposed.get(0).id();
        String other = proposed.get(1).id();
        assertThat(Cli.here("ledger", "prioritize", one, "--first", "--ledger", two)
                        .out())
                .contains("priority 1: opened first");
        assertThat(Cli.here("ledger", "prioritize", other, "--first", "--ledger", two)
                        .out())
                .contains("priority 2: opened first");
        assertThat(Cli.here("ledger", "prioritize", other, "--last", "--ledger", two)
                        .out())
                .contains("priority -1: opened last");
        assertThat(Cli.here("ledger", "prioritize", one, "--normal", "--ledger", two)
                        .out())
                .contains("priority 0: opened in its usual turn");
    }

    @Test
    void whatCannotBeSaidIsOneLineAndCode2() {
        String url = asked();
        Cli.here("ledger", "note", "nobody", "hello", "--ledger", url)
                .failsWith(2, "hypothesis 'nobody'", "there is none in this ledger");
        Cli.here("ledger", "note", ID, " ", "--ledger", url).failsWith(2, "the note: is empty; give a text");
        Cli.here("ledger", "note", ID, "--ledger", url).failsWith(2, "TEXT is missing");
        Cli.here("ledger", "note", ID, "x".repeat(1001), "--ledger", url).failsWith(2, "use at most 1000");
        Cli.here("ledger", "note", ID, "hello", "--by", " ", "--ledger", url)
                .failsWith(2, "--by: is empty; give your name");
        Cli.here("ledger", "note", ID, "hello").failsWith(2, "no ledger is named");
        Cli.here(
                        "ledger",
                        "note",
                        ID,
                        "hello",
                        "--ledger",
                        folder.resolve("none").toString())
                .failsWith(2, "there is none");
        Cli.here("ledger", "prioritize", ID, "--ledger", url).failsWith(2, "--first");
        Cli.here("ledger", "prioritize", ID, "--first", "--last", "--ledger", url)
                .failsWith(2, "give one of them");
        Cli.here("ledger", "cancel", ID, "--ledger", url).failsWith(2, "--reason is missing");
        Cli.here("ledger", "cancel", ID, "--reason", " ", "--ledger", url).failsWith(2, "--reason: is empty");
        assertThat(dossier(url).steering()).isEqualTo(Dossier.Steering.NONE);

        assertThat(Cli.here("ledger", "cancel", ID, "--reason", "not needed", "--by", "ada", "--ledger", url)
                        .out())
                .isEqualTo("won-1 is CANCELLED, cancelled by ada: not needed; 0 runs stopped\n");
        for (String[] word : new String[][] {
            {"note", ID, "hello"}, {"prioritize", ID, "--first"}, {"cancel", ID, "--reason", "again"}
        }) {
            Cli.here("ledger", word[0], word[1], word[2], word.length > 3 ? word[3] : "--by=ada", "--ledger", url)
                    .failsWith(2, "has ended in CANCELLED", "choose one that has not ended");
        }
        assertThat(folder.resolve("ledger.work")).doesNotExist();
    }

    @Test
    void aRunOfAnotherSchedulerIsNotGivenUpUnheard() {
        String url = folder.resolve("ledger").toString();
        Entry[] entries = AskedWin.entries();
        commit(url, entries[0], entries[1], entries[2], entries[3]);
        RunPlan plan = new RunPlan(
                "run-9",
                RunPurpose.TRIAL,
                "train",
                ID,
                1,
                1,
                1,
                true,
                1,
                60,
                OptionalDouble.empty(),
                OptionalDouble.empty(),
                Optional.of("slurm"),
                Optional.empty(),
                OptionalInt.empty());
        commit(url, new Entry.RunIntended(plan), new Entry.RunSubmitted("run-9", new WorkerRunId("17")));

        Cli.here("ledger", "cancel", ID, "--reason", "not needed", "--ledger", url)
                .failsWith(2, "run run-9", "is at the scheduler slurm, not at local", "add --scheduler slurm");

        assertThat(dossier(url).state()).isEqualTo(HypothesisState.TESTING);
    }

    @Test
    void aCancelledHypothesisHasItsRunStopped() throws Exception {
        Requires.processors(2);
        Requires.program("setsid");
        String url = folder.resolve("busy").toString();
        LocalScheduler scheduler = LocalScheduler.at(folder.resolve("busy.work").resolve("local"));
        LedgerView view;
        try (Ledger ledger = Ledger.open(url)) {
            view = AmdahlLoop.builder(ledger)
                    .jobs(List.of(job("slow", "sleep 300", "b")))
                    .scheduler(scheduler)
                    .policy(LoopPolicy.DEFAULT.toBuilder()
                            .evidenceRuns(0, Duration.ofDays(14))
                            .noiseTrials(0)
                            .build())
                    .directory(folder.resolve("busy.work"))
                    .build()
                    .runCycle()
                    .view();
        }
        Run run = view.inFlight().get(0);

        JsonNode said = Cli.here(
                        "ledger",
                        "cancel",
                        run.plan().hypothesis(),
                        "--reason",
                        "retired",
                        "--by",
                        "ada",
                        "--json",
                        "--ledger",
                        url)
                .json("ledger-steer");

        assertThat(said.get("state").asText()).isEqualTo("CANCELLED");
        assertThat(said.get("reason").asText()).isEqualTo("cancelled by ada: retired");
        assertThat(said.at("/stopped_runs/0").asText()).isEqualTo(run.plan().key());
        WorkerRunId worker = run.worker().orElseThrow();
        assertThat(scheduler.poll(Set.of(worker))).containsEntry(worker, RunStatus.CANCELLED);
        assertThat(LedgerReader.view(url).run(run.plan().key()).orElseThrow().state())
                .isEqualTo(RunState.CANCELLED);
    }

    private static JobSpec job(String family, String command, String... values) {
        return JobSpec.builder(family, List.of("sh", "-c", command))
                .runsPerWeek(700)
                .levers(List.of(new Lever(
                        "mode",
                        new LeverSetting.Environment("MODE"),
                        "a",
                        List.of(values),
                        List.of(Bottleneck.HOST_SERIAL),
                        Optional.empty())))
                .build();
    }

    /** Of a job with two values to try, while its noise is still measured. */
    private String twoProposed() {
        String url = folder.resolve("two").toString();
        try (Ledger ledger = Ledger.open(url)) {
            AmdahlLoop.builder(ledger)
                    .jobs(List.of(job("two", "true", "b", "c")))
                    .scheduler(new NoScheduler())
                    .policy(LoopPolicy.DEFAULT.toBuilder()
                            .evidenceRuns(0, Duration.ofDays(14))
                            .build())
                    .directory(folder.resolve("two.work"))
                    .build()
                    .runCycle();
        }
        return url;
    }
}
