package dev.amdahl.examples.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.amdahl.core.internal.testing.PatchedProgram;
import dev.amdahl.core.ledger.LedgerReader;
import dev.amdahl.core.ledger.entry.ModelCall;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.llm.internal.loopback.Fault;
import dev.amdahl.llm.internal.loopback.LoopbackModel;
import dev.amdahl.llm.internal.loopback.Wire;
import dev.amdahl.spi.contract.Requires;
import dev.amdahl.spi.hypothesis.HypothesisState;
import dev.amdahl.spi.hypothesis.PatchChange;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The loop as a user runs it with an agent: it reads, edits, repairs what does not build, and the loop proves what it proposes. */
@Tag("measures")
final class LoopAgentTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String JOBS = LoopModelsTest.PROGRAM.replace(
            "editable: [kernel.c, table.sh]",
            "tests: [sh, -c, 'AMDAHL_SEED=3 ./product | grep -q processed && test -s out.txt'], editable: [kernel.c]");
    private static final String SLOW = "sum += a[i * n + k] * sin(k) * b[k * n + j];";
    private static final String FAST = "sum += a[i * n + k] * sine[k] * b[k * n + j];";
    private static final String HEAD = "void product(int n, const double *a, const double *b, double *c) {\\n";

    @TempDir
    private Path folder;

    /** Works turn by turn, and cites the evidence that the briefing names. */
    private static final class Worker implements Fault {
        private static final Pattern EVIDENCE = Pattern.compile("title=\"ids of evidence\">\\n(\\S+)\\n");
        private final List<String[]> turns = List.of(
                new String[] {"list", "{}", "search", "{\"pattern\":\"sin\\\\(\"}"},
                new String[] {"read", "{\"file\":\"kernel.c\"}"},
                new String[] {
                    "replace",
                    "{\"file\":\"kernel.c\",\"old\":\"" + SLOW + "\",\"new\":\"" + FAST + "\"}",
                    "build",
                    "{}"
                },
                new String[] {
                    "replace",
                    "{\"file\":\"kernel.c\",\"old\":\"" + HEAD + "\",\"new\":\"" + HEAD
                            + "    double sine[n];\\n    for (int k = 0; k < n; k++) sine[k] = sin(k);\\n\"}",
                    "test",
                    "{}",
                    "smoke",
                    "{}"
                });
        private int turn;

        @Override
        public void answer(LoopbackModel.Call call, OutputStream out) throws IOException, InterruptedException {
            JsonNode messages = JSON.readTree(call.body()).path("messages");
            String[] next = turn < turns.size()
                    ? turns.get(turn++)
                    : new String[] {
                        "propose",
                        "{\"bottleneck\":\"INPUT_STARVATION\",\"expected_fraction\":0.8,\"mechanism\":\"sines are computed once\","
                                + "\"how_it_could_be_wrong\":\"the sums may be limited by memory\",\"evidence\":[\""
                                + evidence(messages) + "\"]}"
                    };
            Wire.OPENAI.calling("step " + turn, next).answer(call, out);
        }

        private static String evidence(JsonNode messages) {
            for (JsonNode message : messages) {
                Matcher found = EVIDENCE.matcher(message.path("content").asText());
                if (found.find()) {
                    return found.group(1);
                }
            }
            return "none";
        }
    }

    @Test
    @Tag("long")
    void anAgentRepairsItsPatchAndTheLoopProvesIt() throws Exception {
        List.of("git", "gcc", "make", "bwrap", "setsid").forEach(Requires::program);
        Requires.processors(2);
        new PatchedProgram(folder.resolve("repository"), "product", 150);
        new ProcessBuilder("make", "-s")
                .directory(folder.resolve("repository").toFile())
                .start()
                .waitFor();
        Path trace = Files.writeString(folder.resolve("trace.json"), LoopModelsTest.TRACE);

        Cli run;
        try (LoopbackModel server = LoopbackModel.serving(new Worker())) {
            run = LoopModelsTest.loop(
                    folder,
                    JOBS.replace("TRACE-FILE", trace.toString()),
                    "models: [{name: local, backend: openai, settings: {base_url: '" + server.address()
                            + "', model: m}}]\nadvisor: false\nagent: {model: local}\n");
        }

        assertThat(run.code()).as(run.err()).isZero();
        LedgerView view = LedgerReader.view(folder.resolve("ledger").toString());
        Dossier won = view.dossiers().stream()
                .filter(dossier -> dossier.hypothesis().change() instanceof PatchChange)
                .findFirst()
                .orElseThrow(() -> new AssertionError(run.err()));
        assertThat(won.state()).as(won.reason()).isEqualTo(HypothesisState.IN_REVIEW);
        assertThat(won.hypothesis().provenance().source()).isEqualTo("agent:local");
        assertThat(won.rationale().orElseThrow().mechanism()).isEqualTo("sines are computed once");
        assertThat(run.err()).contains("agent 'local': it proposes a patch; 5 turns, 9 calls of tools");
        assertThat(view.calls())
                .extracting(ModelCall::role)
                .containsOnly("agent")
                .hasSizeGreaterThanOrEqualTo(6);
        assertThat(LoopModelsTest.isSound(folder)).isTrue();
    }
}
