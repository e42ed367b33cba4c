package dev.amdahl.examples.cli.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import dev.amdahl.examples.cli.Cli;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code scan --by}: whose hours are wasted. */
final class ScanByTest {
    @TempDir
    private Path folder;

    private Path runs;

    @BeforeEach
    void write() throws Exception {
        runs = Files.writeString(folder.resolve("runs.csv"), """
                id,family,owner,account,nodes,submitted,started,ended,accelerators,utilisation
                1,bert,ann,vision,n1+n2,2026-01-01T00:00:00Z,2026-01-01T01:00:00Z,2026-01-01T03:00:00Z,8,0.5
                2,bert,bob,speech,n1,2026-01-01T00:00:00Z,2026-01-01T00:30:00Z,2026-01-01T01:30:00Z,4,0.25
                3,gpt,ann,speech,n3,2026-01-01T00:00:00Z,2026-01-01T00:00:00Z,2026-01-01T10:00:00Z,1,1
                4,gpt,cid,,n3,2026-01-01T00:00:00Z,2026-01-01T00:00:00Z,2026-01-01T01:00:00Z,1,0
                """);
    }

    @ParameterizedTest
    @CsvSource({
        "family, bert, 20, 11",
        "family, gpt, 11, 1",
        "user, ann, 26, 8",
        "user, bob, 4, 3",
        "user, cid, 1, 1",
        "account, vision, 16, 8",
        "account, speech, 14, 3",
        "account, no account, 1, 1",
        "node, n1, 12, 7",
        "node, n2, 8, 4",
        "node, n3, 11, 1"
    })
    void hoursAreThoseOfTheGroup(String by, String name, double held, double wasted) throws Exception {
        JsonNode json = Cli.here("scan", runs.toString(), "--by", by, "--json").json("scan");

        assertThat(json.get("by").asText()).isEqualTo(by);
        assertThat(json.get("accelerator_hours").asDouble()).isCloseTo(31, within(1e-6));
        assertThat(json.get("families")).anySatisfy(row -> {
            assertThat(row.get("family").asText()).isEqualTo(name);
            assertThat(row.get("accelerator_hours").asDouble()).isCloseTo(held, within(1e-6));
            assertThat(row.get("wasted_accelerator_hours").asDouble()).isCloseTo(wasted, within(1e-6));
        });
    }

    @Test
    void tableSaysWhatItsRowsAre() throws Exception {
        assertThat(Cli.here("scan", runs.toString(), "--by", "account").out())
                .startsWith("account")
                .contains("3 groups by account");
    }

    @Test
    void nodesThatFailMoreThanOthersAreNamedAndNothingIsDone() throws Exception {
        StringBuilder rows = new StringBuilder("id,family,node,state,xid,started,ended,accelerators\n");
        for (int i = 0; i < 400; i++) {
            String node = "n" + i % 20;
            boolean isBad = node.equals("n7") && i < 160;
            rows.append(i)
                    .append(",f,")
                    .append(node)
                    .append(isBad && i < 100 ? ",NODE_FAIL," : i == 3 || i == 244 ? ",FAILED," : ",COMPLETED,")
                    .append(isBad && i >= 100 ? "79" : "0")
                    .append(",2026-01-01T00:00:00Z,2026-01-01T01:00:00Z,1\n");
        }
        Path file = Files.writeString(folder.resolve("nodes.csv"), rows);

        JsonNode json =
                Cli.here("scan", file.toString(), "--by", "node", "--json").json("scan");

        assertThat(json.get("notes"))
                .extracting(JsonNode::asText)
                .contains(
                        "n7: of 20 runs 8 ended since the node or its devices failed, elsewhere 0 of 380",
                        "to keep trials off: --scheduler-setting exclude=n7");
        assertThat(Cli.here("scan", file.toString()).out()).doesNotContain("keep trials off");
    }

    /** On a machine without Slurm too. */
    @Test
    void savedTableOfSacctNeedsNoProgram() throws Exception {
        Path saved = Files.writeString(folder.resolve("sacct.txt"), """
                JobID|JobName|User|State|Submit|Start|End|AllocTRES
                7|train|ada|COMPLETED|2026-01-01T00:00:00|2026-01-01T00:00:00|2026-01-01T02:00:00|gres/gpu=4
                """);

        assertThat(Cli.here("scan", saved.toString(), "--json").json("scan").get("families"))
                .singleElement()
                .extracting(family -> family.get("accelerator_hours").asDouble())
                .isEqualTo(8.0);
    }

