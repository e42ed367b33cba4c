package dev.amdahl.examples.cli.gpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import dev.amdahl.examples.cli.Cli;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class RooflineCommandTest {
    private static Cli small(String... more) {
        List<String> arguments = new ArrayList<>(
                List.of("roofline", "--backend", "cpu", "--rows", "32", "--copy-mib", "1", "--repetitions", "1"));
        arguments.addAll(List.of(more));
        return Cli.here(arguments.toArray(String[]::new));
    }

    @Test
    void ceilingsAreMeasuredForEveryArithmetic() throws IOException {
        JsonNode json = small("--json").json("roofline");
        assertThat(json.path("arithmetic").findValuesAsText("type"))
                .containsExactly("bf16", "fp16", "fp32", "fp64", "tf32");
        double ridge = json.at("/arithmetic/2/ridge_flops_per_byte").asDouble();
        assertThat(ridge * json.path("copy_bytes_per_second").asDouble())
                .isCloseTo(json.at("/arithmetic/2/flops_per_second").asDouble(), within(1.));
        assertThat(json.has("kernel")).isFalse();
        assertThat(small().out()).contains("(cpu): copies", "ridge, FLOP/byte", "bf16");
    }

    @Test
    void aKernelIsPlacedAndItsMendingPriced() throws IOException {
        JsonNode kernel = small("--flops", "0", "--bytes", "1e15", "--seconds", "1e9", "--share", ".5", "--json")
                .json("roofline")
                .path("kernel");
        assertThat(kernel.path("bound").asText()).isEqualTo("LATENCY");
        assertThat(kernel.path("gap").asDouble()).isGreaterThan(10);
        double expected = 1 / (.5 + .5 / kernel.path("gap").asDouble());
        assertThat(kernel.path("whole_job_gain").asDouble()).isCloseTo(expected, within(1e-9));
        Cli doubted = small("--flops", "1", "--bytes", "1e15", "--seconds", "1e-3");
        assertThat(doubted.out()).contains("memory-bound", "doubt", "declared too large");
    }

    @Test
    void halfAKernelAndWrongFiguresAreUsageErrors() {
        small("--flops", "1").failsWith(2, "half described", "--bytes");
        small("--flops", "1", "--bytes", "0", "--seconds", "1").failsWith(2, "is not a kernel");
        small("--flops", "1", "--bytes", "1", "--seconds", "NaN").failsWith(2, "is not a kernel");
        small("--type", "fp8").failsWith(2, "unknown type 'fp8'", "bf16");
        Cli.here("roofline", "--backend", "tpu").failsWith(2, "no backend is named 'tpu'");
        Cli.here("roofline", "--backend", "cpu", "--rows", "0").failsWith(2, "--rows: was 0");
    }
}
