package dev.amdahl.profilers.internal.nsys;

import dev.amdahl.spi.contract.ProfilerContract;
import dev.amdahl.spi.profiler.Artifact;
import dev.amdahl.spi.profiler.Profiler;
import java.io.IOException;
import java.nio.file.Path;

final class NsysContractTest extends ProfilerContract {

    @Override
    protected Profiler profiler() {
        return new NsysProfiler();
    }

    @Override
    protected Artifact write(Path directory) throws IOException {
        Path file = new NsysFile()
                .sql(
                        "CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL (start INTEGER, end INTEGER, deviceId INTEGER, streamId INTEGER)")
                .sql("INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES (5, 9, 0, 7), (12, 40, 0, 7), (13, 15, 1, 8)")
                .write(directory.resolve("small.sqlite"));
        return new Artifact(file, "trace");
    }
}
