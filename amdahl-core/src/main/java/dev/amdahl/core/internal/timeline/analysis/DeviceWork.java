package dev.amdahl.core.internal.timeline.analysis;

import dev.amdahl.spi.job.Activity;
import dev.amdahl.spi.job.Lane;
import dev.amdahl.spi.job.Timeline;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What one accelerator did, all its streams together, as unions.
 *
 * @param compute kernels that are not communication
 * @param communication collectives
 * @param copy copies and fills
 */
record DeviceWork(int device, Spans compute, Spans communication, Spans copy) {

    static List<DeviceWork> of(Timeline timeline) {
        List<DeviceWork> work = new ArrayList<>();
        byDevice(timeline)
                .forEach((device, lanes) -> work.add(new DeviceWork(
                        device,
                        union(lanes, Activity.KERNEL),
                        union(lanes, Activity.COMMUNICATION),
                        union(lanes, Activity.COPY))));
        return work;
    }

    /** Lanes with work by the accelerator's index. */
    static Map<Integer, List<Lane>> byDevice(Timeline timeline) {
        Map<Integer, List<Lane>> lanes = new TreeMap<>();
        for (Lane lane : timeline.lanes()) {
            if (lane.side() == Activity.Side.DEVICE && lane.size() > 0) {
                lanes.computeIfAbsent(lane.device(), any -> new ArrayList<>()).add(lane);
            }
        }
        return lanes;
    }

    /** Any work. */
    static Spans all(List<Lane> lanes) {
        Spans.Builder all = new Spans.Builder();
        for (Lane lane : lanes) {
            for (int i = 0; i < lane.size(); i++) {
                all.add(lane.start(i), lane.end(i));
            }
        }
        return all.build();
    }

    private static Spans union(List<Lane> lanes, Activity kind) {
        Spans.Builder some = new Spans.Builder();
        for (Lane lane : lanes) {
            for (int i = 0; i < lane.size(); i++) {
                if (lane.activity(i) == kind) {
                    some.add(lane.start(i), lane.end(i));
                }
            }
        }
        return some.build();
    }

    Spans busy() {
        return new Spans.Builder().add(compute).add(communication).add(copy).build();
    }
}
