package dev.amdahl.examples.traces;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import dev.amdahl.core.analysis.TraceAccount;
import dev.amdahl.core.analysis.TraceAccount.Operators.Operator;
import dev.amdahl.examples.cli.Cli;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Device time by operator and shapes: planted traces whose answers are known, and real ones beside another tool. */
final class OperatorsTest {
    private static final String BF16 = "\"c10::BFloat16\",\"c10::BFloat16\"";

    @TempDir
    private Path folder;

    private final List<String> rows = new ArrayList<>();
    private int launches;

    @Test
    void aPlantedTraceHasTheRatesThatWerePlanted() throws Exception {
        operator("aten::linear", 0, 100, "[[4096,4096],[4096,4096]]", BF16);
        operator("aten::mm", 10, 80, "[[4096,4096],[4096,4096]]", BF16);
        launched(20, 150);
        operator("aten::mm", 200, 50, "[[1024,1024],[1024,1024]]", BF16);
        launched(210, 10);
        operator("aten::add", 300, 50, "[[1000000],[1000000]]", "\"float\",\"float\"");
        launched(310, 4);
        operator("aten::conv2d", 400, 90, "[[1,3,6,6],[2,3,3,3]]", BF16);
        operator("aten::convolution", 410, 70, "[[1,3,6,6],[2,3,3,3]]", BF16);
        launched(415, 5);
        operator("aten::copy_", 450, 20, "[[2],[2]]", BF16);
        launched(455, 3);
        launched(600, 6);

        JsonNode said = operators("NVIDIA H100 80GB HBM3");

        assertThat(said.get("ns").asLong()).isEqualTo(178_000);
        assertThat(said.at("/rows").findValuesAsText("name"))
                .containsExactly("aten::mm", "aten::mm", "aten::convolution", "cudaLaunchKernel->kernel", "aten::add");
        JsonNode large = said.at("/rows/0");
        assertThat(large.get("flops").asDouble()).isEqualTo(137_438_953_472.0);
        assertThat(large.get("tflops_per_second").asDouble()).isEqualTo(916.26, within(.01));
        assertThat(large.get("compute_share").asDouble()).isEqualTo(.92598, within(1e-5));
        assertThat(large.get("limit").asText()).isEqualTo("COMPUTE_BOUND");
        JsonNode small = said.at("/rows/1");
        assertThat(small.get("tb_per_second").asDouble()).isEqualTo(.6291456, within(1e-9));
        assertThat(small.get("flops_per_byte").asDouble()).isEqualTo(341.333, within(.001));
        assertThat(small.get("compute_share").asDouble()).isEqualTo(.21703, within(1e-5));
        assertThat(small.get("limit").asText()).isEqualTo("KERNEL_INEFFICIENT");
        assertThat(said.at("/rows/2/ns").asLong()).isEqualTo(8_000);
        assertThat(said.at("/rows/2/flops").isNull()).isTrue();
        JsonNode add = said.at("/rows/4");
        assertThat(add.get("memory_share").asDouble()).isEqualTo(3.0 / 3.35, within(1e-9));
        assertThat(add.get("limit").asText()).isEqualTo("MEMORY_BOUND");
        assertThat(said.get("bounded_ns").asLong()).isEqualTo(164_000);
        double least = 150 * .92598 + 10 * .21703 + 4 * 3 / 3.35 + 14;
        assertThat(said.get("ceiling").asDouble()).isEqualTo(178 / least, within(1e-4));
        assertThat(said.at("/limits/COMPUTE_BOUND").asDouble()).isEqualTo(150.0 / 178, within(1e-9));
    }

    /** 150 us at .926 of the peak, 10 us of which .783 are lost, 4 us at the memory's, and 14 us of which nothing is known. */
    @Test
    void productiveTimeIsToldApartByWhatLimitsIt() throws Exception {
        operator("aten::mm", 0, 100, "[[4096,4096],[4096,4096]]", BF16);
        launched(20, 150);
        operator("aten::mm", 200, 50, "[[1024,1024],[1024,1024]]", BF16);
        launched(210, 10);
        operator("aten::add", 300, 50, "[[1000000],[1000000]]", "\"float\",\"float\"");
        launched(310, 4);
        launched(600, 14);

        JsonNode known = read("NVIDIA H100 80GB HBM3");
        double lost = 10 * (1 - .21703);
        assertThat(seconds(known, "COMPUTE_BOUND")).isEqualTo(150e-6, within(1e-9));
        assertThat(seconds(known, "MEMORY_BOUND")).isEqualTo(4e-6, within(1e-9));
        assertThat(seconds(known, "KERNEL_INEFFICIENT")).isEqualTo(lost * 1e-6, within(1e-9));
        assertThat(seconds(known, "PRODUCTIVE")).isEqualTo((24 - lost) * 1e-6, within(1e-9));

        JsonNode unknown = read("Frobnicator 9000");
        assertThat(seconds(unknown, "PRODUCTIVE")).isEqualTo(178e-6, within(1e-9));
        assertThat(seconds(unknown, "KERNEL_INEFFICIENT")).isZero();
    }

