package dev.amdahl.profilers.internal.stacks;

import dev.amdahl.spi.contract.ProfilerContract;
import dev.amdahl.spi.profiler.Artifact;
import dev.amdahl.spi.profiler.Profiler;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

final class PerfScriptContractTest extends ProfilerContract {

    @Override
    protected Profiler profiler() {
        return new PerfScriptProfiler();
    }

    @Override
    protected Artifact write(Path directory) throws IOException {
        String text = """
                python 17 [003] 5.000001: 10101010 cpu-clock:u:
                	7fb22e6e0343 __memcpy_avx+0x3 (/usr/lib/libc.so)
                	564de582757c [unknown] (/usr/bin/python3)

                python 17/18 [003] 5.010001: 10101010 cpu-clock:u:
                	ffffffff8103ce3b ns::f<int, char>(a; b) (./x)
                """;
        return new Artifact(Files.writeString(directory.resolve("perf.txt"), text), "stacks");
    }
}
