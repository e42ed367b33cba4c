package dev.amdahl.profilers.internal.stacks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.job.Activity;
import dev.amdahl.spi.job.Lane;
import dev.amdahl.spi.job.Timeline;
import dev.amdahl.spi.profiler.Profile;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class CorrelatedProfilerTest {
    private static final String HEADER = "{\"format\":\"amdahl.correlated-stacks/1\",\"clock\":\"epoch\"}\n";

    @TempDir
    Path directory;

    CorrelatedProfilerTest() {
        directory = Path.of("");
    }

    @Test
    void deviceTimeIsGivenToTheHostFrameThatLaunchedIt() {
        Profile profile = read("""
                {"kernel":"gemm","correlation":8,"pid":4,"start_ns":2000000000,"end_ns":3000000000,"device":1,"stream":7}
                {"stack":["main","train (train.py:42)","at::mm","cudaLaunchKernel"],"correlation":8,"pid":4,"tid":5,"time_ns":1000,"end_ns":2000}
                {"stack":["main","train (train.py:42)","at::mm","cudaGraphLaunch"],"correlation":9,"pid":4,"tid":5,"time_ns":1500}
                {"kernel":"gemm","correlation":9,"pid":4,"start_ns":3000000000,"end_ns":3500000000,"device":1,"stream":7}
                {"kernel":"relu","correlation":9,"pid":4,"start_ns":3500000000,"end_ns":3750000000,"device":1,"stream":7}
                {"kernel":"relu","correlation":9,"pid":6,"start_ns":10,"end_ns":20}
                {"stack":"main;eval;cuLaunchKernel","kernel":"softmax","correlation":9,"start_ns":1,"end_ns":500000001}
                {"stack":["main"],"correlation":77}
                """);
        assertThat(StackText.hot(profile)).containsOnly(Map.entry("at::mm", 1.75), Map.entry("eval", .5));
        assertThat(profile.counters())
                .containsOnly(
                        Map.entry("correlated_kernels", 4.0),
                        Map.entry("correlated_device_seconds", 2.25),
                        Map.entry("uncorrelated_kernels", 1.0),
                        Map.entry("uncorrelated_device_seconds", 1e-8));
        assertThat(profile.findings())
                .contains(
                        "at::mm launched gemm: 1.500000000 device seconds",
                        "1 kernel (0.000000010 s) without a host stack of the same correlation",
                        "1 launch without a kernel of the same correlation");
        Timeline timeline = profile.timeline().orElseThrow();
        assertThat(timeline.isEpochBased()).isTrue();
        assertThat(timeline.accelerators()).isEqualTo(2);
        Lane host = timeline.lanes().stream()
                .filter(lane -> lane.side() == Activity.Side.HOST)
                .findFirst()
                .orElseThrow();
        assertThat(host.name()).isEqualTo("thread 5");
        assertThat(host.correlation(1)).isEqualTo(9);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"kernel\":\"k\",\"correlation\":1,\"start_ns\":5,\"end_ns\":4}",
                "{\"kernel\":\"k\",\"correlation\":1,\"start_ns\":5}",
                "{\"kernel\":\"k\",\"correlation\":1,\"start_ns\":-1,\"end_ns\":4}",
                "{\"kernel\":\"k\",\"correlation\":1,\"start_ns\":1.5,\"end_ns\":4}",
                "{\"kernel\":\"k\",\"correlation\":1,\"start_ns\":1,\"end_ns\":1e99}",
                "{\"kernel\":\"k\",\"correlation\":1,\"start_ns\":1,\"end_ns\":99999999999999999999}",
                "{\"kernel\":\"k\",\"start_ns\":1,\"end_ns\":2}",
                "{\"kernel\":\"k\",\"kernel\":\"l\",\"correlation\":1,\"start_ns\":1,\"end_ns\":2}",
                "{\"stack\":[1],\"correlation\":1}",
                "{\"correlation\":1}",
                "[1]",
                "{\"stack\":[[[[[[[[[[]]]]]]]]]]}",
                "{} {}",
                "nonsense"
            })
    void aBadLineIsRefusedWithItsNumber(String line) {
        assertThatThrownBy(() -> read(line + "\n"))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("join.jsonl line 2");
    }

    private Profile read(String text) {
        return StackText.read(new CorrelatedProfiler(), directory, "join.jsonl", HEADER + text);
    }
}
