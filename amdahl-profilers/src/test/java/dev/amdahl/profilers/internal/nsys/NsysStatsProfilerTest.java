package dev.amdahl.profilers.internal.nsys;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.profiler.Artifact;
import dev.amdahl.spi.profiler.HotFrame;
import dev.amdahl.spi.profiler.Profile;
import dev.amdahl.spi.profiler.ProfileLimits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class NsysStatsProfilerTest {
    static final String TEXT = """
            Processing [r.sqlite] with [reports/cuda_gpu_kern_sum.py]...
            Time (%),Total Time (ns),Instances,Avg (ns),Med (ns),Min (ns),Max (ns),StdDev (ns),Name
            75.0,"3,000,000",20,150000.0,150000.0,1,2,0.0,"void gemm<float, 4>(int)"
            25.0,1000000,10,100000.0,100000.0,1,2,0.0,ncclDevKernel_AllReduce

             ** CUDA GPU MemOps Summary (by Time) (cuda_gpu_mem_time_sum):

            Time (%),Total Time (ns),Count,Avg (ns),Med (ns),Min (ns),Max (ns),StdDev (ns),Operation
            90.0,900000,9,100000.0,1.0,1,2,0.0,[CUDA memcpy Host-to-Device]
            10.0,100000,1,100000.0,1.0,1,2,0.0,[CUDA memset]

            Total (MB),Count,Avg (MB),Med (MB),Min (MB),Max (MB),StdDev (MB),Operation
            8.5,9,1.0,0.25,0.1,4.0,0.0,[CUDA memcpy Host-to-Device]

            Time (%),Total Time (ms),Num Calls,Avg (ms),Med (ms),Min (ms),Max (ms),StdDev (ms),Name
            60.0,600,30,20,20,20,20,0,cudaDeviceSynchronize
            30.0,300,100,3,3,3,3,0,cudaLaunchKernel
            10.0,100,2,50,50,50,50,0,cudaMemcpy
            """;
    private static final Offset<Double> EXACT = within(1e-12);

    @TempDir
    Path directory;

    NsysStatsProfilerTest() {
        directory = Path.of("");
    }

    @Test
    void reportsOneAfterAnotherAreAddedUp() throws IOException {
        Profile profile = read(TEXT);
        assertThat(profile.counters())
                .containsEntry("compute_kernels", 20.0)
                .containsEntry("communication_kernels", 10.0)
                .containsEntry("copies_to_device", 9.0)
                .containsEntry("h2d_copy_bytes_p50", 250_000.0)
                .containsEntry("copies_to_device_bytes", 8_500_000.0)
                .containsEntry("launch_calls", 100.0)
                .doesNotContainKey("copies_to_host");
        assertThat(profile.counters().get("compute_kernels_seconds")).isEqualTo(.003, EXACT);
        assertThat(profile.counters().get("synchronising_calls_seconds")).isEqualTo(.6, EXACT);
        assertThat(profile.counters().get("blocking_copies_seconds")).isEqualTo(.1, EXACT);
        assertThat(profile.hotFrames())
                .extracting(HotFrame::frame)
                .containsExactly("void gemm<float, 4>(int)", "ncclDevKernel_AllReduce");
        assertThat(profile.findings())
                .contains("kernel void gemm<float, 4>(int): 75.0 % of the kernel time, at most 4.00x over it");
    }

    @Test
    void anOldHeaderWithoutUnitsIsInNanoseconds() throws IOException {
        Profile profile = read(
                "Time(%),Total Time,Instances,Average,Minimum,Maximum,Name\n100.0,2000000000,4,500000000.0,1,2,k\n1,2,3\n");
        assertThat(profile.counters().get("compute_kernels_seconds")).isEqualTo(2, EXACT);
        assertThat(profile.findings()).contains("left out rows that do not fit their header: 1");
    }

    @Test
    void aTableThatIsNoneIsRefused() throws IOException {
        assertThatThrownBy(() -> read("Time (%),Total Time (ns),Instances,Name\n"))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("a header and no row");
        assertThatThrownBy(() -> read("Time (%),Total Time (ns),Instances,Name\n1,\"1,5\",1,k\n"))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("line 2")
                .hasMessageContaining("decimal comma");
    }

    private Profile read(String text) throws IOException {
        Artifact artifact = new Artifact(Files.writeString(directory.resolve("stats.csv"), text), "trace");
        NsysStatsProfiler profiler = new NsysStatsProfiler();
        assertThat(profiler.reads(artifact)).isTrue();
        return profiler.read(artifact, ProfileLimits.DEFAULT);
    }
}
