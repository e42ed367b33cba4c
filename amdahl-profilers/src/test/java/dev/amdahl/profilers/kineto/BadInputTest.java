package dev.amdahl.profilers.kineto;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.job.Activity;
import dev.amdahl.spi.job.Lane;
import dev.amdahl.spi.profiler.Artifact;
import dev.amdahl.spi.profiler.ProfileLimits;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class BadInputTest {
    @TempDir
    Path directory;

    BadInputTest() {
        directory = Path.of("");
    }

    @Test
    void filesThatAreNoTraceAreRefusedByWhatTheyAre() throws IOException {
        Map<String, byte[]> files = Map.of(
                "is empty",
                new byte[0],
                "begins with the bytes 7f 45 4c 46",
                new byte[] {0x7f, 'E', 'L', 'F', 2, 1, 1},
                "begins with the bytes 89 50 4e 47",
                new byte[] {(byte) 0x89, 'P', 'N', 'G', 13, 10, 26, 10},
                "is compressed twice",
                TraceText.gzip(TraceText.gzip("{}".getBytes(StandardCharsets.UTF_8))),
                "Unrecognized token 'Hello'",
                "Hello".getBytes(StandardCharsets.UTF_8));
        files.forEach((problem, content) -> refused(content, problem));
        assertThatThrownBy(() -> read(directory))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("not a regular file");
        assertThat(new KinetoProfiler().reads(new Artifact(directory, "trace"))).isFalse();
    }

    @Test
    void malformedRowsAreRefusedWithTheirPlace() throws IOException {
        String row = "{\"ph\":\"X\",\"cat\":\"kernel\",\"name\":\"k\",\"ts\":1,\"dur\":1}";
        for (String bad : List.of(
                "[" + row + ",]",
                "[" + row + "," + row,
                "[" + row.replace(":1,", ":1" + "0".repeat(2000) + ",") + "]",
                "{\"traceEvents\":[],\"traceEvents\":[" + row + "]}",
                "[" + row.replace("\"k\"", "\"" + "k".repeat(3_000_000) + "\"") + "]")) {
            refused(bad.getBytes(StandardCharsets.UTF_8), "(byte ");
        }
    }

    @Test
    void aBombIsStoppedByItsRatioLongBeforeTheByteLimit() throws IOException {
        Path bomb = directory.resolve("bomb.json.gz");
        String row = "{\"ph\":\"X\",\"cat\":\"kernel\",\"name\":\"k\",\"ts\":1,\"dur\":1},";
        byte[] block = row.repeat(1 << 14).getBytes(StandardCharsets.UTF_8);
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(bomb))) {
            out.write('[');
            for (int i = 0; i < 80; i++) {
                out.write(block);
            }
        }
        assertThatThrownBy(() -> read(bomb))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("more than 200 times its size");
    }

    @Test
    void namesThatBreakOutputAreMadeHarmlessAndStayApart() throws IOException {
        String longName = "n".repeat(10_000);
        KinetoProfile profile = read(new TraceText()
                .kernel("half \\ud800 pair \\u001b[31m", 7, "1", "1", 1)
                .kernel("half \\ud801 pair \\u001b[31m", 7, "2", "1", 1)
                .kernel(longName + "a", 7, "3", "1", 1)
                .kernel(longName + "b", 7, "4", "1", 1)
                .row("odd\\nkind", "x", "1", "1", "1", "")
                .object());
        Lane lane = profile.timeline().orElseThrow().lanes().get(0);
        assertThat(lane.label(0)).isEqualTo("half \uFFFD pair \uFFFD[31m");
        assertThat(lane.label(2)).hasSize(TextBuffer.KEPT).isNotEqualTo(lane.label(3));
        assertThat(profile.findings()).containsExactly("dropped rows of unknown category odd\uFFFDkind: 1");
        assertThat(TraceSummary.of(profile.timeline().orElseThrow(), 9).kernels())
                .hasSize(3);
    }

    @Test
    void manyNamesStreamsAndThreadsAreKept() throws IOException {
        StringBuilder text = new StringBuilder("[0");
        for (int i = 0; i < 100_000; i++) {
            text.append(",{\"ph\":\"X\",\"cat\":\"kernel\",\"ts\":1,\"dur\":1,\"name\":\"k")
                    .append(i)
                    .append("\",\"args\":{\"stream\":")
                    .append(i)
                    .append("}},{\"ph\":\"X\",\"cat\":\"cpu_op\",\"ts\":1,\"dur\":1,\"name\":\"op\",\"tid\":")
                    .append(i)
                    .append('}');
        }
        KinetoProfile profile = read(text.append(']').toString());
        assertThat(profile.timeline().orElseThrow().lanes()).hasSize(200_000);
    }

    @Test
    void rowsThatBeginAndEndAreOnePieceAndOverlapsAreTold() throws IOException {
        KinetoProfile profile = read(new TraceText()
                .raw("{\"ph\":\"B\",\"cat\":\"cpu_op\",\"name\":\"outer\",\"pid\":1,\"tid\":2,\"ts\":10}")
                .raw(
                        "{\"ph\":\"B\",\"cat\":\"cuda_runtime\",\"name\":\"cudaLaunchKernel\",\"pid\":1,\"tid\":2,\"ts\":11,\"args\":{\"correlation\":4}}")
                .raw("{\"ph\":\"E\",\"pid\":1,\"tid\":2,\"ts\":13.5}")
                .raw("{\"ph\":\"E\",\"pid\":1,\"tid\":2,\"ts\":20}")
                .raw("{\"ph\":\"E\",\"pid\":1,\"tid\":2,\"ts\":21}")
                .raw("{\"ph\":\"B\",\"cat\":\"cpu_op\",\"name\":\"open\",\"pid\":1,\"tid\":3,\"ts\":10}")
                .raw("{\"ph\":\"B\",\"cat\":\"cpu_op\",\"name\":\"backwards\",\"pid\":1,\"tid\":4,\"ts\":10}")
                .raw("{\"ph\":\"E\",\"pid\":1,\"tid\":4,\"ts\":9}")
                .kernel("a", 7, "12", "5", 4)
                .kernel("b", 7, "16", "5", 4)
                .object());
        List<String> shown = new ArrayList<>();
        for (Lane lane : profile.timeline().orElseThrow().lanes()) {
            for (int i = 0; i < lane.size() && lane.side() == Activity.Side.HOST; i++) {
                shown.add(lane.label(i) + " " + lane.activity(i) + " " + lane.start(i) + " to " + lane.end(i) + " "
                        + lane.correlation(i));
            }
        }
        assertThat(shown)
                .containsExactly("outer HOST_CODE 10000 to 20000 -1", "cudaLaunchKernel LAUNCH 11000 to 13500 4");
        assertThat(profile.findings())
                .containsExactly(
                        "dropped ends of rows that did not begin: 1",
                        "dropped rows with a negative duration: 1",
                        "dropped 1 row that did not end",
                        "1 piece of device work began on a stream before the one before had ended");
    }

    @Test
    void theLastOfTwoArgumentObjectsCountsWhole() throws IOException {
        KinetoProfile profile = read(
                "[{\"ph\":\"X\",\"cat\":\"kernel\",\"name\":\"k\",\"ts\":1,\"dur\":1,\"pid\":3,\"args\":{\"stream\":5},\"args\":{\"device\":2}}]");
        assertThat(profile.timeline().orElseThrow().lanes().get(0).name()).isEqualTo("device 2 stream 0");
    }

    private void refused(byte[] content, String problem) {
        try {
            Path file = Files.write(directory.resolve("bad.json"), content);
            assertThatThrownBy(() -> read(file))
                    .as(problem)
                    .isInstanceOf(InvalidInputException.class)
                    .hasMessageContaining(file.toString())
                    .hasMessageContaining(problem);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private KinetoProfile read(String text) throws IOException {
        return read(TraceText.plain(directory.resolve("trace.json"), text));
    }

    private static KinetoProfile read(Path file) {
        return new KinetoProfiler().read(new Artifact(file, "trace"), ProfileLimits.DEFAULT);
    }
}
