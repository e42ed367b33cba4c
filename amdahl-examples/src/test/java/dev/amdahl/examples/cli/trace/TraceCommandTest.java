package dev.amdahl.examples.cli.trace;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.amdahl.core.Plugins;
import dev.amdahl.core.internal.timeline.analysis.TraceAnalysis;
import dev.amdahl.core.internal.timeline.detect.Detectors;
import dev.amdahl.examples.cli.Cli;
import dev.amdahl.examples.cli.common.Json;
import dev.amdahl.profilers.kineto.TraceSummary;
import dev.amdahl.spi.contract.Requires;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What {@code trace} says of calls that make no sense, and how it writes what it says. */
final class TraceCommandTest {
    private static final String TRACE = """
            {"schemaVersion": 1, "traceEvents": [
             {"ph": "X", "cat": "user_annotation", "name": "ProfilerStep#1", "pid": 1, "tid": 1, "ts": 90, "dur": 400},
             {"ph": "X", "cat": "python_function", "name": "train.py(3): step", "pid": 1, "tid": 1, "ts": 95, "dur": 300},
             {"ph": "X", "cat": "cuda_runtime", "name": "cudaLaunchKernel", "pid": 1, "tid": 1, "ts": 96, "dur": 2, "args": {"correlation": 5}},
             {"ph": "X", "cat": "cuda_runtime", "name": "cudaDeviceSynchronize", "pid": 1, "tid": 1, "ts": 99, "dur": 60},
             {"ph": "X", "cat": "kernel", "name": "a", "pid": 0, "tid": 7, "ts": 100.5, "dur": 50, "args": {"device": 0, "stream": 7, "correlation": 5}},
             {"ph": "X", "cat": "kernel", "name": "ncclKernel \\"\\u0041", "pid": 0, "tid": 8, "ts": 250, "dur": 50, "args": {"device": 0, "stream": 8}},
             {"ph": "X", "cat": "mtia_ccp_events", "name": "b", "pid": 2, "tid": 9, "ts": 260, "dur": 50}
            ]}
            """;

    @TempDir
    private Path folder;

    @Test
    void partsThatAreWrittenOutAreAsDataBindingWouldWriteThem() throws Exception {
        TraceReading reading = TraceReading.of(trace("t.json"), Plugins::discover);
        TraceAnswer answer = new TraceAnswer(reading, 9, false, java.util.Optional.empty());
        JsonNode json = answer.json();
        TraceSummary summary = TraceSummary.of(answer.timeline().orElseThrow(), 9);
        ObjectNode analysis =
                (ObjectNode) Json.tree(TraceAnalysis.of(answer.timeline().orElseThrow()));

        assertThat(json.get("kernel_breakdown")).isEqualTo(analysis.remove("kernels"));
        analysis.properties()
                .forEach(part -> assertThat(json.get(part.getKey())).isEqualTo(part.getValue()));
        ObjectNode sums = (ObjectNode) Json.tree(summary);
        assertThat(sums.size()).isEqualTo(3);
        sums.properties().forEach(part -> assertThat(json.get(part.getKey())).isEqualTo(part.getValue()));
        assertThat(json.get("detections"))
                .isNotEmpty()
                .isEqualTo(Json.tree(Detectors.of(answer.diagnosis().orElseThrow())));
        assertThat(json.get("frame_waits")).isNotEmpty().isEqualTo(Json.tree(reading.frameWaits()));
    }

    @Test
    void sumsOfKernelsShowTheirNamesAndAskForNoTrace() throws Exception {
        Path sums = Files.writeString(
                folder.resolve("proton.hatchet"),
                "[{\"children\":[],\"frame\":{\"name\":\"_ZN2at6native29vectorized_elementwise_kernelILi4EEEviT0_T1_\"},"
                        + "\"metrics\":{\"time (ns)\":5000,\"count\":1,\"flops32\":5000000000}},{}]");
        assertThat(Cli.here("trace", sums.toString()).out())
                .startsWith("Most time is in elementwise<4>")
                .contains("1000 TFLOP/s")
                .doesNotContain("does not show");
    }

    @Test
    void aTrainersLogShowsWhatItReachedOfTheDeclaredPeak() throws Exception {
        Path log = Files.writeString(
                folder.resolve("train.log"),
                "[2026-05-11 02:59:02.9] iteration 2/ 20 | elapsed time per iteration (ms): 32208.7 |"
                        + " throughput per GPU (TFLOP/s/GPU): 494.75 | global batch size: 896 | lm loss: 1.1E+01 |\n"
                        + "[2026-05-11 02:59:35.1] iteration 3/ 20 | elapsed time per iteration (ms): 32208.7 |"
                        + " throughput per GPU (TFLOP/s/GPU): 494.75 | global batch size: 896 | lm loss: 1.1E+01 |\n");
        JsonNode counters = Cli.here("trace", log.toString(), "--accelerator", "NVIDIA H100 80GB HBM3", "--json")
                .json("trace")
                .get("counters");
        assertThat(counters.get("mfu").asDouble()).isEqualTo(.5);
        assertThat(Cli.here("trace", log.toString()).out())
                .contains("log_tflops_per_accelerator")
                .doesNotContain("mfu");
        assertThat(Cli.here("trace", log.toString(), "--accelerator", "abacus").err())
                .contains("the peak of 'abacus' is not known");
    }