    /** Plays the programs that are asked; a real cluster is asked in the tests of the source. */
    @Test
    void whatJobsAskedForStandsBesideWhatTheyUsed() throws Exception {
        String job =
                "7|train|ada|COMPLETED|0:0|1767225600|1767225600|1767229200|2|cpu=16,gres/gpu=4,mem=64G|cpu=16|c|gpu|ml|7"
                        + "|high|n[1-2]|240|02:00:00|%s|3600\n7.0" + "|".repeat(19) + "mem=16G|3600";
        played(
                "sacct",
                "for word; do case $word in --noconvert) answer=\"$steps\" ;; esac; done\nprintf '%s\\n' \"$answer\"\n",
                job.formatted("").replace('|', '\u001f'));
        played("sinfo", "printf 'n1|mixed|gpu:4|gpu:3|\\nn2|drained|gpu:4|gpu:0|\\n'\n", "");
        played("sacctmgr", "printf 'n2|1767225600|1767232800|DRAIN|gres/gpu=4|NVLink\\n'\n", "");
        played("scontrol", "exit 1\n", "");
        played("squeue", "exit 1\n", "");
        String source = "slurm:bin=" + folder;

        JsonNode json = Cli.here(
                        "scan",
                        "--fleet",
                        source,
                        "--from",
                        "2026-01-01",
                        "--to",
                        "2026-01-02",
                        "--by",
                        "qos",
                        "--requested",
                        "--json")
                .json("scan");

        assertThat(json.get("families").get(0).get("family").asText()).isEqualTo("high");
        assertThat(json.get("requested").toString())
                .isEqualTo("[{\"what\":\"cpu\",\"unit\":\"CPU-hours\",\"asked\":16.0,\"used\":2.0,\"jobs\":1},"
                        + "{\"what\":\"memory\",\"unit\":\"GiB-hours\",\"asked\":64.0,\"used\":16.0,\"jobs\":1},"
                        + "{\"what\":\"time_limit\",\"unit\":\"hours\",\"asked\":4.0,\"used\":1.0,\"jobs\":1}]");
        assertThat(json.get("unheld"))
                .extracting(JsonNode::asText)
                .containsExactly(
                        "now 1 of 8 accelerators are held by nobody, and 4 are on nodes that are drained, down or reserved for"
                                + " maintenance",
                        "8.0 accelerator-hours drained or down: 8.0 NVLink");
        assertThat(Cli.here("scan", runs.toString(), "--requested").out()).contains("The source does not say");
    }

    private void played(String program, String script, String steps) throws Exception {
        Path data = Files.writeString(folder.resolve(program + ".data"), steps);
        Path file = Files.writeString(
                folder.resolve(program),
                "#!/bin/sh\nsteps=$(cat '" + data
                        + "')\nanswer=$(printf '%s' \"$steps\" | head -n 1 | cut -d '\u001f' -f 1-18)\n" + script);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    @Test
    void columnThatIsGuessedAsTheOwnerIsALabelToo() throws Exception {
        String rows = "id,family,account,started,ended\n1,bert,vision,2026-01-01T00:00:00Z,2026-01-01T01:00:00Z\n";
        Path file = Files.writeString(folder.resolve("accounts.csv"), rows);
        Path both = Files.writeString(
                folder.resolve("both.csv"),
                rows.replace("account", "account,user").replace("vision", "vision,ann"));

        for (String[] call : new String[][] {
            {file.toString(), "account", "vision"},
            {file.toString(), "user", "vision"},
            {both.toString(), "account", "vision"},
            {both.toString(), "user", "ann"}
        }) {
            assertThat(Cli.here("scan", call[0], "--by", call[1], "--json")
                            .json("scan")
                            .get("families"))
                    .singleElement()
                    .extracting(row -> row.get("family").asText())
                    .isEqualTo(call[2]);
        }
    }

    /** Each cluster counts its jobs from 1. */
    @Test
    void equalIdsOfTwoClustersBothCountAndTheRowSaysWhere() throws Exception {
        String rows = "id,family,started,ended\n1,bert,2026-01-01T00:00:00Z,2026-01-01T01:00:00Z\n";
        Path one = Files.writeString(folder.resolve("one.csv"), rows);
        Path other = Files.writeString(folder.resolve("other.csv"), rows);
        String[] call = {
            "scan",
            "--fleet",
            "east=" + one,
            "--fleet",
            "west=" + other,
            "--fleet",
            "north=" + folder.resolve("none.csv")
        };

        Cli shown = Cli.here(call);
        assertThat(shown.out()).contains("bert    east west  2     2.0", "left out: " + folder.resolve("none.csv"));
        assertThat(shown.code()).isEqualTo(2);
        assertThat(Cli.here(
                                "scan",
                                "--fleet",
                                "east=" + one,
                                "--fleet",
                                "west=" + other,
                                "--by",
                                "cluster,family",
                                "--json")
                        .json("scan")
                        .get("families"))
                .extracting(row -> row.get("family").asText())
                .containsExactly("east/bert", "west/bert");
    }

    @Test
    void whatNoRunSaysIsRefused() throws Exception {
        Cli.here("scan", runs.toString(), "--by", "qos").failsWith(2, "no run says its qos", "account", "--columns");
        Cli.here("scan", runs.toString(), "--by", "user", "--changed-at", "2026-01-01")
                .failsWith(2, "compares families");
    }
}