    /** The first rank spends 30 us at the memory's peak and 10 us of which nothing is known, the second 20 us unknown. */
    @Test
    void theTimeOfAllRanksIsToldApartToo() throws Exception {
        operator("aten::add", 0, 50, "[[8000000],[8000000]]", "\"float\",\"float\"");
        launched(10, 30);
        launched(100, 10);
        String first = text("NVIDIA H100 80GB HBM3", ",\"distributedInfo\":{\"rank\":0,\"world_size\":2}");
        rows.clear();
        launched(10, 20);
        String second = text("NVIDIA H100 80GB HBM3", ",\"distributedInfo\":{\"rank\":1,\"world_size\":2}");
        Path ranks = Files.createDirectory(folder.resolve("ranks"));
        Files.writeString(ranks.resolve("0.json"), first);
        Files.writeString(ranks.resolve("1.json"), second);

        JsonNode said =
                Cli.here("trace", "--json", "--rank-dir", ranks.toString()).json("trace");

        JsonNode job = said.get("ranks");
        double productive = seconds(job, "PRODUCTIVE");
        double bound = seconds(job, "MEMORY_BOUND");
        assertThat(bound / (bound + productive)).isEqualTo(.5, within(1e-9));
        assertThat(seconds(said.at("/traces/0"), "MEMORY_BOUND")).isEqualTo(30e-6, within(1e-9));
        assertThat(seconds(said.at("/traces/1"), "MEMORY_BOUND")).isZero();
    }

    /** A server's range around the launch is no operator, and kernels that differ in the middle of their names have rows that do. */
    @Test
    void workOfAGraphIsNamedByItsKernels() throws Exception {
        String family = "Cijk_Alik_Bljk_BBS_BH_Bias_HA_S_SAV_UserArgs_MT";
        row("user_annotation", "step[DECODE bs=32]", 1, 0, 900, "");
        row("cuda_runtime", "cudaGraphLaunch", 1, 10, 5, "\"correlation\":1");
        row(
                "kernel",
                family + "256x32x64_MI16x16x1_SN_LDSB1",
                7,
                100,
                20,
                "\"device\":0,\"stream\":7,\"correlation\":1");
        row(
                "kernel",
                family + "32x32x256_MI16x16x1_SN_LDSB1",
                7,
                200,
                10,
                "\"device\":0,\"stream\":7,\"correlation\":1");
        row(
                "kernel",
                family + "32x32x256_MI16x16x1_SN_LDSB1",
                7,
                300,
                10,
                "\"device\":0,\"stream\":7,\"correlation\":1");

        JsonNode said = operators("AMD Instinct MI300X");

        assertThat(said.at("/rows/0/name").asText()).startsWith("cudaGraphLaunch->" + family);
        assertThat(said.at("/rows").findValuesAsText("calls")).containsExactlyInAnyOrder("1", "2");
        assertThat(Cli.here("trace", folder.resolve("t.json").toString()).out())
                .contains("Cijk_Alik_Bljk_BBS_BH…16x1_SN_L…  ", "Cijk_Alik_…s_MT32x32x256_");
    }

    private static double seconds(JsonNode said, String bottleneck) {
        double seconds = 0;
        for (JsonNode row : said.get("classes")) {
            seconds += row.get("class").asText().equals(bottleneck)
                    ? row.get("seconds").asDouble()
                    : 0;
        }
        return seconds;
    }

    @Test
    void ofADeviceThatIsNotKnownNoPeakIsInvented() throws Exception {
        operator("aten::mm", 200, 50, "[[1024,1024],[1024,1024]]", BF16);
        launched(210, 10);
        JsonNode said = operators("Frobnicator 9000");
        assertThat(said.get("ceiling").isNull()).isTrue();
        assertThat(said.at("/rows/0/limit").isNull()).isTrue();
        assertThat(said.at("/rows/0/tflops_per_second").asDouble()).isEqualTo(214.748, within(.001));
        assertThat(Cli.here("trace", folder.resolve("t.json").toString()).out())
                .contains("mm 1024x1024 1024x1024 bf16", "the declared peaks of 'Frobnicator 9000' are not known");
    }

