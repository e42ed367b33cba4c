package dev.amdahl.profilers.internal.rocprof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.job.Activity;
import dev.amdahl.spi.job.Lane;
import dev.amdahl.spi.job.Timeline;
import dev.amdahl.spi.profiler.Artifact;
import dev.amdahl.spi.profiler.Profile;
import dev.amdahl.spi.profiler.ProfileLimits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class RocprofProfilerTest {
    static final String TEXT = """
            {"rocprofiler-sdk-tool":[{"metadata":{"pid":908,"config":{"output_path":"/x"}},
            "agents":[{"size":312,"id":{"handle":44},"type":1},{"id":{"handle":46},"type":2},{"id":{"handle":47},"type":2}],
            "kernel_symbols":[{"kernel_id":8,"kernel_name":"__amd_rocclr_copyBuffer.kd","formatted_kernel_name":"__amd_rocclr_copyBuffer"},
             {"kernel_id":9,"formatted_kernel_name":"ncclDevKernel_Generic_1(x)"},{"kernel_id":10,"formatted_kernel_name":"gemm"}],
            "callback_records":{},
            "buffer_records":{"kernel_dispatch":[
             {"size":184,"kind":11,"thread_id":908,"correlation_id":{"internal":1,"external":0},"start_timestamp":100,"end_timestamp":150,
              "dispatch_info":{"size":72,"agent_id":{"handle":46},"queue_id":{"handle":16},"kernel_id":8,"grid_size":{"x":512,"y":1,"z":1}},"stream_id":{"handle":0}},
             {"correlation_id":{"internal":2},"start_timestamp":160,"end_timestamp":190,"dispatch_info":{"agent_id":{"handle":47},"queue_id":{"handle":3},"kernel_id":9}},
             {"correlation_id":{"internal":3},"start_timestamp":120,"end_timestamp":130,"dispatch_info":{"agent_id":{"handle":46},"queue_id":{"handle":16},"kernel_id":10}},
             {"correlation_id":{"internal":4},"start_timestamp":9,"end_timestamp":8,"dispatch_info":{"agent_id":{"handle":46},"queue_id":{"handle":16},"kernel_id":10}}],
             "hip_api":[{"size":1},{"size":1}],"memory_copy":[]}}]}
            """;

    @TempDir
    Path directory;

    RocprofProfilerTest() {
        directory = Path.of("");
    }

    @Test
    void dispatchesAreLanesOfQueuesByDevice() throws IOException {
        Profile profile = read(TEXT);
        Timeline timeline = profile.timeline().orElseThrow();
        assertThat(timeline.accelerators()).isEqualTo(2);
        assertThat(timeline.isEpochBased()).isFalse();
        assertThat(timeline.lanes()).extracting(Lane::name).containsExactly("device 0 queue 16", "device 1 queue 3");
        Lane first = timeline.lanes().get(0);
        assertThat(first.activity(0)).isEqualTo(Activity.COPY);
        assertThat(first.label(1)).isEqualTo("gemm");
        assertThat(first.correlation(1)).isEqualTo(3);
        assertThat(timeline.lanes().get(1).activity(0)).isEqualTo(Activity.COMMUNICATION);
        assertThat(profile.findings())
                .containsExactly("left out 2 rows of hip_api", "dropped 1 record without usable times");
    }

    @Test
    void whatIsCutOrEmptyIsRefused() throws IOException {
        assertThatThrownBy(() -> read(TEXT.substring(0, 900)))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("rocprofv3");
        assertThatThrownBy(() -> read("{\"rocprofiler-sdk-tool\":[]}"))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("no record");
    }

    private Profile read(String text) throws IOException {
        Artifact artifact = new Artifact(Files.writeString(directory.resolve("results.json"), text), "trace");
        assertThat(new RocprofProfiler().reads(artifact)).isTrue();
        return new RocprofProfiler().read(artifact, ProfileLimits.DEFAULT);
    }
}
