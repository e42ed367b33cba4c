package dev.amdahl.profilers.internal.stacks;

import dev.amdahl.profilers.ReaderFuzz;
import dev.amdahl.spi.profiler.Profiler;
import java.nio.charset.StandardCharsets;
import java.util.Map;

final class PerfScriptFuzzTest extends ReaderFuzz {
    private static final String TEXT = """
            # cmdline : /usr/bin/perf record -F 99 -g
            Web Content 1751/1752 [001] 13289.335292:   10000000 cpu-clock:uhH:
            	559a3f21248b ns::map<int, a>::at(int; char)+0x24b (/home/my dir/box)
              box.cc:72
            	560cdca670ef [unknown] (/home/box)

            a 1 [000] 13289.445292: 77 cycles:u: 55aa f+0x1 (/bin/a)
            s 1/1 [043] 13290.000000100:   call   g     7fb22e72 f+0x197 (/lib/c.so)
            s 1/1 [043] 13290.000000500:   tr end  syscall          7fb2 nap+0xe (/lib/c.so)
            s 1/1 [043] 13290.000002500:   tr strt  nap     0 [unknown] ([unknown])
            """;

    @Override
    protected Profiler profiler() {
        return new PerfScriptProfiler();
    }

    @Override
    protected String name() {
        return PerfScriptProfiler.NAME;
    }

    @Override
    protected Map<String, byte[]> originals() {
        return Map.of("perf.txt", TEXT.getBytes(StandardCharsets.UTF_8));
    }
}
