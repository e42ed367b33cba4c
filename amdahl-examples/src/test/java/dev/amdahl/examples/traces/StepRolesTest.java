package dev.amdahl.examples.traces;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import dev.amdahl.core.internal.timeline.analysis.Overlap;
import dev.amdahl.core.internal.timeline.analysis.StepRoles;
import dev.amdahl.core.internal.timeline.analysis.Steps;
import dev.amdahl.core.internal.timeline.analysis.StreamIdle;
import dev.amdahl.core.internal.timeline.analysis.TraceAnalysis;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Roles of steps against those of the TensorBoard plugin of the PyTorch profiler. */
final class StepRolesTest {
    private static final double TOLERANCE = .001;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "resnet50_num_workers_0.A",
                "resnet50_num_workers_4.A",
                "nccl_data",
                "trace_diff_control",
                "ns_resolution_rank0",
                "alexnet",
                "dlrm_8rank_worker0",
                "tl_vllm_decode_graph",
                "tl_b200_eager",
                "tl_sglang_qwen3_8b_decode"
            })
    void rolesAndUtilisationEqualThePlugins(String name) {
        JsonNode expected = RecordedTraces.expected("tb_plugin/" + name + ".json");
        Steps steps = TraceAnalysis.of(
                        RecordedTraces.kineto(expected.get("input").asText()))
                .steps();
        List<StepRoles> complete =
                steps.steps().stream().filter(StepRoles::isComplete).toList();
        JsonNode costs = expected.get("steps_costs_us");
        assertThat(complete).hasSameSizeAs(costs).isNotEmpty();
        for (int i = 0; i < complete.size(); i++) {
            double total = costs.get(i).get("Total").asDouble();
            JsonNode wanted = costs.get(i);
            roles(complete.get(i))
                    .forEach((role, nanos) -> assertThat(nanos / 1e3)
                            .as("%s, %s", name, role)
                            .isCloseTo(wanted.get(role).asDouble(), within(TOLERANCE * total)));
        }
        JsonNode utilisation = expected.get("gpu_utilization");
        assertThat(steps.utilisation()).hasSameSizeAs(utilisation).isNotEmpty();
        steps.utilisation()
                .forEach(device -> assertThat(device.share())
                        .isCloseTo(
                                utilisation
                                        .get(Integer.toString(device.device()))
                                        .asDouble(),
                                within(TOLERANCE)));
    }

    /** The plugin knows a collective by its operator on the host; of the kernels that took the time it says "kernel". */
    @Test
    void communicationOfTheRecommenderIsHiddenAmongItsKernels() {
        StepRoles step = TraceAnalysis.of(RecordedTraces.kineto("dlrm_8rank_worker0.json.gz"))
                .steps()
                .steps()
                .get(0);
        assertThat((double) step.communicationNanos() / step.totalNanos()).isLessThan(.005);
        assertThat(step.collectiveNanos()).isEqualTo(5_798_000);
        assertThat(step.collectiveExposedNanos()).isEqualTo(5_537_000);
        assertThat((double) step.collectiveExposedNanos() / step.kernelNanos()).isGreaterThan(.8);
    }

    /** The plugin's one step runs from the first operator on; the graph's device work begins much later, and leaves no gaps. */
    @Test
    void theWindowOfTheDecodingGraphBeginsLongBeforeItsDeviceWork() {
        TraceAnalysis analysis = TraceAnalysis.of(RecordedTraces.kineto("tl_vllm_decode_graph.json.gz"));
        StepRoles step = analysis.steps().steps().get(0);
        Overlap device = analysis.overlap().get(0);
        assertThat(analysis.steps().marked()).isFalse();
        assertThat((double) device.idleNanos() / device.spanNanos()).isLessThan(.0025);
        assertThat(analysis.steps().utilisation().get(0).share()).isCloseTo(.57, within(.01));
        assertThat(step.totalNanos() - device.spanNanos())
                .as("before and after the device's own span")
                .isCloseTo(step.totalNanos() - step.kernelNanos() - step.memcpyNanos(), within(30_000L));
        StreamIdle stream = analysis.idle().stream()
                .max((a, b) -> Integer.compare(a.ops(), b.ops()))
                .orElseThrow();
        assertThat(stream.ops()).isGreaterThan(400);
    }

    private static Map<String, Long> roles(StepRoles step) {
        Map<String, Long> roles = new LinkedHashMap<>();
        roles.put("Kernel", step.kernelNanos());
        roles.put("Memcpy", step.memcpyNanos());
        roles.put("Memset", step.memsetNanos());
        roles.put("Communication", step.communicationNanos());
        roles.put("Runtime", step.runtimeNanos());
        roles.put("DataLoader", step.dataLoaderNanos());
        roles.put("CpuOp", step.cpuOpNanos());
        roles.put("Other", step.otherNanos());
        roles.put("Total", step.totalNanos());
        return roles;
    }
}
