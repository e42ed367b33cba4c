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

final class RocprofTableTest {
    static final String KERNELS = """
            "Kind","Agent_Id","Queue_Id","Stream_Id","Thread_Id","Dispatch_Id","Kernel_Id","Kernel_Name","Correlation_Id","Start_Timestamp","End_Timestamp","Grid_Size_X"
            "KERNEL_DISPATCH","Agent 4",1,0,69,1,16,"void add<float>(float*, int)",7,100,150,1024
            "KERNEL_DISPATCH","Agent 5",2,0,69,2,17,"ncclDevKernel_Generic_1(x)",8,120,170,1024
            "KERNEL_DISPATCH","Agent 4",1,0,69,3,18,"__amd_rocclr_copyBuffer",9,160,170,1024
            "KERNEL_DISPATCH","Agent 4",1,0,69,4,16,"void add<float>(float*, int)",10,200,190,1024
            "KERNEL_DISPATCH","Agent 4",1
            """;
    static final String COPIES = """
            "Kind","Direction","Source_Agent_Id","Destination_Agent_Id","Correlation_Id","Start_Timestamp","End_Timestamp"
            "MEMORY_COPY","MEMORY_COPY_HOST_TO_DEVICE",0,1,0,100,120
            "MEMORY_COPY","MEMORY_COPY_DEVICE_TO_HOST",2,0,0,130,150
            """;

    @TempDir
    Path directory;

    RocprofTableTest() {
        directory = Path.of("");
    }

    @Test
    void kernelsAreLanesOfQueuesByTheAgentsOwnNumber() throws IOException {
        Profile profile = read(KERNELS);
        Timeline timeline = profile.timeline().orElseThrow();
        assertThat(timeline.accelerators()).isEqualTo(2);
        assertThat(timeline.lanes()).extracting(Lane::name).containsExactly("device 4 queue 1", "device 5 queue 2");
        Lane first = timeline.lanes().get(0);
        assertThat(first.label(0)).isEqualTo("void add<float>(float*, int)");
        assertThat(first.correlation(0)).isEqualTo(7);
        assertThat(first.activity(1)).isEqualTo(Activity.COPY);
        assertThat(timeline.lanes().get(1).activity(0)).isEqualTo(Activity.COMMUNICATION);
        assertThat(profile.findings())
                .containsExactly(
                        "left out 1 row of another shape than the first line's",
                        "dropped 1 record without usable times");
    }

    @Test
    void copiesBelongToTheDeviceThatTakesPart() throws IOException {
        Timeline timeline = read(COPIES).timeline().orElseThrow();
        assertThat(timeline.lanes()).extracting(Lane::name).containsExactly("device 1 copies", "device 2 copies");
        assertThat(timeline.lanes().get(1).label(0)).isEqualTo("copy device to host");
        assertThat(timeline.lanes().get(1).activity(0)).isEqualTo(Activity.COPY);
    }

    @Test
    void agentsMayBeNumberedByType() throws IOException {
        assertThat(read(KERNELS.replace("Agent 4", "GPU 0"))
                        .timeline()
                        .orElseThrow()
                        .lanes())
                .extracting(Lane::device)
                .containsExactly(0, 5);
    }

    @Test
    void aHeaderAloneIsRefused() {
        assertThatThrownBy(() -> read(COPIES.substring(0, COPIES.indexOf('\n'))))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("has no row");
    }

    private Profile read(String text) throws IOException {
        Artifact artifact = new Artifact(Files.writeString(directory.resolve("trace.csv"), text), "trace");
        assertThat(new RocprofProfiler().reads(artifact)).isTrue();
        return new RocprofProfiler().read(artifact, ProfileLimits.DEFAULT);
    }
}
