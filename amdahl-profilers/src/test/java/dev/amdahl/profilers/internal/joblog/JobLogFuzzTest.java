package dev.amdahl.profilers.internal.joblog;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.amdahl.profilers.ReaderFuzz;
import dev.amdahl.spi.profiler.Profiler;
import java.util.Map;

final class JobLogFuzzTest extends ReaderFuzz {

    @Override
    protected Profiler profiler() {
        return new JobLogProfiler();
    }

    @Override
    protected String name() {
        return "job-log";
    }

    @Override
    protected String role() {
        return "log";
    }

    @Override
    protected Map<String, byte[]> originals() {
        return Map.of("job.log", JobLogProfilerTest.TIMED.getBytes(UTF_8));
    }
}
