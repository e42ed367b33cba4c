package dev.amdahl.core.internal.timeline;

import dev.amdahl.spi.job.Activity;
import dev.amdahl.spi.job.Lane;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Whether a recording shows how a process took its device: a call that makes the context, as the first one that needs it does, or that
 * loads code or sets up communication, takes far longer than it ever does again.
 */
final class Initialisation {
    private static final long LONG_NANOS = 50_000_000;
    private static final Pattern CALLS = Pattern.compile("cuInit|cuDevicePrimaryCtxRetain|cu(Ctx|Module|Library)\\w+"
            + "|(cuda|hip)(Free|Malloc|SetDevice|GetDevice\\w*|DeviceGet\\w*|DeviceReset|StreamCreate\\w*|Module\\w+|Init\\w*)"
            + "|hsa_init|cublas\\w*Create\\w*|cudnnCreate\\w*|nccl\\w*Init\\w*");

    private Initialisation() {}

    /** Whether such a call began before the first device work. */
    static boolean isBefore(long firstWork, List<Lane> lanes) {
        for (Lane lane : lanes) {
            for (int i = 0; lane.side() == Activity.Side.HOST && i < lane.size() && lane.start(i) < firstWork; i++) {
                boolean isLong = lane.end(i) - lane.start(i) >= LONG_NANOS;
                if (isLong && CALLS.matcher(lane.label(i)).matches()) {
                    return true;
                }
            }
        }
        return false;
    }
}