    @Test
    void aMemorySnapshotShowsWhoHeldWhatAtThePeak() throws Exception {
        Requires.program("python3");
        Path file = folder.resolve("memory.pickle");
        String program = "import pickle,sys\n"
                + "f=[{'name':'forward','filename':'model.py','line':3}]\n"
                + "t=[{'action':'alloc','addr':i,'size':10**6,'time_us':10**15+i,'frames':f} for i in range(3)]\n"
                + "pickle.dump({'segments':[{'device':0,'total_size':4*10**6,'blocks':[{'state':'active_allocated',"
                + "'size':3*10**6,'frames':f}]}],'device_traces':[t]},open(sys.argv[1],'wb'))";
        assertThat(new ProcessBuilder("python3", "-c", program, file.toString())
                        .start()
                        .waitFor())
                .isZero();
        JsonNode memory =
                Cli.here("trace", file.toString(), "--json").json("trace").at("/memory/0");
        assertThat(memory.get("allocated_peak_bytes").asLong()).isEqualTo(3_000_000);
        assertThat(memory.at("/alive_at_peak/0/frame").asText()).isEqualTo("model.py:3 forward");
        assertThat(Cli.here("trace", file.toString()).out())
                .contains("Allocated on device 0 at the peak of 3.0 MB", "model.py:3 forward");
    }

    @Test
    void linesAreThoseOfDataBinding() throws Exception {
        String text =
                "{\"a\":[],\"b\":{},\"c\":[1,-2.5e300,null,true,{\"d\":\"\\u0001\\\"\\\\\\n\u00e9\"}],\"e\":{\"f\":[[1],[2]]}}";
        JsonNode document = new com.fasterxml.jackson.databind.ObjectMapper().readTree(text);
        assertThat(Json.text(document)).isEqualTo(document.toPrettyString());
    }

    @Test
    void aPlainCallAndOneWithOptionsSayTheSame() throws Exception {
        String trace = trace("t.json").toString();
        assertThat(Cli.here("trace", trace).out())
                .isEqualTo(Cli.here("trace", "--top=10", trace).out())
                .contains("Where threads waited", "1 piece of accelerator work")
                .containsPattern("accelerator 0 [.#-]+\\n  because +[A-Z0-9]+\\n");
        assertThat(Cli.here("trace", trace, "--json").out())
                .isEqualTo(Cli.here("trace", trace, "--json", "--seed", "1").out());
    }

    @Test
    void whatWasExportedReadsBackToTheSameAccount() throws Exception {
        Path trace = Files.writeString(
                folder.resolve("t.json"),
                TRACE.replace(
                        "]}",
                        ",{\"ph\": \"X\", \"cat\": \"cpu_op\", \"name\": \"aten::item\", \"pid\": 1, \"tid\": 1, \"ts\": 170, \"dur\": 80}]}"));
        Path export = folder.resolve("u.json.gz");
        Cli.here("trace", trace.toString(), "--chrome-trace", export.toString());

        JsonNode before = Cli.here("trace", "--json", trace.toString()).json("trace");
        JsonNode after = Cli.here("trace", "--json", export.toString()).json("trace");

        assertThat(after.get("classes")).isNotEmpty().isEqualTo(before.get("classes"));
        assertThat(after.at("/idle/0")).isEqualTo(before.at("/idle/0"));
        assertThat(after.get("findings").toString()).doesNotContain("unknown category");
    }

    @ParameterizedTest
    @CsvSource({
        "t.json --top 0, not a number of kernels",
        "t.json t.json, is named twice",
        "t.json ./t.json --one-run, is named twice",
        "t.json --include-last-step, changes only --hta-compat",
        "t.json --hta-compat --html x.html, in a separate call",
        "t.json --hta-compat --critical-path, in a separate call",
        "t.json --html sub, is a folder",
        "t.json --html t.json, is the trace itself",
        "t.json --chrome-trace ./t.json, is the trace itself",
        "t.json --html x --chrome-trace x, is named for two files",
        "none.json, does not exist",
        "sub, --rank-dir",
        "empty.json, is empty",
        "/dev/null, not a regular file"
    })
    void whatMakesNoSenseIsRefusedBeforeAnythingIsWritten(String call, String why) throws Exception {
        trace("t.json");
        Files.createDirectory(folder.resolve("sub"));
        Files.createFile(folder.resolve("empty.json"));
        String[] arguments = ("trace " + call).split(" ");
        for (int i = 1; i < arguments.length; i++) {
            boolean isPath = !arguments[i].startsWith("-") && !arguments[i].matches("/.*|\\d+");
            arguments[i] = isPath ? folder + "/" + arguments[i] : arguments[i];
        }

        Cli.here(arguments).failsWith(2, why);

        assertThat(Files.readString(folder.resolve("t.json"))).isEqualTo(TRACE);
        try (var files = Files.list(folder)) {
            assertThat(files).hasSize(3);
        }
    }

    private Path trace(String name) throws Exception {
        return Files.writeString(folder.resolve(name), TRACE);
    }
}
