package dev.amdahl.profilers.kineto;

import dev.amdahl.profilers.ReaderFuzz;
import dev.amdahl.spi.profiler.Profiler;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;

final class KinetoFuzzTest extends ReaderFuzz {

    @Override
    protected Profiler profiler() {
        return new KinetoProfiler();
    }

    @Override
    protected String name() {
        return KinetoProfiler.NAME;
    }

    @Override
    protected Map<String, byte[]> originals() throws IOException {
        byte[] object = Samples.rich().object(Samples.members()).getBytes(StandardCharsets.UTF_8);
        return Map.of(
                "object.json", object,
                "array.json", Samples.rich().array().getBytes(StandardCharsets.UTF_8),
                "object.json.gz", TraceText.gzip(object));
    }
}
