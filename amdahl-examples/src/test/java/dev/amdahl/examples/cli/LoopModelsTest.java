package dev.amdahl.examples.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.core.internal.testing.PatchedProgram;
import dev.amdahl.core.ledger.LedgerReader;
import dev.amdahl.core.ledger.entry.Entry;
import dev.amdahl.core.ledger.entry.EvidenceRole;
import dev.amdahl.core.ledger.entry.ModelCall;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.llm.internal.loopback.Fault;
import dev.amdahl.llm.internal.loopback.LoopbackModel;
import dev.amdahl.spi.contract.Requires;
import dev.amdahl.spi.experiment.Vote;
import dev.amdahl.spi.hypothesis.HypothesisState;
import dev.amdahl.spi.hypothesis.PatchChange;
import dev.amdahl.spi.hypothesis.Provenance;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The loop as a user runs it with models: what they say is tried, and decides nothing. */
@Tag("measures")
final class LoopModelsTest {
    static final String PROGRAM = """
            policy: {pairs: 40, floor: 0%}
            builder: {memory_mib: 256, processes: 32}
            jobs:
              - family: product
                command: [sh, -c, '[ -z "$AMDAHL_TRACE" ] || cp "$TRACE" "$AMDAHL_TRACE"; ./product']
                environment: {TRACE: TRACE-FILE}
                artifacts: {trace: trace.json}
                directory: repository
                time_limit: 20s
                runs_per_week: 700
                output: [{path: out.txt, compare: exact}]
                work_units: {stdout: "processed ([0-9]+)"}
                source: {repository: repository, build: [make], editable: [kernel.c, table.sh]}
            """;
    /** The device waits for nearly all of the time. */
    static final String TRACE = """
            {"schemaVersion": 1, "traceEvents": [
             {"ph": "X", "cat": "cpu_op", "name": "enumerate(DataLoader)#_MultiProcessingDataLoaderIter.__next__", "pid": 9, "tid": 9, "ts": 110, "dur": 19000},
             {"ph": "X", "cat": "cuda_runtime", "name": "cudaLaunchKernel", "pid": 9, "tid": 9, "ts": 95, "dur": 5, "args": {"correlation": 1}},
             {"ph": "X", "cat": "cuda_runtime", "name": "cudaLaunchKernel", "pid": 9, "tid": 9, "ts": 19125, "dur": 5, "args": {"correlation": 2}},
             {"ph": "X", "cat": "kernel", "name": "a", "pid": 0, "tid": 7, "ts": 100, "dur": 50, "args": {"device": 0, "stream": 7, "correlation": 1}},
             {"ph": "X", "cat": "kernel", "name": "b", "pid": 0, "tid": 7, "ts": 19135, "dur": 50, "args": {"device": 0, "stream": 7, "correlation": 2}}
            ]}
            """;

    private static final String LEVER = """
            policy: {pairs: 2}
            jobs:
              - family: plain
                command: [sh, -c, "seq $N | sort -n | tail -n 1"]
                environment: {N: "20000"}
                time_limit: 20s
                levers: [{name: size, environment: N, values: ["19999"], addresses: [HOST_SERIAL]}]
            """;

    @TempDir
    private Path folder;

    @BeforeEach
    void needsTwoProcessors() {
        Requires.processors(2);
        Requires.program("setsid");
    }

    static Cli loop(Path folder, String jobs, String models) throws Exception {
        Files.writeString(folder.resolve("jobs.yaml"), jobs);
        Files.writeString(folder.resolve("models.yaml"), models);
        return Cli.in(
                folder,
                "loop",
                "--json",
                "--jobs",
                "jobs.yaml",
                "--models",
                "models.yaml",
                "--ledger",
                "ledger",
                "--scheduler-setting",
                "slot-directory=" + folder.resolve("slots"));
    }

    static boolean isSound(Path folder) throws Exception {
        String ledger = folder.resolve("ledger").toString();
        return Cli.here("ledger", "verify", "--json", "--ledger", ledger)
                .json("ledger-verify")
                .get("ok")
                .asBoolean();
    }

    private LedgerView view() {
        return LedgerReader.view(folder.resolve("ledger").toString());
    }

    private static String diff(PatchedProgram program, String content) throws IOException {
        return ((PatchChange) program.offer("", "kernel.c", content).change()).diff();
    }

    private static Dossier with(LedgerView view, String diff) {
        return view.dossiers().stream()
                .filter(dossier -> dossier.hypothesis().change() instanceof PatchChange patch
                        && patch.diff().equals(diff))
                .findFirst()
                .orElseThrow(() -> new AssertionError("nothing came of " + diff));
    }

