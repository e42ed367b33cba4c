package dev.amdahl.examples.cli.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import dev.amdahl.examples.cli.Cli;
import dev.amdahl.spi.contract.Requires;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code trace diff}: on runs in which one thing is known to differ, on real ones, and on calls that make no sense. */
final class TraceDiffCommandTest {
    private static final String INPUT = "enumerate(DataLoader)#_SingleProcessDataLoaderIter.__next__";

    @TempDir
    private Path folder;

    /** A training job of ten steps, each of which waits for the device at its end. */
    private static final class Job {
        private final Map<String, Integer> micros = new TreeMap<>(Map.of(
                "input", 90, "gemm", 300, "gelu", 80, "copy", 60, "reduce", 120, "code", 70, "repeat", 1, "old", 40));
        private final List<String> rows = new ArrayList<>();
        private long host = 1_000;
        private long device;
        private int correlation;

        Job with(String name, int value) {
            micros.put(name, value);
            return this;
        }

        private int of(String name) {
            return micros.getOrDefault(name, 0);
        }

        private void row(String category, String name, int process, long start, long length, String arguments) {
            rows.add(String.format(
                    Locale.ROOT,
                    "{\"ph\": \"X\", \"cat\": \"%s\", \"name\": \"%s\", \"pid\": %d, \"tid\": 7, \"ts\": %d, \"dur\": %d, \"args\": {%s}}",
                    category,
                    name,
                    process,
                    start,
                    length,
                    arguments));
        }

        private void work(String operator, String call, String category, String kernel, int length) {
            if (length == 0) {
                return;
            }
            correlation++;
            row("cpu_op", operator, 1, host, 10, "");
            row("cuda_runtime", call, 1, host + 2, 4, "\"correlation\": " + correlation);
            device = Math.max(device, host + 8);
            row(category, kernel, 0, device, length, "\"device\": 0, \"stream\": 7, \"correlation\": " + correlation);
            device += length;
            host += 10;
        }

        Path write(Path file, int steps) throws IOException {
            for (int step = 0; step < steps; step++) {
                long begun = host;
                if (of("input") > 0) {
                    row("user_annotation", INPUT, 1, host, of("input"), "");
                    host += of("input");
                }
                work("aten::copy_", "cudaMemcpyAsync", "gpu_memcpy", "Memcpy HtoD (Pinned -> Device)", of("copy"));
                work("aten::linear", "cudaLaunchKernel", "kernel", "gemm", of("gemm"));
                for (int i = 0; i < of("repeat"); i++) {
                    work("aten::gelu", "cudaLaunchKernel", "kernel", "gelu", of("gelu"));
                }
                work("aten::softmax", "cudaLaunchKernel", "kernel", "softmax_old", of("old"));
                work("aten::softmax", "cudaLaunchKernel", "kernel", "softmax_new", of("new"));
                work("c10d::allreduce_", "cudaLaunchKernel", "kernel", "ncclDevKernel_AllReduce_Sum_f32", of("reduce"));
                row("cuda_runtime", "cudaStreamSynchronize", 1, host, device - host, "");
                host = device;
                row("cpu_op", "own::bookkeeping", 1, host, of("code"), "");
                host += of("code");
                row("user_annotation", "ProfilerStep#" + step, 1, begun, host - begun, "");
            }
            return Files.writeString(
                    file, "{\"schemaVersion\": 1, \"traceEvents\": [" + String.join(",\n", rows) + "]}");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "input, 900, INPUT_STARVATION, enumerate(DataLoader)#_SingleProcessDataLoaderIter.__next__",
        "input, 5, INPUT_STARVATION, enumerate(DataLoader)#_SingleProcessDataLoaderIter.__next__",
        "gemm, 450, PRODUCTIVE, gemm",
        "gemm, 120, PRODUCTIVE, gemm",
        "gelu, 20, PRODUCTIVE, gelu",
        "repeat, 4, PRODUCTIVE, gelu",
        "copy, 700, TRANSFER_BOUND, Memcpy HtoD (Pinned -> Device)",
        "reduce, 40, COMM_EXPOSED, ncclDevKernel_AllReduce_Sum_f32",
        "code, 20000, HOST_SERIAL, own::bookkeeping",
        "new, 500, PRODUCTIVE, softmax_new",
        "old, 0, PRODUCTIVE, softmax_old"
    })
    void whatDiffersComesFirst(String what, int micros, String bottleneck, String name) throws Exception {
        Path before = new Job().write(folder.resolve("before.json"), 10);
        Path after = new Job().with(what, micros).write(folder.resolve("after.json"), 10);

        JsonNode json = diff(before, after);

        assertThat(json.at("/classes/0/class").asText()).isEqualTo(bottleneck);
        assertThat(json.at("/parts/0/class").asText()).isEqualTo(bottleneck);
        assertThat(json.at("/parts/0/name").asText()).isEqualTo(name);
        assertThat(json.at("/parts/0/share_of_change").asDouble()).isBetween(.85, 1.15);
        assertAddsUp(json);
        assertAddsUp(diff(before, after, "--by", "operator"));
    }

