package dev.amdahl.profilers.kineto;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.spi.job.Lane;
import dev.amdahl.spi.profiler.Artifact;
import dev.amdahl.spi.profiler.ProfileLimits;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What operators and collectives were called with. */
final class ArgumentsTest {
    @TempDir
    Path directory;

    ArgumentsTest() {
        directory = Path.of("");
    }

    @Test
    void operatorsTellShapesTypesAndWhereTheyMatterValues() throws IOException {
        assertThat(host(new TraceText()
                        .row(
                                "cpu_op",
                                "aten::conv2d",
                                "1",
                                "5",
                                "9",
                                inputs("[[8,3],[],[[2],[4,1]]]", "\"float\",\"\",\"Scalar\""))
                        .row(
                                "cpu_op",
                                "aten::mm",
                                "1",
                                "1",
                                "2",
                                inputs("[[8,4],[4,2]]", "\"c10::Half\",\"c10::Half\""))
                        .row("cpu_op", "aten::relu", "1", "20", "2", "")))
                .containsExactly(
                        "[[8,4],[4,2]]|[c10::Half;c10::Half]|",
                        "[[8,3],[],[[2],[4,1]]]|[float;;Scalar]|[;[1, 1];True]",
                        "");
    }

    @Test
    void whatIsNoListOrTooLongIsNotKept() throws IOException {
        String wide = "[" + "[1234567],".repeat(500) + "[1]]";
        assertThat(host(new TraceText()
                        .row("cpu_op", "aten::a", "1", "1", "2", "\"Input Dims\":7")
                        .row("cpu_op", "aten::b", "1", "4", "2", "\"Input Dims\":{\"x\":[1]}")
                        .row("cpu_op", "aten::c", "1", "7", "2", inputs(wide, "\"float\""))
                        .row("cpu_op", "aten::d", "1", "10", "2", "\"Input Dims\":[{\"x\":1},null,true,[3]]")))
                .containsExactly("", "", "", "[,,,[3]]||");
    }

    @Test
    void collectivesTellWhatTheyMove() throws IOException {
        String said =
                "\"device\":0,\"stream\":7,\"Collective name\":\"allreduce\",\"In msg nelems\":50,\"Out msg nelems\":400,"
                        + "\"Group size\":8,\"dtype\":\"BFloat16\"";
        Lane stream = read(new TraceText()
                        .row("kernel", "ncclDevKernel_AllReduce", "7", "1", "2", said)
                        .row("kernel", "ncclDevKernel_Broadcast", "7", "5", "2", "\"device\":0,\"stream\":7"))
                .get(0);
        assertThat(stream.arguments(0)).isEqualTo("allreduce|800|8");
        assertThat(stream.arguments(1)).isEmpty();
    }

    private static String inputs(String shapes, String types) {
        return "\"Input Dims\":" + shapes + ",\"Input type\":[" + types
                + "],\"Concrete Inputs\":[\"\",\"[1, 1]\",\"True\"]";
    }

    private List<String> host(TraceText text) throws IOException {
        Lane thread = read(text.kernel("k", 7, "100", "2", 1)).get(1);
        return IntStream.range(0, thread.size()).mapToObj(thread::arguments).toList();
    }

    private List<? extends Lane> read(TraceText text) throws IOException {
        Path file = TraceText.plain(directory.resolve("t.json"), text.object());
        return new KinetoProfiler()
                .read(new Artifact(file, "trace"), ProfileLimits.DEFAULT)
                .timeline()
                .orElseThrow()
                .lanes();
    }
}
