package dev.amdahl.examples.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The tools that run something, and those that read samples, without the protocol; what they start tells its arguments and its input. */
final class RunToolsTest {
    private static final String TELLS = "for a in \"$@\"; do printf '[%s]' \"$a\"; done; cat";

    @TempDir
    private Path folder;

    private Path root;
    private Path jobs;
    private final List<Tickets> open = new ArrayList<>();

    @BeforeEach
    void prepare() throws IOException {
        root = Files.createDirectory(folder.resolve("root")).toRealPath();
        jobs = Files.writeString(folder.resolve("jobs.yaml"), "jobs:\n  - family: x\n    command: [\"true\"]\n");
        Files.writeString(root.resolve("runs.csv"), "id\n");
        Files.writeString(folder.resolve("secret.log"), "x\n");
    }

    @AfterEach
    void end() {
        open.forEach(Tickets::close);
    }

    private String ledger() {
        return folder.resolve("ledger").toString();
    }

    private McpSettings settings(boolean isAllowed, boolean hasJobs, boolean hasLedger) {
        return new McpSettings(
                root,
                hasLedger ? Optional.of(ledger()) : Optional.empty(),
                hasJobs ? Optional.of(jobs) : Optional.empty(),
                hasJobs ? Optional.of(jobs.resolveSibling("models.yaml")) : Optional.empty(),
                isAllowed,
                false,
                Duration.ofSeconds(30),
                Duration.ofSeconds(30),
                List.of("sh", "-c", TELLS, "amdahl"));
    }

    private String call(McpSettings settings, String name, Map<String, Object> arguments) {
        Root real = new Root(settings.root());
        Tickets tickets = new Tickets(settings, real);
        open.add(tickets);
        Tool tool = new Tools(settings, real, tickets)
                .all().stream()
                        .filter(each -> each.name().equals(name))
                        .findFirst()
                        .orElseThrow();
        return tool.call()
                .apply(new Arguments(name, arguments, tool.properties().keySet()))
                .text();
    }

    private String call(String name, Map<String, Object> arguments) {
        return call(settings(true, true, true), name, arguments);
    }

    @ParameterizedTest
    @ValueSource(strings = {"judge", "init", "burnin", "roofline", "kernel"})
    void nothingRunsUnlessItIsAllowed(String tool) {
        assertThatThrownBy(() -> call(settings(false, true, true), tool, Map.of("patch", "x", "command", List.of("y"))))
                .hasMessageContaining("is not known");
        Map<String, Object> arguments = tool.equals("judge")
                ? Map.of("patch", "x")
                : tool.equals("init") ? Map.of("command", List.of("y")) : Map.of();
        assertThatThrownBy(() -> call(settings(false, true, true), tool, arguments))
                .hasMessageStartingWith(tool + ": commands may not be run")
                .hasMessageContaining("--allow-runs");
    }

    @Test
    void aPatchIsReadFromStandardInputAndNamesNeitherLedgerNorCommand() {
        String patch = "--- a/x\n+++ b/x\n@@ -1 +1 @@\n-$(id)\n+`id`\n";
        Map<String, Object> all = new TreeMap<>(Map.of("patch", patch, "family", "--ledger=other", "title", "-x"));
        all.putAll(Map.of("addresses", List.of("HOST_SERIAL", "SYNC_STALL"), "expected", .5, "pairs", 20));

        assertThat(call("judge", Map.of("patch", patch)))
                .isEqualTo("[judge][--json][--jobs=" + jobs + "][--ledger=" + ledger() + "][-]" + patch);
        assertThat(call("judge", all))
                .isEqualTo("[judge][--json][--jobs=" + jobs + "][--ledger=" + ledger()
                        + "][--family=--ledger=other][--title=-x][--addresses=HOST_SERIAL,SYNC_STALL][--expected=0.5]"
                        + "[--pairs=20][-]" + patch);
        assertThatThrownBy(() -> call(settings(true, false, true), "judge", Map.of("patch", patch)))
                .hasMessageContaining("--jobs FILE");
        assertThatThrownBy(() -> call(settings(true, true, false), "judge", Map.of("patch", patch)))
                .hasMessageContaining("without a ledger");
    }

    @Test
    void noArgumentOfAJudgementIsTakenThatItDoesNotHave() {
        for (Map<String, Object> bad : List.<Map<String, Object>>of(
                Map.of(),
                Map.of("patch", " "),
                Map.of("patch", List.of("x")),
                Map.of("patch", "x".repeat((1 << 18) + 1)),
                Map.of("patch", "a\u0000b"),
                Map.of("patch", "a\ud800b"),
                Map.of("patch", "x", "command", "true"),
                Map.of("patch", "x", "budget", 9),
                Map.of("patch", "x", "minimum_effect", 0),
                Map.of("patch", "x", "refuters", List.of()),
                Map.of("patch", "x", "ledger", "y"),
                Map.of("patch", "x", "family", "y".repeat(201)),
                Map.of("patch", "x", "pairs", 2),
                Map.of("patch", "x", "pairs", 12.5),
                Map.of("patch", "x", "expected", 1.5),
                Map.of("patch", "x", "expected", Double.NaN),
                Map.of("patch", "x", "expected", "half"),
                Map.of("patch", "x", "addresses", "HOST_SERIAL"),
                Map.of("patch", "x", "addresses", Collections.nCopies(33, "HOST_SERIAL")))) {
            assertThatThrownBy(() -> call("judge", bad)).as("%s", bad.keySet()).hasMessageStartingWith("judge.");
        }
    }

