package dev.amdahl.examples.cli.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.amdahl.core.ledger.Lease;
import dev.amdahl.core.ledger.Ledger;
import dev.amdahl.core.ledger.entry.Entry;
import dev.amdahl.core.ledger.entry.RunPlan;
import dev.amdahl.core.ledger.entry.RunPurpose;
import dev.amdahl.core.ledger.entry.RunResult;
import dev.amdahl.core.ledger.evidence.StoredArtifact;
import dev.amdahl.core.refute.Panel;
import dev.amdahl.examples.cli.Cli;
import dev.amdahl.examples.cli.review.AskedWin;
import dev.amdahl.spi.contract.Requires;
import dev.amdahl.spi.experiment.Vote;
import dev.amdahl.spi.experiment.WorkerRunId;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Looking into ledgers, sound and damaged. */
final class LedgerCommandsTest {
    @TempDir
    private Path folder;

    @BeforeEach
    void needsTwoProcessors() {
        Requires.processors(2);
        Requires.program("setsid");
    }

    private String comparison() throws Exception {
        String ledger = folder.resolve("ledger").toString();
        Cli.in(folder, "ab", "--baseline", "echo 1", "--variant", "echo 2", "--output", "-", "--ledger", ledger);
        return ledger;
    }

    private String written() {
        String url = folder.resolve("written").toString();
        try (Ledger ledger = Ledger.open(url);
                Lease lease = ledger.acquire("cycle", Duration.ofMinutes(1))) {
            for (int i = 1; i <= 5; i++) {
                lease.commit(new Entry.CycleEnded("cycle " + i));
            }
        }
        return url;
    }

    @Test
    void anExportIsReadIntoANewLedgerAndNeverOverAnother() throws Exception {
        String ledger = written();
        String export = folder.resolve("export.jsonl").toString();
        String copy = folder.resolve("copy").toString();

        JsonNode out = Cli.here("ledger", "export", "--json", "--out", export, "--ledger", ledger)
                .json("ledger-export");
        JsonNode in =
                Cli.here("ledger", "import", export, "--json", "--ledger", copy).json("ledger-export");

        assertThat(in).isEqualTo(out);
        assertThat(Cli.here("ledger", "verify", "--ledger", copy).code()).isZero();
        Cli.here("ledger", "import", export, "--ledger", copy).failsWith(2, "copy.mv.db exists");
        Cli.here("ledger", "import", "nowhere.jsonl", "--ledger", copy).failsWith(2, "no such file");
        Cli.here("ledger", "export", "--ledger", ledger).failsWith(2, "--out");
    }

    @Test
    void aDamagedLedgerIsRepairedAndSaysFromWhat() throws Exception {
        String ledger = written();
        Files.writeString(Path.of(ledger + ".mv.db"), "not a database");
        assertThat(Cli.here("ledger", "verify", "--ledger", ledger).code()).isNotZero();

        JsonNode done =
                Cli.here("ledger", "repair", "--json", "--ledger", ledger).json("ledger-repair");
        assertThat(done.get("from").asText()).isEqualTo("events");
        assertThat(done.at("/database/ok").asBoolean()).isFalse();
        assertThat(done.at("/event_files/head")).isEqualTo(done.get("head"));
        assertThat(done.get("kept")).hasSize(2);
        assertThat(Cli.here("ledger", "verify", "--ledger", ledger).code()).isZero();
        assertThat(Cli.here("ledger", "repair", "--ledger", ledger).out())
                .contains(
                        "before: database ",
                        "now, from the database: ",
                        done.get("head").asText())
                .doesNotContain("kept:");
        Cli.here("ledger", "repair", "--from", "hope", "--ledger", ledger).failsWith(2, "choose database or events");
        Cli.here("ledger", "repair", "--ledger", folder.resolve("none").toString())
                .failsWith(2, "there is none");
    }

