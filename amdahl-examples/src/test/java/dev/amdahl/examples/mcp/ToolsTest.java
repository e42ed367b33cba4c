package dev.amdahl.examples.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.amdahl.core.ledger.event.LedgerLocation;
import dev.amdahl.examples.jobs.JobsFile;
import dev.amdahl.examples.jobs.ProposalFolder;
import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.hypothesis.JobSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The tools without the protocol; what they start is a small shell script that tells its arguments. */
final class ToolsTest {
    private static final String JOBS = """
            jobs:
              - family: ranker-train
                command: ["true"]
                environment: {WORKERS: "0", SEED: "1"}
                levers: [{name: workers, environment: WORKERS, values: ["2", "4"], addresses: [INPUT_STARVATION]}]
            """;

    @TempDir
    private Path folder;

    private Path root;
    private Path jobs;
    private final List<Tickets> open = new ArrayList<>();

    @BeforeEach
    void prepare() throws IOException {
        root = Files.createDirectory(folder.resolve("root"));
        jobs = Files.writeString(folder.resolve("jobs.yaml"), JOBS);
        Files.writeString(root.resolve("fleet.csv"), "id\n");
        Files.writeString(folder.resolve("secret.json"), "{}");
        Files.createSymbolicLink(root.resolve("link.json"), folder.resolve("secret.json"));
    }

    @AfterEach
    void end() {
        open.forEach(Tickets::close);
    }

    private Reply call(McpSettings settings, String name, Map<String, Object> arguments) {
        return call(tools(settings), name, arguments);
    }

    private Tools tools(McpSettings settings) {
        Root real = new Root(settings.root());
        Tickets tickets = new Tickets(settings, real);
        open.add(tickets);
        return new Tools(settings, real, tickets);
    }

    private static Reply call(Tools tools, String name, Map<String, Object> arguments) {
        Tool tool = tools.all().stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow();
        return tool.call()
                .apply(new Arguments(name, arguments, tool.properties().keySet()));
    }

    private McpSettings settings(boolean allowed, String script) {
        return new McpSettings(
                root,
                Optional.of(folder.resolve("ledger").toString()),
                Optional.of(jobs),
                Optional.empty(),
                allowed,
                allowed,
                Duration.ofSeconds(30),
                Duration.ofSeconds(30),
                List.of("sh", "-c", script, "amdahl"));
    }

    /** Without a ledger, and with a ticket at once. */
    private McpSettings hurried(boolean isRunAllowed, Duration limit, String script) {
        return new McpSettings(
                root,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                isRunAllowed,
                false,
                Duration.ofMillis(1),
                limit,
                List.of("sh", "-c", script, "amdahl"));
    }

    private static final String TELLS = "for a in \"$@\"; do printf '[%s]' \"$a\"; done";

    @ParameterizedTest
    @ValueSource(
            strings = {
                "../secret.json",
                "/etc/passwd",
                "link.json",
                ".",
                "none.json",
                "a\u0000b",
                "jdbc:sqlite:x.db",
                "@fleet.csv"
            })
    void filesOutsideTheRootAreNotThere(String file) {
        assertThatThrownBy(() -> call(settings(true, TELLS), "trace", Map.of("file", file)))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageStartingWith("trace.file");
    }

