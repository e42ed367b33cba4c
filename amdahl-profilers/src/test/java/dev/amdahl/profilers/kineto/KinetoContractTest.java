package dev.amdahl.profilers.kineto;

import dev.amdahl.spi.contract.ProfilerContract;
import dev.amdahl.spi.profiler.Artifact;
import dev.amdahl.spi.profiler.Profiler;
import java.io.IOException;
import java.nio.file.Path;

final class KinetoContractTest extends ProfilerContract {

    @Override
    protected Profiler profiler() {
        return new KinetoProfiler();
    }

    @Override
    protected Artifact write(Path directory) throws IOException {
        String text = new TraceText()
                .row("user_annotation", "ProfilerStep#1", "7", "100", "50.5", "")
                .row("cpu_op", "aten::größe", "7", "101.001", "9", "\"External id\":1")
                .row("cuda_runtime", "cudaLaunchKernel", "7", "102", "3.25", "\"correlation\":5")
                .kernel("gemm", 3, "106.125", "20", 5)
                .object("\"baseTimeNanoseconds\":1735632360000000000");
        return new Artifact(TraceText.plain(directory.resolve("small.json"), text), "trace");
    }
}