    @Test
    void theNewestEventsAreReadFromTheEndAndAllOnlyWhereAsked() throws Exception {
        String ledger = written();
        Path file = Path.of(ledger + ".events.jsonl");
        String whole = Files.readString(file);
        String last =
                Cli.here("ledger", "log", "--last", "2", "--ledger", ledger).out();
        assertThat(Cli.here("ledger", "log", "--last", "2", "--check", "--ledger", ledger)
                        .out())
                .isEqualTo(last);
        assertThat(Cli.here("ledger", "verify", "--files", "--ledger", ledger).code())
                .isZero();
        Files.writeString(file, whole.replaceFirst("cycle 1", "cycle 9"));
        assertThat(Cli.here("ledger", "log", "--last", "2", "--ledger", ledger).out())
                .isEqualTo(last);
        Cli.here("ledger", "log", "--last", "2", "--check", "--ledger", ledger).failsWith(2, "event 1");
        JsonNode files = Cli.here("ledger", "verify", "--files", "--json", "--ledger", ledger)
                .json("ledger-verify");
        assertThat(files.get("first_bad").asLong()).isEqualTo(1);

        String copy = folder.resolve("copy").toString();
        Files.writeString(file, whole.replaceFirst("cycle 4", "cycle 9"));
        Cli.here("ledger", "import", file.toString(), "--ledger", copy).failsWith(2, "is not what was written");
        JsonNode some = Cli.here("ledger", "import", file.toString(), "--until", "3", "--json", "--ledger", copy)
                .json("ledger-export");
        assertThat(some.get("events").asLong()).isEqualTo(3);
        assertThat(Cli.here("ledger", "verify", "--ledger", copy).code()).isZero();
        Cli.here("ledger", "import", file.toString(), "--until", "0", "--ledger", copy)
                .failsWith(2, "--until");
    }

    @Test
    void copiesSayWhichFilesTheyLeaveOut() throws Exception {
        String ledger = folder.resolve("kept").toString();
        String text = "seconds";
        try (Ledger opened = Ledger.open(ledger);
                Lease lease = opened.acquire("cycle", Duration.ofMinutes(1))) {
            StoredArtifact kept = lease.evidence()
                    .orElseThrow()
                    .put(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), text.length());
            RunPlan plan = new RunPlan("run-1", RunPurpose.EVIDENCE, "f", "", 0, 1, 1, false, 1, 0);
            lease.commit(
                    new Entry.FamilySeen("f", "h200", "0"),
                    new Entry.RunIntended(plan),
                    new Entry.RunSubmitted("run-1", new WorkerRunId("w")),
                    new Entry.RunCollected(
                            "run-1",
                            new RunResult("", List.of(), OptionalDouble.empty(), List.of(), Optional.empty(), 0)),
                    new Entry.EvidenceKept("run-1", "trace", kept.digest(), kept.bytes()));
        }
        Path export = folder.resolve("export.jsonl");
        String copy = folder.resolve("copy").toString();

        assertThat(Cli.here("ledger", "export", "--out", export.toString(), "--ledger", ledger)
                        .out())
                .contains("not in it: 1 file that its events name; copy " + ledger + ".evidence along");
        assertThat(Cli.here("ledger", "import", export.toString(), "--ledger", copy)
                        .out())
                .contains("its events name 1 file that it does not hold", "to " + copy + ".evidence");
        Cli verify = Cli.here("ledger", "verify", "--ledger", copy);
        assertThat(verify.code()).isEqualTo(1);
        assertThat(verify.out()).contains("is missing; in a copy of a ledger, copy its .evidence folder too");