    @Test
    void aJobsFileIsShownAndItsCommandRunOnlyWhereThatIsAskedFor() {
        assertThat(call("init", Map.of("command", List.of("python3", "train.py", "--x"))))
                .isEqualTo("[init][--json][--show][--dry][--max-seconds=120][--][python3][train.py][--x]");
        assertThat(call("init", Map.of("command", List.of("./run"), "run", true, "max_seconds", 5)))
                .isEqualTo("[init][--json][--show][--max-seconds=5][--][./run]");
        assertThatThrownBy(() -> call("init", Map.of("command", List.of()))).hasMessageStartingWith("init.command");
        assertThatThrownBy(() -> call("init", Map.of("command", List.of("x".repeat(5000)))))
                .hasMessageStartingWith("init.command");
    }

    @Test
    void whatIsMeasuredOnADeviceIsNoResultOfTheLoop() {
        assertThat(call("burnin", Map.of("backend", "cpu", "seconds", 2, "all", true)))
                .isEqualTo("[burnin][--json][--ledger=jdbc:h2:mem:mcp][--seconds=2][--backend=cpu][--all]");
        assertThat(call("kernel", Map.of("task", "softmax", "backend", "emulated", "quick", true)))
                .isEqualTo("[kernel][--json][--ledger=jdbc:h2:mem:mcp][--seconds=60][--attempts=12]"
                        + "[--backend=emulated][--quick][softmax]");
        assertThat(call("kernel", Map.of())).endsWith("[--attempts=12][--list]");
        assertThat(call("roofline", Map.of("flops", 2.1e9, "bytes", 340_000_000, "seconds", .0125, "share", .4)))
                .isEqualTo("[roofline][--json][--flops=2.1E9][--bytes=3.4E8][--seconds=0.0125][--share=0.4]");
        assertThatThrownBy(() -> call("roofline", Map.of("flops", -1))).hasMessageStartingWith("roofline.flops");
        assertThatThrownBy(() -> call("kernel", Map.of("task", "--candidate=/etc/passwd")))
                .hasMessageContaining("is not an id");
        assertThatThrownBy(() -> call("burnin", Map.of("seconds", 90_000))).hasMessageContaining("from 1 to 600");
    }

    @Test
    void samplesAndRunsMustLieBelowTheRoot() {
        Path runs = root.resolve("runs.csv");
        McpSettings reads = settings(false, false, true);

        assertThat(call(reads, "watch", Map.of("files", List.of("runs.csv"), "family", "f")))
                .isEqualTo("[watch][--json][--family=f][" + runs + "]");
        assertThat(call(reads, "goodput", Map.of("fleet", "runs.csv", "log", "runs.csv", "top", 3)))
                .isEqualTo("[goodput][--json][--fleet=" + runs + "][--top=3][--log=" + runs + "][--ledger=" + ledger()
                        + "]");
        assertThatThrownBy(() -> call(reads, "watch", Map.of("files", List.of("../secret.log"))))
                .hasMessageStartingWith("watch.files");
        assertThatThrownBy(() -> call(reads, "goodput", Map.of("fleet", "runs.csv", "log", "../secret.log")))
                .hasMessageStartingWith("goodput.log");
    }

    @Test
    void notesAndPlacesOutsideAreQuotedWhereTheOwnerNamedThemAndNoModelIsAsked() {
        String asked = "[ask][--json][--top=5][ is it slow?][--ledger=" + ledger() + "]";

        assertThat(call("ask", Map.of("question", "is it slow?"))).isEqualTo(asked);
        assertThat(call("ask", Map.of("question", "is it slow?", "ideas", true)))
                .isEqualTo(asked + "[--models=" + jobs.resolveSibling("models.yaml") + "][--ideas-only]");
        assertThatThrownBy(() ->
                        call(settings(false, false, true), "ask", Map.of("question", "is it slow?", "ideas", true)))
                .hasMessageStartingWith("ask: no notes or places outside are known")
                .hasMessageContaining("--models FILE");
        assertThatThrownBy(() -> call("ask", Map.of("question", "is it slow?", "models", "/etc/passwd")))
                .hasMessageStartingWith("ask.models: is not known");
    }

    @Test
    void whatAServerKeepsOnDiskGoesWithIt() throws Exception {
        call("judge", Map.of("patch", "x"));
        Path files = open.get(0).files();
        assertThat(files).isDirectory();

        open.get(0).close();

        assertThat(files).doesNotExist();
    }
}