    @Test
    void partsAreNamedByTheOperatorThatLaunchedThem() throws Exception {
        Path before = new Job().write(folder.resolve("before.json"), 10);
        Path after = new Job().with("gemm", 500).with("gelu", 0).write(folder.resolve("after.json"), 10);

        JsonNode json = diff(before, after, "--by", "operator", "--top", "2");

        assertThat(json.at("/parts/0/name").asText()).isEqualTo("aten::linear");
        assertThat(json.at("/parts/1/name").asText()).isEqualTo("aten::gelu");
        assertThat(json.at("/parts/1/count_before").asInt()).isEqualTo(10);
        assertThat(json.at("/parts/1/count_after").asInt()).isZero();
        assertThat(json.get("parts")).hasSize(2);
        assertThat(json.get("parts_in_all").asInt()).isGreaterThan(2);
        assertThat(Cli.here("trace", "diff", before.toString(), after.toString())
                        .out())
                .contains(
                        "Grew most: useful work, +0.001200 s",
                        "gone",
                        "10 -> 0",
                        "All 10 parts add up to the change of +0.001200 s.");
        Path later = new Job().with("gemm", 500).with("new", 50).write(folder.resolve("later.json"), 10);
        assertThat(Cli.here("trace", "diff", "--top", "1", before.toString(), later.toString())
                        .out())
                .contains("What is shown, 1 of 11 parts, explains 80.0 % of the change.");
    }

    /** Input 850 us less and host code 700 us more a step, which the device is waited for in: 1.5 ms less in all. */
    @Test
    void partsThatCancelAreSaidAsSumsThatAddUp() throws Exception {
        Path before = new Job().with("input", 900).write(folder.resolve("before.json"), 10);
        Path after = new Job().with("input", 50).with("code", 770).write(folder.resolve("after.json"), 10);

        String out = Cli.here("trace", "diff", "--top", "1", before.toString(), after.toString())
                .out();

        assertThat(out)
                .contains(
                        "Shrank most: waiting for input data, -0.008",
                        "Grew most: waiting for the host to read results, +0.004698 s")
                .contains("100.0 % of what shrank", "% of what grew")
                .doesNotContain("explain");
        Matcher sums = Pattern.compile(
                        "adds up to (\\S+) s and\\s+the rest to (\\S+) s, together the\\s+change of (\\S+) s")
                .matcher(out);
        assertThat(sums.find()).as(out).isTrue();
        assertThat(Double.parseDouble(sums.group(1)) + Double.parseDouble(sums.group(2)))
                .isCloseTo(Double.parseDouble(sums.group(3)), within(1e-9));
        assertThat(Double.parseDouble(sums.group(1))).isLessThan(Double.parseDouble(sums.group(3)));
        assertThat(Cli.here("trace", "diff", "--top", "99", before.toString(), after.toString())
                        .out())
                .contains("parts add up to the change of " + sums.group(3) + " s.");
    }

    @Test
    void runsOfDifferentLengthAreComparedByTheStep() throws Exception {
        Path before = new Job().write(folder.resolve("before.json"), 10);
        Path after = new Job().with("gemm", 200).write(folder.resolve("after.json"), 40);

        JsonNode json = diff(before, after, "--per-step");

        assertThat(json.at("/parts/0/name").asText()).isEqualTo("gemm");
        assertThat(json.at("/parts/0/change_seconds").asDouble()).isCloseTo(-1e-4, within(1e-6));
        assertAddsUp(json);
        assertThat(Cli.here("trace", "diff", before.toString(), after.toString())
                        .out())
                .contains("10 and 40 steps; --per-step compares one step");
    }