        try (Stream<Path> files = Files.walk(Path.of(ledger + ".evidence"))) {
            for (Path file : files.toList()) {
                Files.copy(
                        file,
                        Path.of(copy + ".evidence")
                                .resolve(Path.of(ledger + ".evidence").relativize(file)));
            }
        }
        assertThat(Cli.here("ledger", "verify", "--ledger", copy).code()).isZero();
    }

    @Test
    void rewardsAreWrittenOnlyWhenAskedFor() throws Exception {
        String ledger = comparison();
        Path plain = folder.resolve("plain.jsonl");
        Path rewards = folder.resolve("rewards.jsonl");

        assertThat(Cli.here("ledger", "export", "--out", plain.toString(), "--ledger", ledger)
                        .code())
                .isZero();
        JsonNode out = Cli.here(
                        "ledger", "export", "--rewards", "--json", "--out", rewards.toString(), "--ledger", ledger)
                .json("ledger-export");

        assertThat(out.get("hypotheses").asInt()).isEqualTo(1);
        assertThat(plain).content().doesNotContain("\"advantage\"");
        assertThat(Files.readAllLines(rewards)).singleElement().satisfies(line -> {
            JsonNode reward = new ObjectMapper().readTree(line);
            assertThat(reward.get("state").asText()).isEqualTo("REFUTED");
            assertThat(reward.has("reward")).isTrue();
            assertThat(reward.has("advantage")).isTrue();
        });
    }

    @Test
    void aComparisonCanBeReadBack() throws Exception {
        String ledger = comparison();

        Cli verify = Cli.here("ledger", "verify", "--json", "--ledger", ledger);
        JsonNode verified = verify.json("ledger-verify");
        assertThat(verify.code()).isZero();
        assertThat(verified.get("ok").asBoolean()).isTrue();

        JsonNode events = Cli.here("ledger", "log", "--json", "--ledger", ledger)
                .json("ledger-log")
                .get("events");
        assertThat(events).hasSize(verified.get("events").asInt());
        String subject = "";
        for (JsonNode event : events) {
            subject = event.get("kind").asText().toLowerCase(Locale.ROOT).contains("proposed")
                    ? event.get("subject").asText()
                    : subject;
        }
        JsonNode shown = Cli.here("ledger", "show", subject, "--json", "--ledger", ledger)
                .json("ledger-show");
        assertThat(shown.get("state").asText()).isEqualTo("REFUTED");
        assertThat(shown.at("/change/settings/0/target").asText()).isEqualTo("command");
        assertThat(Cli.here("ledger", "show", subject, "--ledger", ledger).out())
                .contains("REFUTED", ": echo 1 -> echo 2 (command)")
                .doesNotContain("{", "ShellCommand");
        JsonNode found = Cli.here("ledger", "search", "what", "failed,", "and why?", "--json", "--ledger", ledger)
                .json("ledger-search");
        assertThat(found.get("matches").asInt()).isEqualTo(1);
        assertThat(found.at("/found/0/id").asText()).isEqualTo(subject);
        assertThat(found.at("/found/0/reason").asText()).isNotBlank();
        assertThat(found.at("/found/0/evidence_ids")).isNotEmpty();
        assertThat(Cli.here("ledger", "search", "--state", "PROMOTED", "--ledger", ledger)
                        .out())
                .contains("none of the 1 changes in the ledger matches; ask", "ledger search --state");
        assertThat(Cli.here("ledger", "search", "what", "was", "tried", "--ledger", ledger)
                        .out())
                .contains(subject, "REFUTED");
        assertThat(Cli.here("ledger", "accounts", "--json", "--ledger", ledger)
                        .json("ledger-accounts")
                        .at("/throughput/windows/2/verdicts")
                        .asInt())
                .isEqualTo(1);
        Cli.here("ledger", "search", "--since", "yesterday", "--ledger", ledger)
                .failsWith(2, "--since", "is not a day");
        Cli.here("ledger", "show", "nobody", "--ledger", ledger).failsWith(2, "there is none in this ledger");
        assertThat(Cli.here("review", "list", "--json", "--ledger", ledger)
                        .json("review-list")
                        .get("waiting"))
                .isEmpty();
        Cli.here("review", "approve", subject, "--by", "ann", "--reason", "x", "--ledger", ledger)
                .failsWith(2, "is REFUTED, nothing is asked");
    }

    @Test
    void whatThePanelLookedAtIsShownBesideItsVotes() {
        String url = folder.resolve("asked").toString();
        OptionalDouble none = OptionalDouble.empty();
        try (Ledger ledger = Ledger.open(url);
                Lease lease = ledger.acquire("cycle", Duration.ofMinutes(1))) {
            lease.commit(AskedWin.entries(
                    new Vote(
                            Panel.EXAMINATION,
                            Vote.Ballot.UPHOLDS,
                            false,
                            "objects to nothing",
                            none,
                            none,
                            List.of("clock drift"),
                            List.of("order effect", "carry-over")),
                    new Vote(Panel.SUBSET + "1", Vote.Ballot.UPHOLDS, false, "nothing", none, none, List.of()),
                    new Vote("second-look", Vote.Ballot.UPHOLDS, false, "plausible", none, none, List.of())));
        }

        assertThat(Cli.here("ledger", "show", "won-1", "--ledger", url).out()).contains("""
                        panel    no objection, stable in 1 of 1 subsets, 1 of 1 other refuter uphold
                        checks   2 looked and found nothing: carry-over, order effect
                        checks   1 could not look, nothing here supplies the data: clock drift
                        vote     examination UPHOLDS: objects to nothing
                        """);
    }

    @Test
    void anEventIsProvenToSomebodyWithoutTheLedger() throws Exception {
        String ledger = written();
        Cli proof = Cli.here("ledger", "prove", "3", "--json", "--ledger", ledger);
        String head = proof.json("ledger-prove").get("head").asText();
        Path file = Files.writeString(folder.resolve("proof.json"), proof.out());

        Cli checked = Cli.here("ledger", "prove", "--check", file.toString(), "--head", head, "--json");
        assertThat(checked.json("ledger-prove").get("ok").asBoolean()).isTrue();
        assertThat(checked.code()).isZero();
        Cli other = Cli.here("ledger", "prove", "--check", file.toString(), "--head", "ab".repeat(32));
        assertThat(other.code()).isEqualTo(1);
        assertThat(other.out()).contains("it leads to head " + head);

        Files.writeString(file, proof.out().replaceFirst("payload\" : \"", "payload\" : \" "));
        Cli forged = Cli.here("ledger", "prove", "--check", file.toString());
        assertThat(forged.out()).contains("does not hold: event 3 is not what was written");
        assertThat(forged.code()).isEqualTo(1);
        Files.writeString(file, "{}");
        Cli.here("ledger", "prove", "--check", file.toString())
                .failsWith(2, "proof.json", "give the output of ledger prove");
        Cli.here("ledger", "prove", "9999", "--ledger", ledger).failsWith(2, "event 9999", "the last is");
        Cli.here("ledger", "prove", "--ledger", ledger).failsWith(2, "no event is named");
    }

    @Test
    void aLedgerBroughtBackAsAWholeIsSeenAgainstWhatWasPrintedBefore() throws Exception {
        String ledger = written();
        Path noted = Files.writeString(
                folder.resolve("noted"),
                Cli.here("ledger", "verify", "--ledger", ledger).out());
        assertThat(Cli.here("ledger", "verify", "--ledger", ledger, "--since", noted.toString())
                        .code())
                .isZero();
        String foreign = "cd".repeat(32);
        Cli verify = Cli.here("ledger", "verify", "--json", "--ledger", ledger, "--head", foreign);
        assertThat(verify.code()).isEqualTo(1);
        assertThat(verify.json("ledger-verify").get("problems").get(0).asText())
                .contains(foreign, "not in the chain", "rolled back");
        Cli.here("ledger", "verify", "--ledger", ledger, "--head", "xyz").failsWith(2, "--head", "is not a hash");
        Files.writeString(noted, "nothing");
        Cli.here("ledger", "verify", "--ledger", ledger, "--since", noted.toString())
                .failsWith(2, "noted", "holds no head");
    }

    @Test
    void aFlippedBitIsFoundAndNothingIsChanged() throws Exception {
        String ledger = comparison();
        Path events = Path.of(ledger + ".events.jsonl");
        flip(events, Files.size(events) / 2);
        byte[] before = Files.readAllBytes(events);

        Cli verify = Cli.here("ledger", "verify", "--ledger", ledger);
        assertThat(verify.code()).as(verify.err()).isIn(1, 2);
        assertThat(verify.out() + verify.err()).contains("event");
        Cli.here("ledger", "log", "--ledger", ledger).failsWith(2, "events.jsonl");
        Cli.here("report", "--out", folder.resolve("page").toString(), "--ledger", ledger)
                .failsWith(2, "events.jsonl");
        assertThat(Files.readAllBytes(events)).isEqualTo(before);
    }

    @Test
    void whatIsNoLedgerIsLeftAlone() throws Exception {
        Path file = Files.writeString(folder.resolve("other.mv.db"), "not a ledger");
        Cli.here("ledger", "verify", "--ledger", folder.resolve("other").toString())
                .failsWith(2, "other.mv.db", "not a ledger", "was left as it is");
        Path jobs = Files.writeString(folder.resolve("jobs.yaml"), "jobs: [{family: f, command: [\"true\"]}]\n");
        String ledger = folder.resolve("other").toString();
        Cli.here("loop", "--jobs", jobs.toString(), "--ledger", ledger).failsWith(2, "other.mv.db", "not a ledger");
        Cli.here("report", "--out", folder.resolve("page").toString(), "--ledger", ledger)
                .failsWith(2, "other.mv.db", "not a ledger", "was left as it is");
        assertThat(file).hasContent("not a ledger");
        Cli.here("ledger", "verify", "--ledger", folder.resolve("none").toString())
                .failsWith(2, "there is none");
    }

    @Test
    void aLedgerThatIsHeldSaysSo() throws Exception {
        String ledger = folder.resolve("held").toString();
        Path jobs = Files.writeString(folder.resolve("jobs.yaml"), "jobs: [{family: f, command: [\"true\"]}]\n");
        try (Ledger held = Ledger.open(ledger)) {
            assertThat(held.view().events()).isZero();
            Cli.in(folder, "loop", "--jobs", jobs.toString(), "--ledger", ledger)
                    .failsWith(3, "held", "wait until the other cycle has ended");
        }
    }

    private static void flip(Path file, long position) throws IOException {
        try (RandomAccessFile bytes = new RandomAccessFile(file.toFile(), "rw")) {
            bytes.seek(position);
            int value = bytes.read();
            bytes.seek(position);
            bytes.write(value ^ 1);
        }
    }
}
