package dev.amdahl.profilers.kineto;

import dev.amdahl.spi.contract.ProfilerContract;
import dev.amdahl.spi.profiler.Artifact;
import dev.amdahl.spi.profiler.Profiler;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

final class GzipContractTest extends ProfilerContract {

    @Override
    protected Profiler profiler() {
        return new KinetoProfiler();
    }

    @Override
    protected Artifact write(Path directory) throws IOException {
        String text = new TraceText()
                .kernel("gemm", 3, "6.125", "20", 5)
                .kernel("copy", 3, "30", "2", 6)
                .object();
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return new Artifact(TraceText.gzip(directory.resolve("small.json.gz"), bytes), "trace");
    }
}
