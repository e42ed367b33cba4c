package dev.amdahl.profilers.internal.xplane;

import dev.amdahl.profilers.ReaderFuzz;
import dev.amdahl.spi.profiler.Profiler;
import java.util.Map;

final class XplaneFuzzTest extends ReaderFuzz {

    @Override
    protected Profiler profiler() {
        return new XplaneProfiler();
    }

    @Override
    protected String name() {
        return "xplane";
    }

    @Override
    protected Map<String, byte[]> originals() {
        return Map.of("vm.xplane.pb", XplaneBytes.profile());
    }
}
