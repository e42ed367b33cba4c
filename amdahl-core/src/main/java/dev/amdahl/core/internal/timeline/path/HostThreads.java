package dev.amdahl.core.internal.timeline.path;

import dev.amdahl.spi.job.Activity;
import dev.amdahl.spi.job.Lane;
import java.util.ArrayList;
import java.util.List;

/**
 * The host threads that matter: those that launch or synchronise, or all where none does. The main one is the one that waits for
 * input, else the one whose record spans the longest time; the others are its helpers.
 *
 * @param main index of its lane, none if there is no host thread
 * @param helpers indices of their lanes
 */
record HostThreads(int main, List<Integer> helpers) {

    static HostThreads of(List<Lane> lanes, Launches launches, DeviceWork work) {
        boolean[] drives = new boolean[lanes.size()];
        for (int node = 0; node < work.size(); node++) {
            if (work.call(node) != Launches.NONE) {
                drives[launches.lane(work.call(node))] = true;
            }
        }
        boolean isAny = false;
        for (int i = 0; i < drives.length; i++) {
            drives[i] |= synchronises(lanes.get(i));
            isAny |= drives[i];
        }
        List<Integer> threads = new ArrayList<>();
        int main = Nodes.NONE;
        long longest = -1;
        boolean isInput = false;
        for (int i = 0; i < drives.length; i++) {
            Lane lane = lanes.get(i);
            if (lane.side() == Activity.Side.HOST && lane.size() > 0 && (drives[i] || !isAny)) {
                threads.add(i);
                long extent = extent(lane);
                boolean waits = waitsForInput(lane);
                if (waits == isInput ? extent > longest : waits) {
                    main = i;
                    longest = extent;
                    isInput = waits;
                }
            }
        }
        threads.remove((Integer) main);
        return new HostThreads(main, List.copyOf(threads));
    }

    /** Returns whether the main thread can have started and awaited a helper: not one that is known to be of another process. */
    boolean isLed(List<Lane> lanes, int helper) {
        long process = lanes.get(helper).process();
        long own = main == Nodes.NONE ? process : lanes.get(main).process();
        return process == own || process < 0 || own < 0;
    }

    private static boolean synchronises(Lane lane) {
        for (int i = 0; i < lane.size(); i++) {
            if (lane.activity(i) == Activity.LAUNCH || lane.activity(i) == Activity.SYNC) {
                return true;
            }
        }
        return false;
    }

    private static boolean waitsForInput(Lane lane) {
        for (int i = 0; i < lane.size(); i++) {
            if (lane.activity(i) == Activity.INPUT_WAIT) {
                return true;
            }
        }
        return false;
    }

    private static long extent(Lane lane) {
        long last = lane.end(0);
        for (int i = 1; i < lane.size(); i++) {
            last = Math.max(last, lane.end(i));
        }
        return last - lane.start(0);
    }
}
