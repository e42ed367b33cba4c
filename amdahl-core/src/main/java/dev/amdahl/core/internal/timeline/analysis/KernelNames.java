package dev.amdahl.core.internal.timeline.analysis;

import dev.amdahl.spi.job.Activity;
import dev.amdahl.spi.job.Lane;
import dev.amdahl.spi.job.Timeline;
import java.util.HashMap;
import java.util.Map;

/**
 * Families of device work, each name looked at once; work that was launched inside a range of an optimiser step belongs to the
 * optimiser, whatever its name. Not thread-safe.
 */
final class KernelNames {
    private static final String OPTIMIZER_STEP = "Optimizer.step#";

    private final Map<String, KernelFamily> known = new HashMap<>();
    private final Launches launches;
    private final LongIndex updates = new LongIndex();

    KernelNames(Timeline timeline, Launches launches) {
        this.launches = launches;
        Spans.Builder steps = new Spans.Builder();
        for (Lane lane : timeline.lanes()) {
            for (int i = 0; lane.side() == Activity.Side.HOST && i < lane.size(); i++) {
                if (lane.label(i).startsWith(OPTIMIZER_STEP)) {
                    steps.add(lane.start(i), lane.end(i));
                }
            }
        }
        Spans ranges = steps.build();
        for (int launch = 0; launch < launches.size(); launch++) {
            if (launches.hasCall(launch) && ranges.covers(launches.callStart(launch))) {
                updates.add(launch);
            }
        }
    }

    KernelFamily family(Lane lane, int i) {
        if (lane.activity(i) != Activity.KERNEL) {
            return KernelFamily.of(lane.activity(i), "");
        }
        int launch = launches.of(lane, i);
        if (launch >= 0 && updates.find(launch) >= 0) {
            return KernelFamily.OPTIMIZER;
        }
        return byName(lane.activity(i), lane.label(i));
    }

    /** Returns the family by the name alone. */
    KernelFamily byName(Activity activity, String label) {
        return activity == Activity.KERNEL
                ? known.computeIfAbsent(label, name -> KernelFamily.of(Activity.KERNEL, name))
                : KernelFamily.of(activity, label);
    }
}
