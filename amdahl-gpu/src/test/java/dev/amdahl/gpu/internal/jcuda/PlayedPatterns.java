package dev.amdahl.gpu.internal.jcuda;

import dev.amdahl.gpu.KernelTwin;
import dev.amdahl.gpu.Pattern;
import java.util.Map;

/** The kernels of memory patterns, as a played driver runs them. */
final class PlayedPatterns {
    private PlayedPatterns() {}

    /** Adds them under their entries. */
    static void teach(Map<String, KernelTwin> twins) {
        twins.put("fillPattern", (x, y, grid, arguments) -> {
            int[] words = arguments.ints(0);
            if (x == 0) {
                for (int i = 0; i < arguments.int64(1); i++) {
                    words[i] = pattern(arguments.int32(2), arguments.int64(3)).word(i);
                }
            }
        });
        twins.put("checkPattern", (x, y, grid, arguments) -> {
            int[] words = arguments.ints(0);
            long[] found = arguments.longs(4);
            for (int i = 0; x == 0 && i < arguments.int64(1); i++) {
                if (words[i] != pattern(arguments.int32(2), arguments.int64(3)).word(i)) {
                    found[0]++;
                    found[1] = Math.min(found[1], i);
                }
            }
        });
    }

    private static Pattern pattern(int kind, long seed) {
        return kind == 0
                ? new Pattern.Constant((int) seed)
                : kind == 1 ? new Pattern.Address() : new Pattern.Drawn(seed);
    }
}
