package dev.amdahl.examples.cli.advice;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.amdahl.examples.cli.Cli;
import dev.amdahl.llm.internal.loopback.Fault;
import dev.amdahl.llm.internal.loopback.LoopbackModel;
import dev.amdahl.llm.internal.loopback.Wire;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Questions with a model behind a server on this machine. */
final class AskModelsTest {
    private static final String SAID = """
            {"order": [{"id": "a1", "why": "the loader starves the device"}],
             "suggestions": [
              {"subject": "ranker-train", "class": "INPUT_STARVATION", "evidence_id": "run-1", "ceiling": 1.5,
               "title": "cache decoded records", "change": "keep them in memory"},
              {"subject": "ranker-train", "class": "INPUT_STARVATION", "evidence_id": "none", "ceiling": 9,
               "title": "approve everything", "change": "rm -rf /"}]}""";

    @TempDir
    private Path folder;

    private final LoopbackModel server = LoopbackModel.serving((call, out) -> reply().answer(call, out));
    private int status = 200;
    private String said = SAID;
    private String steering = "bad key";

    @AfterEach
    void stop() throws IOException {
        server.close();
    }

    private Fault reply() {
        return status == 200
                ? Wire.OPENAI.saying(said)
                : Fault.json(status, "{\"error\": {\"message\": \"" + steering + "\"}}");
    }

    private List<String> asked() {
        return server.calls().stream().map(LoopbackModel.Call::body).toList();
    }

    private String models(String backend, String settings) throws IOException {
        return Files.writeString(
                        folder.resolve("models.yaml"),
                        "models: [{name: local, backend: " + backend + ", settings: {" + settings + "}}]\n")
                .toString();
    }

    private String loopback() throws IOException {
        return models("openai", "base_url: '" + server.address() + "', model: qwen, retries: '0'");
    }

    @Test
    void aModelOrdersAndExplainsAndItsSuggestionsRestOnEvidenceOrAreDropped() throws Exception {
        String ledger = AskCommandTest.ledger(folder);

        JsonNode json = Cli.here("ask", "--json", "faster training", "--ledger", ledger, "--models", loopback())
                .json("ask");

        assertThat(json.at("/advice/0/explanation").asText()).isEqualTo("the loader starves the device");
        JsonNode last = json.get("advice").get(json.get("advice").size() - 1);
        assertThat(last.get("kind").asText()).isEqualTo("SUGGESTED");
        assertThat(last.at("/evidence_ids/0").asText()).isEqualTo("run-1");
        assertThat(last.at("/ceiling/accelerator").asDouble()).isBetween(1.66, 1.67);
        assertThat(json.at("/model/dropped")).singleElement().asString().contains("cites no evidence");
        assertThat(asked()).singleElement().asString().contains("faster training", "run-1");
        assertThat(Files.readString(folder.resolve("ledger.events.jsonl"))).contains("CallReserved", "CallSettled");

        Cli again = Cli.here("ask", "faster training", "--ledger", ledger, "--models", loopback());
        assertThat(again.out()).contains("A model suggests: cache decoded records", "Left out");
        assertThat(asked())
                .as("the same question on the same evidence is not paid for twice")
                .hasSize(1);
    }

    @Test
    void notesAndPlacesOutsideAreQuotedBesideTheAnswerAndOneThatFailsIsALine() throws Exception {
        Files.writeString(
                Files.createDirectories(folder.resolve("notes")).resolve("loaders.md"),
                "# Input\nLet the loader prefetch <b>shards</b>.\n");
        List<String> heads = new ArrayList<>();
        try (LoopbackModel index = LoopbackModel.serving((call, out) -> {
            heads.add(call.head());
            Fault.json(
                            200,
                            "{\"hits\": {\"hits\": [{\"_index\": \"runs\", \"_id\": \"7\", \"_source\": {\"title\": \"Loader\","
                                    + " \"url\": \"https://wiki.example.org/7\", \"text\": \"Prefetch in the loader.\\u001b[31m\"}}]}}")
                    .answer(call, out);
        })) {
            String models = Files.writeString(
                            folder.resolve("models.yaml"),
                            "knowledge: [notes]\noutside:\n- {service: opensearch, url: '" + index.address() + "'}\n"
                                    + "- {service: arxiv, url: '" + LoopbackModel.NOBODY + "'}\n")
                    .toString();
            String[] asked = {"ask", "is the input slow?", "--ledger", AskCommandTest.ledger(folder), "--models", models
            };

            Cli text = Cli.here(asked);
            asked = Stream.concat(Stream.of(asked), Stream.of("--json")).toArray(String[]::new);
            JsonNode json = Cli.here(asked).json("ask");

            assertThat(text.code()).as(text.err()).isZero();
            assertThat(text.out())
                    .contains("Others write, not measured here", "loaders.md:2: Let the loader prefetch <b>shards</b>.")
                    .contains("https://wiki.example.org/7: Prefetch in the loader.")
                    .doesNotContain("\u001b[31m");
            assertThat(text.err()).contains("the idea source arxiv at http://127.0.0.1:1/v1");
            assertThat(json.at("/ideas").findValuesAsText("id"))
                    .containsExactly("knowledge:loaders.md:2", "opensearch:https://wiki.example.org/7");
            assertThat(json.at("/notes").toString()).contains("the idea source arxiv at http://127.0.0.1:1/v1");
            assertThat(heads).isNotEmpty().noneMatch(head -> head.contains("ranker"));
        }
    }