    @Test
    void aProductWhosePeakIsNotDeclaredHasNoLimit() throws Exception {
        operator("aten::mm", 200, 50, "[[1024,1024],[1024,1024]]", BF16.replace("BFloat16", "Float8_e4m3fn"));
        launched(210, 10);
        JsonNode row = operators("NVIDIA H100 80GB HBM3").at("/rows/0");
        assertThat(row.get("inputs").asText()).isEqualTo("1024x1024 1024x1024 fp8");
        assertThat(row.get("flops").asDouble()).isEqualTo(2_147_483_648.0);
        assertThat(row.get("limit").isNull()).isTrue();
    }

    /** 1e9 bytes over 8 ranks in 10 ms: 100 GB/s, and a bus of 2 * 7 / 8 of that. */
    @ParameterizedTest
    @CsvSource({
        "allreduce,8,250000000,250000000,175",
        "_allgather_base,8,31250000,250000000,87.5",
        "reduce_scatter_tensor_coalesced,8,250000000,31250000,87.5",
        "all_to_allv,8,250000000,250000000,87.5",
        "broadcast,8,250000000,250000000,100",
        "allreduce,1,250000000,250000000,",
        "barrier,8,250000000,250000000,"
    })
    void collectivesHaveTheBusBandwidthOfNcclTests(String name, int ranks, long in, long out, Double rate)
            throws Exception {
        String told = "\"device\":0,\"stream\":8,\"Collective name\":\"" + name + "\",\"In msg nelems\":" + in
                + ",\"Out msg nelems\":" + out + ",\"Group size\":" + ranks + ",\"dtype\":\"Float\"";
        row("kernel", "ncclDevKernel", 8, 0, 40_000, told);
        row("kernel", "ncclDevKernel", 8, 50_000, 10_000, told);
        row("kernel", "ncclDevKernel", 8, 70_000, 20_000, told);
        JsonNode said = read("NVIDIA H100 80GB HBM3").at("/collectives/0");
        assertThat(said.get("calls").asLong()).isEqualTo(3);
        assertThat(said.get("median_ns").asLong()).isEqualTo(20_000_000);
        JsonNode best = said.get("bus_bytes_per_second_best");
        if (rate == null) {
            assertThat(best.isNull()).isTrue();
        } else {
            assertThat(best.asDouble()).isEqualTo(rate * 1e9, within(1.0));
            assertThat(said.get("bus_bytes_per_second_median").asDouble()).isEqualTo(rate * 5e8, within(1.0));
        }
    }

    /** Calls, microseconds, operations and bytes that TraceLens (171dd747) gives for these files, over all shapes of an operator. */
    @ParameterizedTest
    @CsvSource({
        "tl_h100_bert_small,aten::addmm,26,197.598,8036168946,76479576",
        "tl_h100_bert_small,aten::_scaled_dot_product_flash_attention,4,37.408,162865152,2310144",
        "tl_h100_bert_small,aten::add,9,14.753,649728,3898368",
        "tl_h100_qwen05b,aten::mm,96,6668.682,4164037902336,6290472960",
        "tl_h100_qwen05b,aten::addmm,72,2329.076,1351158202368,2788835328",
        "tl_h100_qwen05b,aten::_scaled_dot_product_flash_attention,24,2722.704,245745057792,1758461952",
        "tl_h100_qwen05b,aten::bmm,1,3.520,35776,73916",
        "tl_h100_vit_nsfw,aten::convolution,1,129.600,924844032,3588096",
        "tl_h100_vit_nsfw,aten::addmm,73,735.037,133927099392,432668160",
        "tl_b200_eager,aten::addmm,108,751.259,235810289664,899928576",
        "tl_b200_eager,aten::mm,1,33.504,144783360,144839392",
        "tl_vllm_decode_graph,vllm::rocm_unquantized_gemm,1,276.678,37064540160,1171320832"
    })
    void realTracesHaveTheFiguresOfTraceLens(
            String file, String name, long calls, double micros, double flops, double bytes) {
        List<Operator> found =
                TraceAccount.operators(RecordedTraces.kineto(file + ".json.gz"), Map.of()).operators().stream()
                        .filter(operator -> operator.name().equals(name))
                        .toList();
        assertThat(found.stream().mapToLong(Operator::calls).sum()).isEqualTo(calls);
        assertThat(found.stream().mapToLong(Operator::nanos).sum() / 1e3).isEqualTo(micros, within(.001 * micros));
        assertThat(found.stream()
                        .mapToDouble(one -> one.flops() == null ? 0 : one.flops())
                        .sum())
                .isEqualTo(flops);
        assertThat(found.stream()
                        .mapToDouble(one -> one.bytes() == null ? 0 : one.bytes())
                        .sum())
                .isEqualTo(bytes);
    }

