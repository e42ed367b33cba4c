package dev.amdahl.profilers.internal.nsight;

import dev.amdahl.spi.contract.ProfilerContract;
import dev.amdahl.spi.profiler.Artifact;
import dev.amdahl.spi.profiler.Profiler;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

final class NcuJsonContractTest extends ProfilerContract {
    static final String TEXT = "{\"kernel_name\": \"k\", \"runtime_ms\": 0.5, \"ncu_profile\": {\"metrics\": {"
            + "\"SM Busy\": {\"unit\": \"%\", \"avg_value\": 8.5, \"n\": 6},"
            + "\"Max Bandwidth\": {\"unit\": \"%\", \"avg_value\": 77.0, \"n\": 6}},"
            + "\"rules\": {\"AchievedOccupancy\": {\"type\": \"OPT\", \"description\": \"imbalance\"}}}}";

    @Override
    protected Profiler profiler() {
        return new NcuProfiler();
    }

    @Override
    protected Artifact write(Path directory) throws IOException {
        return new Artifact(
                Files.write(directory.resolve("small.json"), TEXT.getBytes(StandardCharsets.UTF_8)), "trace");
    }
}
