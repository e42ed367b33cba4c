package dev.amdahl.core.internal.timeline.analysis;

import dev.amdahl.spi.job.Activity;
import dev.amdahl.spi.job.Lane;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What kind of host code an interval shows, by its name, its activity and whether it is correlated with device work. */
enum HostRole {
    /** A call of the device's runtime. */
    RUNTIME,
    /** A call of the driver below it. */
    DRIVER,
    /** The next batch is taken from a loader. */
    DATA_LOADER,
    /** An operator of a collective. */
    COLLECTIVE,
    /** A framework operator or a named range. */
    OPERATOR,
    /** A frame of the interpreter. */
    FRAME;

    private static final Set<String> COLLECTIVES = Set.of(
            "nccl:broadcast",
            "nccl:reduce",
            "nccl:all_reduce",
            "nccl:all_gather",
            "nccl:reduce_scatter",
            "gloo:broadcast",
            "gloo:reduce",
            "gloo:all_reduce",
            "gloo:all_gather",
            "gloo:reduce_scatter");
    private static final List<String> RUNTIMES = List.of("cuda", "hip", "hsa_", "xpu", "mtia", "runFunction");

    private static HostRole of(String name) {
        if (COLLECTIVES.contains(name)) {
            return COLLECTIVE;
        }
        if ((name.startsWith("enumerate(DataLoader)#") && name.endsWith(".__next__"))
                || name.startsWith("enumerate(DataPipe)#")) {
            return DATA_LOADER;
        }
        if (isWord(name)) {
            if (name.length() > 2 && name.startsWith("cu") && Character.isUpperCase(name.charAt(2))) {
                return DRIVER;
            }
            return isRuntime(name) ? RUNTIME : OPERATOR;
        }
        return isFrame(name) ? FRAME : OPERATOR;
    }

    private static boolean isWord(String name) {
        for (int i = 0; i < name.length(); i++) {
            if (name.charAt(i) != '_' && !Character.isLetterOrDigit(name.charAt(i))) {
                return false;
            }
        }
        return true;
    }

    private static boolean isRuntime(String name) {
        for (String prefix : RUNTIMES) {
            if (name.startsWith(prefix)) {
                return true;
            }
        }
        return false;
    }

    /** Returns what the interpreter calls its frames: {@code file.py(7): function}, {@code <built-in …}, {@code nn.Module: …}. */
    private static boolean isFrame(String name) {
        return name.equals("interpreter frames")
                || name.startsWith("<built-in ")
                || name.startsWith("nn.Module: ")
                || (name.contains(".py(") && name.contains("): "));
    }

    /** Remembers the roles of names. Not thread-safe. */
    static final class Names {
        private final Map<String, HostRole> known = new HashMap<>();

        HostRole role(Lane lane, int i) {
            HostRole role = known.computeIfAbsent(lane.label(i), HostRole::of);
            boolean called = lane.activity(i) == Activity.LAUNCH || lane.correlation(i) >= 0;
            return called && role == OPERATOR ? RUNTIME : role;
        }
    }
}
