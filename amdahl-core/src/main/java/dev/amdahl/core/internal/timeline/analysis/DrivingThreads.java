package dev.amdahl.core.internal.timeline.analysis;

import dev.amdahl.spi.job.Activity;
import dev.amdahl.spi.job.Lane;
import dev.amdahl.spi.job.Timeline;
import java.util.Set;

/**
 * What the host threads that drive the device did, as far as it explains idle streams: threads with launch calls, waits for the
 * device, or calls that are correlated with device work.
 *
 * @param inputWait they waited for the loader
 * @param blocked they waited for the device; a call that only orders streams is none
 * @param runtime they were in any call of the runtime or driver, and not waiting for the loader
 */
record DrivingThreads(Spans inputWait, Spans blocked, Spans runtime) {
    /** Calls that wait for the device although their name does not say so. */
    private static final Set<String> FREEING =
            Set.of("cudaFree", "cudaFreeHost", "cudaHostUnregister", "cudaDeviceReset", "hipFree", "hipHostFree");

    static DrivingThreads of(Timeline timeline, Launches launches, HostRole.Names names) {
        Spans.Builder input = new Spans.Builder();
        Spans.Builder blocked = new Spans.Builder();
        Spans.Builder runtime = new Spans.Builder();
        for (Lane lane : timeline.lanes()) {
            if (lane.side() != Activity.Side.HOST || !drives(lane, launches)) {
                continue;
            }
            for (int i = 0; i < lane.size(); i++) {
                Activity activity = lane.activity(i);
                HostRole role = names.role(lane, i);
                if (activity == Activity.INPUT_WAIT) {
                    input.add(lane.start(i), lane.end(i));
                } else if (blocks(lane, i, role)) {
                    blocked.add(lane.start(i), lane.end(i));
                }
                if (role == HostRole.RUNTIME || role == HostRole.DRIVER) {
                    runtime.add(lane.start(i), lane.end(i));
                }
            }
        }
        Spans waits = input.build();
        return new DrivingThreads(waits, blocked.build(), runtime.build().minus(waits));
    }

    private static boolean drives(Lane lane, Launches launches) {
        for (int i = 0; i < lane.size(); i++) {
            Activity activity = lane.activity(i);
            if (activity == Activity.LAUNCH || activity == Activity.SYNC || launches.of(lane, i) >= 0) {
                return true;
            }
        }
        return false;
    }

    private static boolean blocks(Lane lane, int i, HostRole role) {
        if (lane.activity(i) == Activity.SYNC) {
            return !lane.label(i).contains("WaitEvent");
        }
        return role == HostRole.RUNTIME && lane.activity(i) == Activity.HOST_CODE && FREEING.contains(lane.label(i));
    }
}