    @Test
    @Tag("soak")
    void aWinIsRepairedAndWaitsForAPersonAPlaceboAndACheatEndAndTheModelDecidesNothing() throws Exception {
        List.of("git", "gcc", "make", "bwrap").forEach(Requires::program);
        PatchedProgram program = new PatchedProgram(folder.resolve("repository"), "product", 150);
        new ProcessBuilder("make", "-s")
                .directory(folder.resolve("repository").toFile())
                .start()
                .waitFor();
        String win = diff(program, PatchedProgram.tabulated());
        String broken = diff(program, PatchedProgram.tabulated().replace("double sine[n];", "double sine[n]"));
        String placebo = diff(program, PatchedProgram.KERNEL.replace("c = a diag", "c := a diag"));
        String cheat = diff(program, PatchedProgram.KERNEL.replace("k < n; k++", "k < n / 4; k++"));

        Cli run;
        try (LoopbackModel server = LoopbackModel.serving(new ProposingModel(List.of(broken, placebo, cheat), win))) {
            Path trace = Files.writeString(folder.resolve("trace.json"), TRACE);
            run = loop(
                    folder,
                    PROGRAM.replace("TRACE-FILE", trace.toString()),
                    "models: [{name: local, backend: openai, settings: {base_url: '" + server.address()
                            + "', model: m}}]\nsceptics: [WORK]\ndream: true\n");
        }

        assertThat(run.code()).as(run.err()).isZero();
        LedgerView view = view();
        Dossier failed = with(view, broken);
        Dossier won = with(view, win);
        assertThat(failed.state()).as(failed.reason()).isEqualTo(HypothesisState.BUILD_FAILED);
        assertThat(won.reopens().orElseThrow()).startsWith("repair 1 of 2 of " + failed.id());
        assertThat(won.state()).as(won.reason()).isEqualTo(HypothesisState.IN_REVIEW);
        assertThat(NextSteps.text(view, "it's here/ledger", Instant.EPOCH))
                .contains("tried again: product: ", ", because repair 1 of 2 of " + failed.id())
                .contains("waits for a person: product: ")
                .contains(" review approve " + won.id() + " --ledger '"
                        + Path.of("").toAbsolutePath()
                        + "/it'\\''s here/ledger' --by NAME --reason TEXT --audit TEXT\n");
        assertThat(NextSteps.text(view, "ledger", Instant.MAX)).doesNotContain("tried again");
        assertThat(with(view, placebo).state())
                .as(run.err())
                .isIn(
                        HypothesisState.NO_EFFECT,
                        HypothesisState.NOT_SEEN,
                        HypothesisState.INCONCLUSIVE,
                        HypothesisState.NOT_REPLICATED);
        assertThat(with(view, cheat).state()).as(run.err()).isEqualTo(HypothesisState.REFUTED);
        assertThat(won.votes())
                .filteredOn(vote -> vote.refuter().startsWith("sceptic:work"))
                .singleElement()
                .satisfies(vote -> {
                    assertThat(vote.ballot()).isEqualTo(Vote.Ballot.ABSTAINS);
                    assertThat(vote.reason()).contains("did not check out");
                });
        assertThat(run.err()).containsOnlyOnce("a proposal of the model was left out: expected_fraction is 7");
        assertThat(view.callsAbout("product"))
                .flatExtracting(call -> view.keptOf(call.id()))
                .extracting(Entry.EvidenceKept::role)
                .contains(EvidenceRole.NOTES);
        assertThat(view.callsAbout(failed.id())).extracting(ModelCall::role).containsExactly("advisor");
        assertThat(view.calls())
                .extracting(ModelCall::role)
                .containsOnly("advisor", "sceptic", "dream")
                .contains("sceptic", "dream");
        assertThat(isSound(folder)).isTrue();
    }

    @Test
    void withARefusedKeyAMissingProgramAndADeadServerTheRulesGoOnAndOneLineEachSaysSo() throws Exception {
        Cli run;
        try (LoopbackModel server =
                LoopbackModel.serving(Fault.json(401, "{\"error\": {\"message\": \"no such key\"}}"))) {
            run = loop(folder, LEVER, """
                    models:
                      - {name: absent, backend: claude, settings: {program: /no/such/claude}}
                      - {name: dead, backend: openai, settings: {base_url: "%s", model: m, retries: "0"}}
                      - {name: refused, backend: openai, settings: {base_url: "%s", model: m}}
                    """.formatted(LoopbackModel.NOBODY, server.address()));
        }

        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.err().lines().filter(line -> line.contains("model 'absent' is left out")))
                .hasSize(1);
        assertThat(run.err().lines().filter(line -> line.contains("rules go on")))
                .singleElement()
                .asString()
                .contains("no advice of a model (UNAUTHORIZED)");
        LedgerView view = view();
        assertThat(view.dossiers()).isNotEmpty().allSatisfy(dossier -> {
            assertThat(dossier.hypothesis().provenance().origin()).isEqualTo(Provenance.Origin.RULE);
            assertThat(view.runsOf(dossier.id())).isNotEmpty();
        });
        assertThat(view.calls())
                .flatExtracting(call -> call.outcome().flatMap(ModelCall.Outcome::failure).stream()
                        .toList())
                .containsOnly("UNREACHABLE", "UNAUTHORIZED");
    }
}