    /** Calls and microseconds that TraceLens gives, over all shapes; where its sums of kernels that run at once are not less. */
    @ParameterizedTest
    @CsvSource({
        "alexnet,aten::copy_,16,55503",
        "alexnet,aten::addmm,6,2664",
        "alexnet,aten::clamp_min_,14,683",
        "dlrm_8rank_worker0,torch::autograd::CppNode<SplitLookupFunction_adagrad_Op>,1,84",
        "dlrm_8rank_worker0,torch::autograd::CppNode<SplitLookupFunction_Dense_Op>,1,81",
        "dlrm_8rank_worker0,aten::addmm,7,72",
        "dlrm_8rank_worker0,aten::addcdiv_,16,63",
        "nccl_data,aten::convolution_backward,159,39529.077",
        "nccl_data,aten::clamp_min_,147,4556.683",
        "nccl_data,aten::max_pool2d_with_indices_backward,3,1994.470",
        "ns_resolution_rank0,aten::convolution,265,89873.250",
        "ns_resolution_rank0,aten::max_pool2d_with_indices_backward,5,6132.250",
        "ns_resolution_rank0,aten::_foreach_add_,10,4045",
        "tl_b200_eager,vllm::unified_attention_with_output,36,648.506",
        "tl_b200_eager,symm_mem::multimem_all_reduce_,73,2119.547",
        "tl_h100_bert_small,aten::layer_norm,10,30.912",
        "tl_h100_qwen05b,aten::mul,220,6752.900",
        "tl_h100_qwen05b,aten::cat,49,2017.783",
        "tl_sglang_qwen3_8b_decode,aten::cumsum,1,10.694",
        "tl_vllm_decode_graph,hipGraphLaunch->_matmul_ogs_NNT_bf16xbf16xmxfp4_16x128x256x1,24,3761.880",
        "tl_vllm_decode_graph,hipGraphLaunch->kernel_unified_attention_3d,12,493.905"
    })
    void realTracesHaveTheTimesOfTraceLens(String file, String name, long calls, double micros) {
        List<Operator> found =
                TraceAccount.operators(RecordedTraces.kineto(file + ".json.gz"), Map.of()).operators().stream()
                        .filter(operator -> operator.name().equals(name))
                        .toList();
        assertThat(found.stream().mapToLong(Operator::calls).sum()).isEqualTo(calls);
        assertThat(found.stream().mapToLong(Operator::nanos).sum() / 1e3).isEqualTo(micros, within(.001 * micros));
    }

    private void operator(String name, int start, int duration, String shapes, String types) {
        row("cpu_op", name, 1, start, duration, "\"Input Dims\":" + shapes + ",\"Input type\":[" + types + "]");
    }

    /** Work of so many microseconds, launched then. */
    private void launched(int at, int duration) {
        launches++;
        row("cuda_runtime", "cudaLaunchKernel", 1, at, 2, "\"correlation\":" + launches);
        row("kernel", "kernel", 7, 1000 * launches, duration, "\"device\":0,\"stream\":7,\"correlation\":" + launches);
    }

    private void row(String category, String name, int thread, int start, int duration, String arguments) {
        rows.add("{\"ph\":\"X\",\"cat\":\"" + category + "\",\"name\":\"" + name + "\",\"pid\":1,\"tid\":" + thread
                + ",\"ts\":" + start + ",\"dur\":" + duration + ",\"args\":{" + arguments + "}}");
    }

    private JsonNode operators(String device) throws Exception {
        return read(device).get("operators");
    }

    private String text(String device, String members) {
        return "{\"schemaVersion\":1,\"deviceProperties\":[{\"id\":0,\"name\":\"" + device + "\"}]" + members
                + ",\"traceEvents\":[" + String.join(",", rows) + "]}";
    }

    private JsonNode read(String device) throws Exception {
        Path file = Files.writeString(folder.resolve("t.json"), text(device, ""));
        return Cli.here("trace", "--json", file.toString()).json("trace");
    }
}
