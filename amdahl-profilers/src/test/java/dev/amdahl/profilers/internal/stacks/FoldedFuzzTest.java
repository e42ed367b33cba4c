package dev.amdahl.profilers.internal.stacks;

import dev.amdahl.profilers.ReaderFuzz;
import dev.amdahl.spi.profiler.Profiler;
import java.nio.charset.StandardCharsets;
import java.util.Map;

final class FoldedFuzzTest extends ReaderFuzz {
    private static final String TEXT = """
            # frequency: 99
            python;main;load;json_loads;_PyUnicode_New 20
            python;main;größe_[k];-;memcpy 1.5
            a;[GPU_Kernel]gemm 3
            """;

    @Override
    protected Profiler profiler() {
        return new FoldedProfiler();
    }

    @Override
    protected String name() {
        return FoldedProfiler.NAME;
    }

    @Override
    protected Map<String, byte[]> originals() {
        return Map.of("x.folded", TEXT.getBytes(StandardCharsets.UTF_8));
    }
}
