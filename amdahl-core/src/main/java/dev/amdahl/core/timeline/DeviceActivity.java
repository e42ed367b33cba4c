package dev.amdahl.core.timeline;

import dev.amdahl.spi.job.Activity;
import dev.amdahl.spi.job.Lane;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What one accelerator did, all its streams together. Immutable.
 *
 * @param kernel compute
 * @param computeOrCommunication the above or collectives
 * @param busy anything at all
 */
record DeviceActivity(Intervals kernel, Intervals computeOrCommunication, Intervals busy) {

    /** One per accelerator that the timeline shows; those without a lane did nothing. */
    static List<DeviceActivity> of(List<Lane> lanes, int shown, long from, long to) {
        Map<Integer, List<Lane>> byDevice = new TreeMap<>();
        for (Lane lane : lanes) {
            if (lane.side() == Activity.Side.DEVICE) {
                byDevice.computeIfAbsent(lane.device(), any -> new ArrayList<>())
                        .add(lane);
            }
        }
        List<DeviceActivity> devices = new ArrayList<>();
        for (List<Lane> own : byDevice.values()) {
            devices.add(new DeviceActivity(
                    Intervals.union(own, EnumSet.of(Activity.KERNEL), from, to),
                    Intervals.union(own, EnumSet.of(Activity.KERNEL, Activity.COMMUNICATION), from, to),
                    Intervals.union(
                            own, EnumSet.of(Activity.KERNEL, Activity.COMMUNICATION, Activity.COPY), from, to)));
        }
        while (devices.size() < shown) {
            devices.add(new DeviceActivity(Intervals.EMPTY, Intervals.EMPTY, Intervals.EMPTY));
        }
        return devices;
    }

    boolean worked() {
        return busy.size() > 0;
    }

    long firstWork() {
        return busy.start(0);
    }

    long lastWork() {
        return busy.end(busy.size() - 1);
    }
}