    @Test
    void aRunDiffersInNothingFromItself() throws Exception {
        Path run = new Job().write(folder.resolve("run.json"), 10);

        JsonNode json = diff(run, run);

        assertThat(json.get("change_seconds").asDouble()).isZero();
        assertThat(json.get("explained").isNull()).isTrue();
        assertThat(json.get("parts"))
                .isNotEmpty()
                .allMatch(part -> part.get("change_seconds").asDouble() == 0);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "resnet50_num_workers_0.A.pt.trace.json.gz resnet50_num_workers_4.A.pt.trace.json.gz",
                "sampled_rank-0.json.gz sampled_rank-1.json.gz",
                "dlrm_8rank_worker0.json.gz dlrm_8rank_worker1.json.gz",
                "tl_h100_bert_small.json.gz tl_b200_eager.json.gz",
                "alexnet.json.gz nccl_data.json.gz"
            })
    void partsOfRealRunsAddUp(String pair) throws Exception {
        Path traces = Requires.data("traces/kineto");
        Path before = traces.resolve(pair.split(" ", 2)[0]);
        Path after = traces.resolve(pair.substring(pair.indexOf(' ') + 1));

        assertAddsUp(diff(before, after));
        assertAddsUp(diff(after, before, "--by", "operator"));
    }

    @Test
    void workersOfALoaderExplainWhatTheySave() throws Exception {
        Path traces = Requires.data("traces/kineto");
        JsonNode json = diff(
                traces.resolve("resnet50_num_workers_0.A.pt.trace.json.gz"),
                traces.resolve("resnet50_num_workers_4.A.pt.trace.json.gz"),
                "--by",
                "operator");

        assertThat(json.at("/classes/0/class").asText()).isEqualTo("INPUT_STARVATION");
        assertThat(json.at("/parts/0/class").asText()).isEqualTo("INPUT_STARVATION");
        assertThat(json.at("/parts/0/name").asText()).isEqualTo(INPUT);
    }

    @Test
    void runsThatHaveNothingInCommonAreSaidToBe() throws Exception {
        Path before = new Job().write(folder.resolve("before.json"), 10);
        Path after = Files.writeString(folder.resolve("after.json"), """
                {"schemaVersion": 1, "traceEvents": [
                 {"ph": "X", "cat": "kernel", "name": "other", "pid": 0, "tid": 7, "ts": 5, "dur": 50, "args": {"device": 0, "stream": 7}}]}
                """);

        assertAddsUp(diff(before, after));
        assertThat(Cli.here("trace", "diff", before.toString(), after.toString())
                        .out())
                .contains("may be runs of different jobs");
    }

    @ParameterizedTest
    @CsvSource({
        "run.json none.json, does not exist",
        "run.json run.json --top -1, not a number of parts",
        "run.json none.json --by nothing, nothing",
        "run.json bare.json --per-step, marks no steps",
        "run.json text.json, not a Kineto trace"
    })
    void whatMakesNoSenseIsRefused(String call, String why) throws Exception {
        new Job().write(folder.resolve("run.json"), 2);
        Files.writeString(folder.resolve("text.json"), "hello");
        Files.writeString(folder.resolve("bare.json"), """
                {"schemaVersion": 1, "traceEvents": [
                 {"ph": "X", "cat": "kernel", "name": "k", "pid": 0, "tid": 7, "ts": 5, "dur": 50, "args": {"device": 0, "stream": 7}}]}
                """);

        Cli.here(("trace diff " + call.replaceAll("(\\w+\\.json)", folder + "/$1")).split(" "))
                .failsWith(2, why);
    }

    private JsonNode diff(Path before, Path after, String... options) throws Exception {
        List<String> call = new ArrayList<>(List.of("trace", "diff", "--json", before.toString(), after.toString()));
        call.addAll(List.of(options));
        return Cli.here(call.toArray(new String[0])).json("trace-diff");
    }

    private static void assertAddsUp(JsonNode json) {
        for (String rows : List.of("parts", "classes")) {
            assertThat(sum(json, rows, "before_seconds"))
                    .isCloseTo(json.at("/before/seconds").asDouble(), within(1e-6));
            assertThat(sum(json, rows, "after_seconds"))
                    .isCloseTo(json.at("/after/seconds").asDouble(), within(1e-6));
            assertThat(sum(json, rows, "change_seconds"))
                    .isCloseTo(json.get("change_seconds").asDouble(), within(1e-6));
        }
    }

    private static double sum(JsonNode json, String rows, String figure) {
        return StreamSupport.stream(json.get(rows).spliterator(), false)
                .mapToDouble(row -> row.get(figure).asDouble())
                .sum();
    }
}
