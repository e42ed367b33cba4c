package dev.amdahl.profilers.internal.torch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.amdahl.profilers.Recorded;
import dev.amdahl.profilers.torch.FlightRecords;
import dev.amdahl.profilers.torch.FlightRecords.Part;
import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.profiler.Artifact;
import dev.amdahl.spi.profiler.Profile;
import dev.amdahl.spi.profiler.ProfileLimits;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Dumps of three ranks that PyTorch 2.13 wrote over Gloo. */
final class FlightRecorderTest {
    private static final String ALL_REDUCE = "gloo:all_reduce [[2048]] [Float]";

    @TempDir
    Path directory;

    FlightRecorderTest() {
        directory = Path.of("");
    }

    @Test
    void aRankThatDidNotComeIsNamed() throws IOException {
        FlightRecords records = read(recorded("stuck"));
        assertThat(records.ranks())
                .containsExactly(
                        new FlightRecords.Last(0, "default_pg", 7, ALL_REDUCE, false, "run.py:20 <module>"),
                        new FlightRecords.Last(1, "default_pg", 7, ALL_REDUCE, false, "run.py:20 <module>"),
                        new FlightRecords.Last(2, "default_pg", 6, "gloo:barrier", true, "run.py:12 <module>"));
        assertThat(records.collectives())
                .containsExactly(new FlightRecords.Apart(
                        "default_pg",
                        7,
                        List.of(new Part(ALL_REDUCE, List.of(0, 1), false, "run.py:20 <module>")),
                        List.of(2),
                        List.of()));
        assertThat(records.sentences())
                .containsExactly("Collective 7 of default_pg did not end: ranks 0, 1 in " + ALL_REDUCE
                        + " at run.py:20 <module>; rank 2 did not come, and was last in gloo:barrier, which ended, at"
                        + " run.py:12 <module>.");
    }

    @Test
    void ranksThatCallDifferentThingsAreToldApart() throws IOException {
        FlightRecords.Apart apart = read(recorded("differs")).collectives().get(0);
        assertThat(apart.differs()).isTrue();
        assertThat(apart.parts()).extracting(Part::ranks).containsExactly(List.of(0, 2), List.of(1));
        assertThat(apart.parts().get(1).operation()).isEqualTo("gloo:broadcast [[512]] [Float]");
    }

    @Test
    void oneDumpTellsWhatItWaitsForAndWhoseFilesAreMissing() {
        Artifact artifact = new Artifact(Recorded.file("flight/stuck_1.json"), "trace");
        assertThat(new FlightRecorderProfiler().reads(artifact)).isTrue();
        Profile profile = new FlightRecorderProfiler().read(artifact, ProfileLimits.DEFAULT);
        assertThat(profile.findings()).containsExactly("rank 1 waits in " + ALL_REDUCE + " of default_pg");
        FlightRecords records = FlightRecords.read(List.of(artifact), ProfileLimits.DEFAULT);
        assertThat(records.collectives().get(0).unknown()).containsExactly(0, 2);
    }

    @Test
    void whereAllEndedNothingIsWrong() throws IOException {
        String entry = "{\"process_group\":[\"1\",\"tp\"],\"collective_seq_id\":%d,\"profiling_name\":\"nccl:%s\","
                + "\"input_sizes\":[[%d]],\"input_dtypes\":[\"Float\"],\"state\":\"completed\",\"is_p2p\":%s}";
        Path even = write(0, entry.formatted(1, "all_reduce", 4, false), entry.formatted(2, "all_gather", 4, false));
        Path uneven = write(
                1,
                entry.formatted(1, "all_reduce", 4, false),
                entry.formatted(2, "all_gather", 9, false),
                entry.formatted(3, "send 1->2", 9, true));
        FlightRecords records = read(List.of(even, uneven));
        assertThat(records.collectives()).isEmpty();
        assertThat(records.sentences()).containsExactly("All recorded collectives ended, and ranks called the same.");
        Path other = write(2, entry.formatted(1, "all_reduce", 5, false));
        assertThat(read(List.of(even, other)).collectives())
                .singleElement()
                .matches(FlightRecords.Apart::differs)
                .extracting(FlightRecords.Apart::group)
                .isEqualTo("tp");
    }

    @Test
    void listsThatHoldThemselvesAreShownToTheSecondDepth() throws IOException {
        // {'entries': [{'profiling_name': x}]} with x = [x]
        byte[] pickle =
                "\u0080\u0002}X\u0007\u0000\u0000\u0000entries]}X\u000e\u0000\u0000\u0000profiling_name]q\u0001h\u0001asas."
                        .getBytes(StandardCharsets.ISO_8859_1);
        Path file = Files.write(directory.resolve("fr_0"), pickle);
        assertThat(read(List.of(file)).ranks().get(0).operation()).startsWith("[[…]]");
    }

    @Test
    void whatCallsCodeOrIsNoDumpIsRefused() throws IOException {
        Path other = Files.write(directory.resolve("snapshot_0"), PickleText.snapshot());
        assertThatThrownBy(() -> read(List.of(other)))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("no entries");
    }

    private Path write(int rank, String... entries) throws IOException {
        return Files.writeString(
                directory.resolve("dump_" + rank + ".json"), "{\"entries\":[" + String.join(",", entries) + "]}");
    }

    private static List<Path> recorded(String folder) throws IOException {
        try (Stream<Path> files = Files.list(Recorded.file("flight/" + folder))) {
            return files.sorted().toList();
        }
    }

    private static FlightRecords read(List<Path> files) {
        return FlightRecords.read(
                files.stream().map(file -> new Artifact(file, "trace")).toList(), ProfileLimits.DEFAULT);
    }
}