    @Test
    void readOnlyIsTheDefaultAndNoArgumentChangesIt() throws Exception {
        McpSettings settings = settings(false, "echo ran > " + folder.resolve("canary"));

        assertThatThrownBy(() -> call(settings, "ab", Map.of("baseline", "true", "variant", "true")))
                .hasMessageContaining("--allow-runs");
        assertThatThrownBy(() -> call(
                        settings,
                        "propose",
                        Map.of("family", "ranker-train", "title", "x", "addresses", List.of("INPUT_STARVATION"))))
                .hasMessageContaining("--allow-proposals");
        assertThatThrownBy(() -> call(settings, "ab", Map.of("baseline", "true", "variant", "true", "allow", true)))
                .hasMessageContaining("ab.allow: is not known");
        assertThatThrownBy(() -> call(settings, "scan", Map.of("fleet", "fleet.csv", "ledger", "x")))
                .hasMessageContaining("scan.ledger");
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .containsExactlyInAnyOrder("root", "jobs.yaml", "secret.json");
        }
    }

    @Test
    void aTextIsOneArgumentWhateverItSays() throws Exception {
        String hostile = "-x --ledger=/tmp/other @/etc/passwd $(touch canary) ; `id`";

        Reply search = call(settings(false, TELLS), "ledger_search", Map.of("text", hostile, "top", 3));

        assertThat(search.isError()).isFalse();
        assertThat(search.text()).endsWith("[--top=3][ " + hostile + "]");
        assertThatThrownBy(() -> call(settings(false, TELLS), "verdict", Map.of("id", "--ledger=x")))
                .hasMessageContaining("is not an id");
        assertThatThrownBy(() -> call(settings(false, TELLS), "scan", Map.of("fleet", "fleet.csv", "top", 1e9)))
                .hasMessageContaining("from 1 to 200");
        assertThatThrownBy(() -> call(settings(false, TELLS), "trace", Map.of("file", List.of("a"))))
                .hasMessageContaining("is not text");
    }

    @Test
    void aQuestionIsOneArgumentBeforeTheTraceThatItMayName() {
        McpSettings reads = settings(false, TELLS);
        String hostile = "--models=x.yaml @/etc/passwd $(id)";

        Reply bare = call(reads, "ask", Map.of("question", hostile));
        Reply asked =
                call(reads, "ask", Map.of("question", "why?", "family", "--ledger=x", "trace", "fleet.csv", "top", 3));

        String ledger = "[--ledger=" + folder.resolve("ledger") + "]";
        assertThat(bare.text()).isEqualTo("[ask][--json][--top=5][ " + hostile + "]" + ledger);
        assertThat(asked.text())
                .isEqualTo("[ask][--json][--top=3][ why?]" + ledger + "[--family=--ledger=x][--trace="
                        + new Root(root).folder().resolve("fleet.csv") + "]");
        assertThatThrownBy(() -> call(reads, "ask", Map.of())).hasMessageContaining("ask.question: is missing");
        assertThatThrownBy(() -> call(reads, "ask", Map.of("question", "x".repeat(2001))))
                .hasMessageContaining("at most 2000");
        assertThatThrownBy(() -> call(reads, "ask", Map.of("question", "why", "trace", "../secret.json")))
                .hasMessageStartingWith("ask.trace");
        assertThatThrownBy(() -> call(settings(true, TELLS), "ask", Map.of("question", "why", "models", "m.yaml")))
                .hasMessageContaining("ask.models: is not known");
    }

    @Test
    void logsMustLieBelowTheRootEachOfThem() throws Exception {
        Files.writeString(root.resolve("-x.log"), "");

        Reply told = call(
                settings(false, TELLS), "triage", Map.of("files", List.of("fleet.csv", "-x.log"), "exit_code", -9));

        Path real = new Root(root).folder();
        assertThat(told.text())
                .isEqualTo("[triage][--json][--exit-code=-9][" + real.resolve("fleet.csv") + "]["
                        + real.resolve("-x.log") + "]");
        for (Object files : List.of(
                List.of("fleet.csv", "../secret.json"),
                List.of("link.json"),
                List.of(" "),
                List.of("a".repeat(5000)),
                List.of(7),
                "fleet.csv",
                java.util.Collections.nCopies(65, "fleet.csv"))) {
            assertThatThrownBy(() -> call(settings(true, TELLS), "triage", Map.of("files", files)))
                    .isInstanceOf(InvalidInputException.class)
                    .hasMessageStartingWith("triage.files");
        }
        assertThatThrownBy(() -> call(settings(false, TELLS), "triage", Map.of("exit_code", 3000)))
                .hasMessageContaining("from -255 to 255");
    }

    @Test
    void whatWaitsForAPersonIsListedAndTakesNoAnswer() {
        Reply listed = call(settings(false, TELLS), "review_list", Map.of());

        assertThat(listed.text()).isEqualTo("[review][list][--json][--ledger=" + folder.resolve("ledger") + "]");
        assertThatThrownBy(() -> call(settings(true, TELLS), "review_list", Map.of("approve", "h1")))
                .hasMessageContaining("review_list.approve: is not known");
    }

    @Test
    void whatFailsIsOneLine() {
        Reply reply = call(
                settings(false, "echo noise >&2; echo 'amdahl: x.csv: no header; add one' >&2; exit 2"),
                "scan",
                Map.of("fleet", "fleet.csv"));

        assertThat(reply).isEqualTo(new Reply("x.csv: no header; add one", true));
    }

    @Test
    void whatTakesLongGivesATicketAndIsEndedWithItsChildren() throws Exception {
        Tools tools = tools(hurried(false, Duration.ofMillis(300), "sleep 60 & sleep 60"));

        JsonNode ticket = new ObjectMapper()
                .readTree(call(tools, "scan", Map.of("fleet", "fleet.csv")).text());
        Map<String, Object> asked = Map.of("ticket", ticket.get("ticket").asText());

        assertThat(ticket.get("state").asText()).isEqualTo("running");
        Reply end = call(tools, "status", asked);
        for (int i = 0; i < 1000 && !end.isError(); i++) {
            new java.util.concurrent.CountDownLatch(1).await(10, java.util.concurrent.TimeUnit.MILLISECONDS);
            end = call(tools, "status", asked);
        }
        assertThat(end.text()).contains("scan: ended after", "limit 0 s");
        assertThat(call(tools, "status", Map.of()).text()).contains("\"state\":\"done\"");
        assertThatThrownBy(() -> call(tools, "status", Map.of("ticket", "t99")))
                .hasMessageContaining("there is no 't99'")
                .hasMessageContaining("tickets end with their server");
    }

    @Test
    void aTicketSaysThePairsAndWhatItWaitsFor() throws Exception {
        for (String[] said : new String[][] {
            {"amdahl: pairs 5 of at most 40, confirming", "\"pairs\":5,\"most_pairs\":40"},
            {"amdahl: waits for the trial x; to end that: kill -- -7", "\"waits_for\":\"the trial x"}
        }) {
            String line = said[0];
            Tools tools = tools(hurried(true, Duration.ofMinutes(5), "echo '" + line + "' >&2; exec sleep 60"));
            Reply given = call(tools, "ab", Map.of("baseline", "true", "variant", "true"));

            String told = "";
            for (int i = 0; i < 1000 && !told.contains("says"); i++) {
                new java.util.concurrent.CountDownLatch(1).await(10, java.util.concurrent.TimeUnit.MILLISECONDS);
                told = call(tools, "status", Map.of("ticket", given.ticket().orElseThrow()))
                        .text();
            }
            assertThat(told).contains(said[1]);
        }
    }

    @Test
    void statusWithoutALedgerFileSaysSoAndTellsTheRest() {
        Reply reply = call(settings(true, TELLS), "status", Map.of());

        assertThat(reply.isError()).isFalse();
        assertThat(reply.text()).contains("\"runs_allowed\":true", "\"tickets\":[]", "\"ledger_error\":");
    }

    @Test
    void aSearchNeedsNoTextAndAComparisonTakesItsOptions() {
        Reply search = call(settings(false, TELLS), "ledger_search", Map.of("family", "ranker-train"));
        Reply compared = call(
                settings(true, TELLS),
                "ab",
                Map.of(
                        "baseline",
                        "a",
                        "variant",
                        "b",
                        "output",
                        "-",
                        "fresh",
                        true,
                        "time_limit",
                        "90s",
                        "require",
                        "win"));

        assertThat(search.isError()).isFalse();
        assertThat(search.text()).endsWith("[--top=20][--family=ranker-train]");
        assertThat(compared.text()).endsWith("[--output=-][--time-limit=90s][--require=win][--fresh]");
        assertThatThrownBy(() ->
                        call(settings(true, TELLS), "ab", Map.of("baseline", "a", "variant", "b", "fresh", "yes")))
                .hasMessageContaining("give true or false");
    }

    @Test
    void jobsAreToldWithWhatMayBeChanged() throws Exception {
        Reply reply = call(settings(false, TELLS), "jobs", Map.of("family", "ranker-train"));

        JsonNode job = new ObjectMapper().readTree(reply.text()).at("/jobs/0");
        assertThat(job.at("/levers/0").toString())
                .isEqualTo("{\"name\":\"workers\",\"environment\":\"WORKERS\",\"current\":\"0\","
                        + "\"values\":[\"2\",\"4\"],\"addresses\":[\"INPUT_STARVATION\"]}");
        assertThat(job.at("/editable").isEmpty()).isTrue();
        assertThat(new ObjectMapper().readTree(reply.text()).at("/classes").toString())
                .contains("COMM_EXPOSED");
        assertThat(call(settings(false, TELLS), "jobs", Map.of("family", "none"))
                        .text())
                .startsWith("{\"jobs\":[],");
    }

    @Test
    void aDiffOfAFileThatIsNotEditableIsRefusedWithTheReason() throws Exception {
        Files.createDirectory(folder.resolve("code"));
        Files.writeString(
                jobs, JOBS + "    source: {repository: code, revision: main, build: [\"true\"], editable: [src/**]}\n");
        String diff = "diff --git a/%1$s b/%1$s\n--- a/%1$s\n+++ b/%1$s\n@@ -1 +1 @@\n-a\n+b\n";
        Map<String, Object> change = Map.of(
                "family", "ranker-train", "title", "better", "addresses", List.of("INPUT_STARVATION"), "diff", "");

        assertThatThrownBy(() ->
                        call(settings(true, TELLS), "propose", with(change, "diff", diff.formatted("tests/check.py"))))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("'tests/check.py' is not among the editable files [src/**]");
        assertThat(offered(new ArrayList<>())).isEmpty();
        assertThat(call(settings(true, TELLS), "propose", with(change, "diff", diff.formatted("src/a.py")))
                        .text())
                .contains("\"state\":\"entered\"");
        assertThat(offered(new ArrayList<>())).hasSize(1);
    }

    @Test
    void aProposalIsCheckedLikeOneOfAPersonAndKeptOnce() throws Exception {
        Map<String, Object> named =
                Map.of("family", "ranker-train", "title", "four workers", "addresses", List.of("INPUT_STARVATION"));
        Map<String, Object> good = with(with(named, "environment", Map.of("WORKERS", "4")), "expected", .3);

        Reply entered = call(settings(true, TELLS), "propose", good);
        Reply again = call(settings(true, TELLS), "propose", good);

        assertThat(entered.text()).contains("\"state\":\"entered\"");
        assertThat(again.text()).contains("known already");
        assertThat(offered(new ArrayList<>())).singleElement().satisfies(each -> {
            assertThat(each.contribution().title()).isEqualTo("four workers");
            assertThat(each.contribution().addresses()).containsExactly(Bottleneck.INPUT_STARVATION);
            assertThat(each.contribution().change().surface()).containsExactly("lever:workers");
        });
        for (Map<String, Object> bad : List.<Map<String, Object>>of(
                with(good, "family", "ranker-tran"),
                with(good, "addresses", List.of("MAGIC")),
                with(good, "environment", Map.of("LD_PRELOAD", "/tmp/x.so")),
                with(good, "environment", Map.of()),
                with(good, "environment", Map.of("WORKERS", "400")),
                with(good, "environment", Map.of("SEED", "2")),
                with(good, "environment", "WORKERS=4"),
                with(good, "diff", "--- a/x\n+++ b/x\n"),
                with(good, "expected", 7))) {
            assertThatThrownBy(() -> call(settings(true, TELLS), "propose", bad))
                    .isInstanceOf(InvalidInputException.class)
                    .hasMessageStartingWith("propose")
                    .message()
                    .doesNotContain(folder.toString());
        }
        assertThat(offered(new ArrayList<>())).hasSize(1);
        Files.writeString(folder.resolve("ledger.proposals/broken.json"), "{");
        List<String> unreadable = new ArrayList<>();
        assertThat(offered(unreadable)).hasSize(1);
        assertThat(unreadable).hasSize(1);
    }

    private List<ProposalFolder.Offered> offered(List<String> unreadable) {
        JobSpec job = JobsFile.read(jobs).jobs().get(0);
        return ProposalFolder.of(LedgerLocation.of(folder.resolve("ledger").toString()))
                .of(job, e -> unreadable.add(e.getMessage()));
    }

    private static Map<String, Object> with(Map<String, Object> base, String key, Object value) {
        Map<String, Object> changed = new java.util.TreeMap<>(base);
        changed.put(key, value);
        return changed;
    }
}
