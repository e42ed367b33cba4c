package dev.amdahl.profilers.internal.torch;

import dev.amdahl.profilers.ReaderFuzz;
import dev.amdahl.spi.profiler.Profiler;
import java.util.Map;

final class TorchMemoryFuzzTest extends ReaderFuzz {

    @Override
    protected Profiler profiler() {
        return new TorchMemoryProfiler();
    }

    @Override
    protected String name() {
        return "torch-memory";
    }

    @Override
    protected Map<String, byte[]> originals() {
        return Map.of("snapshot.pickle", PickleText.snapshot());
    }
}
