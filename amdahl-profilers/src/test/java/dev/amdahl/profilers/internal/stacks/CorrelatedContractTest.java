package dev.amdahl.profilers.internal.stacks;

import dev.amdahl.spi.contract.ProfilerContract;
import dev.amdahl.spi.profiler.Artifact;
import dev.amdahl.spi.profiler.Profiler;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

final class CorrelatedContractTest extends ProfilerContract {

    @Override
    protected Profiler profiler() {
        return new CorrelatedProfiler();
    }

    @Override
    protected Artifact write(Path directory) throws IOException {
        String text = """
                {"format":"amdahl.correlated-stacks/1","clock":"epoch"}
                {"stack":"main;step;cudaLaunchKernel","kernel":"gemm","correlation":1,"start_ns":5,"end_ns":9}
                {"stack":["main","eval"],"correlation":2,"pid":4,"tid":4,"time_ns":11,"end_ns":12}
                {"kernel":"gemm","correlation":2,"pid":4,"start_ns":15,"end_ns":19,"device":1,"stream":7}
                """;
        return new Artifact(Files.writeString(directory.resolve("join.jsonl"), text), "stacks");
    }
}
