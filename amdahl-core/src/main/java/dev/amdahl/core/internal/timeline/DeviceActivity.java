package dev.amdahl.core.internal.timeline;

import dev.amdahl.core.internal.timeline.analysis.Spans;
import dev.amdahl.spi.job.Activity;
import dev.amdahl.spi.job.Lane;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What one accelerator did, all its streams together, as unions that each hold the one before.
 *
 * @param device the accelerator's index; -1 for one that is only said to be there
 * @param kernel compute
 * @param transfer with the part of each communication in which data moved
 * @param arrival with the part in which collectives waited for the last participant
 * @param communication with the part in which point-to-point kernels waited for the other side: all communication
 * @param busy anything at all
 */
record DeviceActivity(int device, Spans kernel, Spans transfer, Spans arrival, Spans communication, Spans busy) {
    private static final DeviceActivity NOTHING =
            new DeviceActivity(-1, Spans.NONE, Spans.NONE, Spans.NONE, Spans.NONE, Spans.NONE);

    /** Returns one per accelerator that the timeline shows; those without a lane did nothing. Communication is not looked into. */
    static List<DeviceActivity> of(List<Lane> lanes, int shown, long from, long to) {
        return of(lanes, Collectives.NONE, shown, from, to);
    }

    /** The same, with the waits inside communication told apart. */
    static List<DeviceActivity> of(List<Lane> lanes, Collectives collectives, int shown, long from, long to) {
        List<DeviceActivity> devices = new ArrayList<>();
        byDevice(lanes).forEach((device, own) -> devices.add(of(device, own, collectives, from, to)));
        while (devices.size() < shown) {
            devices.add(NOTHING);
        }
        return devices;
    }

    private static DeviceActivity of(int device, List<Lane> own, Collectives collectives, long from, long to) {
        Map<Activity, Spans> byKind = LaneSpans.byKind(own, from, to);
        Spans kernel = byKind.getOrDefault(Activity.KERNEL, Spans.NONE);
        Spans communication = kernel.or(byKind.getOrDefault(Activity.COMMUNICATION, Spans.NONE));
        Spans busy = communication.or(byKind.getOrDefault(Activity.COPY, Spans.NONE));
        if (!collectives.sees(device)) {
            return new DeviceActivity(device, kernel, communication, communication, communication, busy);
        }
        Spans transfer = kernel.or(collectives.transfers(device, from, to));
        Spans arrival = transfer.or(collectives.arrivalWaits(device, from, to));
        return new DeviceActivity(device, kernel, transfer, arrival, communication, busy);
    }

    /** Returns the device lanes of each accelerator. */
    static Map<Integer, List<Lane>> byDevice(List<Lane> lanes) {
        Map<Integer, List<Lane>> byDevice = new TreeMap<>();
        for (Lane lane : lanes) {
            if (lane.side() == Activity.Side.DEVICE) {
                byDevice.computeIfAbsent(lane.device(), any -> new ArrayList<>())
                        .add(lane);
            }
        }
        return byDevice;
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