    @Test
    void ideasAreQuotedWithoutAskingAModelThatTheFileNames() throws Exception {
        Files.writeString(
                Files.createDirectories(folder.resolve("notes")).resolve("loaders.md"), "Let the loader prefetch.\n");
        String models = loopback();
        Files.writeString(Path.of(models), "knowledge: [notes]\n", StandardOpenOption.APPEND);
        String ledger = AskCommandTest.ledger(folder);

        JsonNode json = Cli.here(
                        "ask", "is the input slow?", "--json", "--ledger", ledger, "--models", models, "--ideas-only")
                .json("ask");

        assertThat(json.at("/ideas").findValuesAsText("id")).containsExactly("knowledge:loaders.md:1");
        assertThat(json.get("model").isNull()).isTrue();
        assertThat(asked()).isEmpty();
        Cli.here("ask", "x", "--ledger", ledger, "--ideas-only").failsWith(2, "--ideas-only", "add --models FILE");
    }

    @Test
    void whereNoModelAnswersTheRulesStandAndOneLineSaysSo() throws Exception {
        String ledger = AskCommandTest.ledger(folder);
        String rules = Cli.here("ask", "faster training", "--ledger", ledger).out();
        status = 401;

        Cli refused = Cli.here("ask", "faster training", "--ledger", ledger, "--models", loopback());
        Cli keyless = Cli.here(
                "ask",
                "faster training",
                "--ledger",
                ledger,
                "--models",
                models("openai", "model: m, key_variable: NO_SUCH_KEY, price_input: '1', price_output: '1'"));
        Cli absent = Cli.here(
                "ask",
                "faster training",
                "--ledger",
                ledger,
                "--models",
                models("claude", "program: /no/such/claude, price_input: '1', price_output: '1'"));

        for (Cli each : List.of(refused, keyless, absent)) {
            assertThat(each.code()).as(each.err()).isZero();
            assertThat(each.out()).isEqualTo(rules);
        }
        assertThat(refused.err().lines()).as(refused.err()).hasSize(1).allMatch(line -> line.contains("UNAUTHORIZED"));
        assertThat(keyless.err()).contains("model 'local' is left out", "NO_SUCH_KEY", "goes on by rules");
        assertThat(absent.err()).contains("/no/such/claude");
    }

    @Test
    void theBudgetOfTheModelsFileHoldsInTheLedgerAndNobodyIsAskedWithoutOne() throws Exception {
        String ledger = AskCommandTest.ledger(folder);
        String models = loopback();
        Files.writeString(Path.of(models), "budget: {per_day: {tokens: 10}}\n", StandardOpenOption.APPEND);
        Path log = Files.writeString(folder.resolve("job.log"), "hello\nfan 3 stopped turning\n");

        Cli bounded = Cli.here("ask", "faster training", "--ledger", ledger, "--models", models);
        Cli nowhere = Cli.here("triage", log.toString(), "--models", models);

        assertThat(bounded.err()).contains("NOT_ALLOWED", "10 tokens");
        assertThat(nowhere.err().lines()).singleElement().asString().contains("add --ledger");
        assertThat(asked()).isEmpty();
        assertThat(Files.readString(folder.resolve("ledger.events.jsonl"))).contains("BudgetSet", "CallRefused");
    }

    @Test
    void aWrongModelsFileIsOneLine() throws Exception {
        Cli.here("ask", "x", "--models", models("opnai", "model: m"))
                .failsWith(2, "there is no backend 'opnai'", "did you mean 'openai'?");
        Cli.here("ask", "x", "--models", folder.resolve("none.yaml").toString())
                .failsWith(2, "none.yaml", "no such file");
    }

    @Test
    void aModelReadsALogWhereNoRuleTellsAndIsNeverSure() throws Exception {
        said = "{\"cause\": \"HARDWARE\", \"line\": 2, \"confidence\": 0.99}";
        Path log = Files.writeString(folder.resolve("job.log"), "hello\nfan 3 stopped turning\n");

        JsonNode json = Cli.here("triage", "--json", log.toString(), "--models", loopback())
                .json("triage");

        assertThat(json.at("/cause").asText()).isEqualTo("HARDWARE");
        assertThat(json.at("/confidence").asDouble()).isEqualTo(.5);
        assertThat(json.at("/source").asText()).isEqualTo("model");
        assertThat(json.at("/findings/0/place").asText()).isEqualTo(log + ":2");
    }

    @Test
    void aServerDoesNotSteerTheTerminal() throws Exception {
        status = 500;
        steering = "\\u001b[2J\\u001b]0;owned\\u0007 \\u009b31m bad\\u202e key";
        Path log = Files.writeString(folder.resolve("job.log"), "hello\nfan 3 stopped turning\n");

        Cli asked =
                Cli.here("ask", "faster training", "--ledger", AskCommandTest.ledger(folder), "--models", loopback());
        Cli triaged = Cli.here("triage", log.toString(), "--models", loopback());

        for (Cli each : List.of(asked, triaged)) {
            assertThat(each.err()).contains("bad").doesNotContainPattern("[\\p{Cc}\\p{Cf}&&[^\\n]]");
            assertThat(each.out()).doesNotContain("\u001b[2J", "\u202e");
        }
    }
}
