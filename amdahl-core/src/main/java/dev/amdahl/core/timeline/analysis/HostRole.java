package dev.amdahl.core.timeline.analysis;

import dev.amdahl.spi.job.Activity;
import dev.amdahl.spi.job.Lane;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

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
    private static final Pattern RUNTIME_NAME = Pattern.compile("(cuda|hip|hsa|xpu|mtia|runFunction)[A-Z_]?\\w*");
    private static final Pattern DRIVER_NAME = Pattern.compile("cu[A-Z]\\w*");
    private static final Pattern FRAME_NAME =
            Pattern.compile("interpreter frames|.*\\.py\\(\\d+\\): .*|<built-in .*|nn\\.Module: .*");

    private static HostRole of(String name) {
        if (COLLECTIVES.contains(name)) {
            return COLLECTIVE;
        }
        if ((name.startsWith("enumerate(DataLoader)#") && name.endsWith(".__next__"))
                || name.startsWith("enumerate(DataPipe)#")) {
            return DATA_LOADER;
        }
        if (DRIVER_NAME.matcher(name).matches()) {
            return DRIVER;
        }
        if (RUNTIME_NAME.matcher(name).matches()) {
            return RUNTIME;
        }
        return FRAME_NAME.matcher(name).matches() ? FRAME : OPERATOR;
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
