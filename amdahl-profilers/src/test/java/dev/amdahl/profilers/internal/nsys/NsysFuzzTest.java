package dev.amdahl.profilers.internal.nsys;

import dev.amdahl.profilers.ReaderFuzz;
import dev.amdahl.spi.profiler.Profiler;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;

final class NsysFuzzTest extends ReaderFuzz {
    @TempDir
    Path folder;

    NsysFuzzTest() {
        folder = Path.of("");
    }

    @Override
    protected Profiler profiler() {
        return new NsysProfiler();
    }

    @Override
    protected String name() {
        return "nsys";
    }

    @Override
    protected Map<String, byte[]> originals() {
        try {
            Path file = new NsysFile()
                    .core()
                    .began()
                    .copies()
                    .ranges()
                    .call(100, 110, 5, 1, "cudaLaunchKernel_v7000")
                    .kernel(200, 260, 0, 7, 1, "gemm")
                    .copy(0, 10, 1, 4096, 1, 0, 2)
                    .range(0, "400", 59, "step 12")
                    .write(folder.resolve("original.sqlite"));
            return Map.of("report.sqlite", Files.readAllBytes(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
