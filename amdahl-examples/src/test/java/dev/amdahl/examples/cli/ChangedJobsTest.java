package dev.amdahl.examples.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.amdahl.core.internal.testing.Leftovers;
import dev.amdahl.spi.contract.Requires;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A job file that changes while experiments are open: each family ends in a clear line, and everything else goes on. */
@Tag("soak")
final class ChangedJobsTest {
    private static final String SLEEPS = "sleep \"$S\"";

    @TempDir
    private Path folder;

    @BeforeEach
    void needPrograms() {
        Requires.processors(2);
        Requires.program("setsid");
    }

    @AfterEach
    void endWhatRuns() {
        Leftovers.end(folder);
    }

    private static String job(String family, String script, String more) {
        return """
                  - family: %s
                    command: [sh, -c, '%s']
                    environment: {S: "0.15"}
                    time_limit: 20s
                    levers: [{name: s, environment: S, values: ["0.02"], addresses: [HOST_SERIAL]}]
                    %s
                """.formatted(family, script, more);
    }

    private Cli loop(String policy, List<String> jobs, String... more) throws Exception {
        Path file = Files.writeString(
                folder.resolve("jobs.yaml"), "policy: {" + policy + "}\njobs:\n" + String.join("", jobs));
        List<String> arguments =
                new ArrayList<>(List.of("loop", "--json", "--jobs", file.toString(), "--ledger", ledger()));
        arguments.addAll(List.of(more));
        return Cli.here(arguments.toArray(String[]::new));
    }

    /** At full size until nothing is left to do, else so far that what was wrong would have shown. */
    private Cli goesOn(String policy, List<String> jobs) throws Exception {
        return Requires.fullSize() ? loop(policy, jobs) : loop(policy, jobs, "--cycles", "3");
    }

    private static boolean isLeftOpen(JsonNode row) {
        return Requires.fullSize()
                && List.of("PROPOSED", "TESTING", "CONFIRMING").contains(state(row));
    }

    private String ledger() {
        return folder.resolve("ledger").toString();
    }

    /** Cycles until the ledger holds so many collected trials of a set. */
    private void untilTrials(String policy, List<String> jobs, int set, int trials) throws Exception {
        for (int i = 0; i < 60 && collected(set) < trials; i++) {
            assertThat(loop(policy, jobs, "--cycles", "4").code()).isZero();
        }
        assertThat(collected(set)).isGreaterThanOrEqualTo(trials);
    }

    private long collected(int set) throws IOException {
        return lines("\"purpose\":\"TRIAL\"", "\"set\":" + set);
    }

    /** Events that hold both texts. */
    private long lines(String text, String other) throws IOException {
        Path events = folder.resolve("ledger.events.jsonl");
        return Files.exists(events)
                ? Files.readAllLines(events).stream()
                        .filter(line -> line.contains(text) && line.contains(other))
                        .count()
                : 0;
    }

    private static List<JsonNode> of(JsonNode answer, String family) {
        List<JsonNode> rows = new ArrayList<>();
        answer.path("hypotheses").forEach(row -> {
            if (row.path("family").asText().equals(family)) {
                rows.add(row);
            }
        });
        return rows;
    }

    private static String state(JsonNode row) {
        return row.path("state").asText();
    }

    @Test
    @Tag("long")
    void aFamilyThatIsTakenOutExpiresAndTheOtherGoesOn() throws Exception {
        String gone = job("gone", SLEEPS, "");
        String stays = job("stays", SLEEPS, "");
        untilTrials("pairs: 12", List.of(gone, stays), 1, 2);

        Cli cli = loop("pairs: 12", List.of(stays));

        assertThat(cli.code()).as(cli.err()).isZero();
        JsonNode row = of(cli.json("loop"), "gone").get(0);
        assertThat(state(row)).isEqualTo("EXPIRED");
        assertThat(row.path("reason").asText()).contains("no longer declared");
        assertThat(of(cli.json("loop"), "stays"))
                .isNotEmpty()
                .noneMatch(other -> List.of("PROPOSED", "TESTING", "CONFIRMING").contains(state(other)));
    }

    @Test
    void anExperimentNeverMixesTwoPrograms() throws Exception {
        untilTrials("pairs: 12", List.of(job("edited", SLEEPS, "")), 1, 3);

        Cli cli = loop("pairs: 12", List.of(job("edited", SLEEPS + "; : program-two", "")));

        assertThat(cli.code()).as(cli.err()).isZero();
        List<JsonNode> rows = of(cli.json("loop"), "edited");
        assertThat(state(rows.get(0))).isEqualTo("EXPIRED");
        assertThat(rows.get(0).path("reason").asText()).contains("its trials would be of two different programs");
        assertThat(rows).as("tried again").hasSizeGreaterThan(1);
    }

    @Test
    @Tag("long")
    void aPolicyThatIsLoweredInFlightStopsNothing() throws Exception {
        String job = job("lowered", SLEEPS, "");
        untilTrials("pairs: 120", List.of(job), Requires.fullSize() ? 2 : 1, 1);

        Cli cli = goesOn("pairs: 8", List.of(job));

        assertThat(cli.code()).as(cli.err()).isZero();
        assertThat(cli.err()).contains("policy.pairs: 8 is taken as 12").doesNotContain("internal error");
        assertThat(of(cli.json("loop"), "lowered")).isNotEmpty().noneMatch(ChangedJobsTest::isLeftOpen);
    }

    @Test
    @Tag("long")
    void aRevisionThatVanishesEndsItsFamilyAlone() throws Exception {
        Requires.program("git");
        Path repository = Files.createDirectory(folder.resolve("repository"));
        for (String call : List.of("init -q", "commit -q --allow-empty -m first", "branch side")) {
            git(repository, call);
        }
        String branch = job("branch", SLEEPS, "source: {repository: repository, revision: side}");
        String good = job("good", SLEEPS, "");
        loop("pairs: 12", List.of(branch, good), "--cycles", "1");
        long runs = lines("\"purpose\"", "\"family\":\"good\"");
        git(repository, "branch -D -q side");

        Cli cli = goesOn("pairs: 12", List.of(branch, good));

        assertThat(cli.err()).contains("branch: cannot be run", "check the repository and the revision under 'source'");
        assertThat(lines("\"purpose\"", "\"family\":\"good\"")).isGreaterThan(runs);
        assertThat(of(cli.json("loop"), "good")).noneMatch(ChangedJobsTest::isLeftOpen);
    }

    @Test
    void aFileThatWasEmptiedOrRemovedIsOneLine() throws Exception {
        assertThat(loop("pairs: 12", List.of(job("f", SLEEPS, "")), "--cycles", "1")
                        .code())
                .isZero();
        long events = Files.readAllLines(folder.resolve("ledger.events.jsonl")).size();

        Path jobs = folder.resolve("jobs.yaml");
        Files.writeString(jobs, "");
        Cli.here("loop", "--jobs", jobs.toString(), "--ledger", ledger())
                .failsWith(2, "jobs.yaml", "the file is empty");
        Files.delete(jobs);
        Cli.here("loop", "--jobs", jobs.toString(), "--ledger", ledger()).failsWith(2, "jobs.yaml", "no such file");

        assertThat(Files.readAllLines(folder.resolve("ledger.events.jsonl")))
                .hasSize((int) events)
                .isNotEmpty();
    }

    private static void git(Path repository, String call) throws Exception {
        List<String> command = new ArrayList<>(
                List.of("git", "-c", "user.name=n", "-c", "user.email=e@x", "-C", repository.toString()));
        command.addAll(List.of(call.split(" ", -1)));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
    }
}
