package dev.amdahl.examples.cli.trace;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.amdahl.examples.cli.Cli;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Folders as people have them: several files of a rank, windows, and files of other jobs. */
final class RankFilesTest {
    private static final long DAY = 86_400_000_000L;

    @TempDir
    private Path folder;

    @BeforeEach
    void ranksZeroTwoAndThreeOfFour() throws Exception {
        for (int rank : new int[] {0, 2, 3}) {
            write("host" + rank + ".pt.trace.json", rank, 4, 0, 100);
        }
    }

    @Test
    void aSecondFileOfARankNeverRenumbersTheOthers() throws Exception {
        write("a_copy.json", 2, 4, 0, 100);

        JsonNode ranks = ranks();

        assertThat(ranks.get("ranks"))
                .extracting(rank -> rank.get("rank").asInt())
                .containsExactly(0, 2, 3);
        assertThat(ranks.get("missing_ranks")).extracting(JsonNode::asInt).containsExactly(1);
        assertThat(ranks.get("findings").toString()).contains("left out", "longer file of the same rank");
    }

    @Test
    void aFileOfAnotherDayIsLeftOutAndSaid() throws Exception {
        write("rank-1.json", 1, 4, 900 * DAY, 100);

        JsonNode ranks = ranks();

        assertThat(ranks.get("ranks")).hasSize(3);
        assertThat(ranks.get("findings").toString()).contains("rank-1.json", "a different time");
        for (JsonNode account : ranks.get("classes")) {
            assertThat(account.get("seconds").asDouble()).isLessThan(1);
        }
    }

    @Test
    void ofSeveralWindowsTheOneWithMostRanksIsTaken() throws Exception {
        write("later0.json", 0, 4, DAY, 100);
        write("later2.json", 2, 4, DAY, 100);

        assertThat(ranks().get("ranks"))
                .extracting(rank -> rank.get("name").asText())
                .containsExactly("host0.pt.trace.json", "host2.pt.trace.json", "host3.pt.trace.json");
    }

    @Test
    void aFileOfAJobOfAnotherSizeIsLeftOut() throws Exception {
        write("other.json", 1, 16, 0, 100);

        assertThat(ranks().get("findings").toString()).contains("other.json", "a different number of ranks");
    }

    @Test
    void whatOneRankRecordedBeforeTheOthersIsNoUnattributedTime() throws Exception {
        write("host1.json", 1, 4, -50_000, 50_100);

        for (JsonNode account : ranks().get("classes")) {
            assertThat(account.get("class").asText()).isNotEqualTo("UNATTRIBUTED");
        }
    }

    @Test
    void theSummaryComesFirstAndEachRanksTablesOnlyWhenAsked() {
        String summary = Cli.here("trace", "--rank-dir", folder.toString()).out();
        String everything =
                Cli.here("trace", "--rank-dir", folder.toString(), "--all").out();

        assertThat(summary).containsPattern("anks? (hardly )?wait").doesNotContain("Device work by name");
        assertThat(summary.lines().count()).isLessThan(30);
        assertThat(everything).containsPattern("anks? (hardly )?wait").contains("Device work by name");
        Cli.here("trace", "--all", folder.resolve("host0.pt.trace.json").toString())
                .failsWith(2, "--rank-dir");
    }

    @Test
    void dumpsOfAFlightRecorderAreComparedByTheirCollectives() throws Exception {
        Path dumps = Files.createDirectory(folder.resolve("dumps"));
        String entry =
                "{\"process_group\":[\"0\",\"dp\"],\"collective_seq_id\":%d,\"profiling_name\":\"nccl:all_reduce\","
                        + "\"input_sizes\":[[4]],\"input_dtypes\":[\"Float\"],\"retired\":%s}";
        String dump = "{\"entries\":[%s],\"pg_config\":{\"0\":{\"ranks\":\"[0, 1]\"}}}";
        Files.writeString(
                dumps.resolve("nccl_trace_rank_0"),
                dump.formatted(entry.formatted(1, true) + "," + entry.formatted(2, false)));
        Files.writeString(dumps.resolve("nccl_trace_rank_1"), dump.formatted(entry.formatted(1, true)));

        assertThat(Cli.here("trace", "--rank-dir", dumps.toString()).out().replaceAll("\\s+", " "))
                .startsWith(
                        "Collective 2 of dp did not end: rank 0 in nccl:all_reduce [[4]] [Float]; rank 1 did not come")
                .contains("What each rank did last");
        JsonNode json =
                Cli.here("trace", "--json", "--rank-dir", dumps.toString()).json("trace");
        assertThat(json.at("/flight_recorder/collectives/0/missing/0").asInt()).isEqualTo(1);
        assertThat(json.at("/flight_recorder/ranks")).hasSize(2);
    }

    private JsonNode ranks() throws Exception {
        return Cli.here("trace", "--json", "--rank-dir", folder.toString())
                .json("trace")
                .get("ranks");
    }

    private void write(String name, int rank, int world, long from, long micros) throws Exception {
        long at = 1_700_000_000_000_000L + from;
        String kernel = "{\"ph\":\"X\",\"cat\":\"kernel\",\"name\":\"%s\",\"pid\":0,\"tid\":7,\"ts\":%d,\"dur\":%d,"
                + "\"args\":{\"device\":0,\"stream\":7}}";
        Files.writeString(
                folder.resolve(name),
                "{\"distributedInfo\":{\"rank\":" + rank + ",\"world_size\":" + world + "},\"traceEvents\":["
                        + String.format(kernel, "gemm", at, micros) + ","
                        + String.format(kernel, "ncclDevKernel_AllReduce", at + micros, 20) + "]}");
    }
}
