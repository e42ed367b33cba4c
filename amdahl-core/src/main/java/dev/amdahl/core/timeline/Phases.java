package dev.amdahl.core.timeline;

import dev.amdahl.spi.job.Activity;
import dev.amdahl.spi.job.Lane;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The instants between the phases of a run, rising: start, provisioned, warm, tail, finish, end. Spans that the timeline
 * itself marks win over what is derived: warm-up ends with the first steady step, without steps with the first device
 * work; the tail begins when less than half of the accelerators still have work before them; the finish is the last device
 * work. Immutable.
 *
 * @param steadySteps steps that lie between warm-up and finish
 */
record Phases(long start, long provisioned, long warm, long tail, long finish, long end, int steadySteps) {

    static Phases of(List<Lane> lanes, List<DeviceActivity> devices, long start, long end, Thresholds thresholds) {
        Marks marks = new Marks(lanes);
        long[] lasts = devices.stream()
                .filter(DeviceActivity::worked)
                .mapToLong(DeviceActivity::lastWork)
                .sorted()
                .toArray();
        long provisioned = within(marks.last(Activity.PROVISIONING, start), start, end);
        long warm = within(warm(marks, devices, provisioned, thresholds), provisioned, end);
        long last = lasts.length == 0 ? end : lasts[lasts.length - 1];
        long finish = within(marks.first(Activity.AFTER_FINISH, last), warm, end);
        long tail = within(marks.first(Activity.TAIL, tail(lasts, finish)), warm, finish);
        return new Phases(start, provisioned, warm, tail, finish, end, marks.steps(warm, finish));
    }

    private static long warm(Marks marks, List<DeviceActivity> devices, long fallback, Thresholds thresholds) {
        long marked = marks.last(Activity.WARMUP, marks.first(Activity.RUN, Long.MIN_VALUE));
        if (marked != Long.MIN_VALUE) {
            return marked;
        }
        long steady = marks.firstSteadyStep(thresholds.steadyStep());
        if (steady != Long.MIN_VALUE) {
            return steady;
        }
        return devices.stream()
                .filter(DeviceActivity::worked)
                .mapToLong(DeviceActivity::firstWork)
                .min()
                .orElse(fallback);
    }

    private static long tail(long[] lasts, long finish) {
        for (int i = 0; i < lasts.length; i++) {
            if (2 * (lasts.length - 1 - i) < lasts.length) {
                return lasts[i];
            }
        }
        return finish;
    }

    private static long within(long value, long from, long to) {
        return Math.max(from, Math.min(to, value));
    }

    /** The phase lanes' own words. */
    private record Marks(List<Lane> lanes) {
        long last(Activity kind, long otherwise) {
            long found = Long.MIN_VALUE;
            for (Lane lane : lanes) {
                for (int i = 0; i < lane.size(); i++) {
                    found = lane.activity(i) == kind ? Math.max(found, lane.end(i)) : found;
                }
            }
            return found == Long.MIN_VALUE ? otherwise : found;
        }

        long first(Activity kind, long otherwise) {
            long found = Long.MAX_VALUE;
            for (Lane lane : lanes) {
                for (int i = 0; i < lane.size(); i++) {
                    found = lane.activity(i) == kind ? Math.min(found, lane.start(i)) : found;
                }
            }
            return found == Long.MAX_VALUE ? otherwise : found;
        }

        long firstSteadyStep(double factor) {
            long[] durations = lanes.stream()
                    .flatMapToLong(lane -> IntStream.range(0, lane.size())
                            .filter(i -> lane.activity(i) == Activity.STEP)
                            .mapToLong(i -> lane.end(i) - lane.start(i)))
                    .toArray();
            if (durations.length == 0) {
                return Long.MIN_VALUE;
            }
            Arrays.sort(durations);
            double bound = factor * durations[(durations.length - 1) / 2];
            long first = Long.MAX_VALUE;
            for (Lane lane : lanes) {
                for (int i = 0; i < lane.size(); i++) {
                    if (lane.activity(i) == Activity.STEP && lane.end(i) - lane.start(i) <= bound) {
                        first = Math.min(first, lane.start(i));
                    }
                }
            }
            return first;
        }

        int steps(long from, long to) {
            int count = 0;
            for (Lane lane : lanes) {
                for (int i = 0; i < lane.size(); i++) {
                    count += lane.activity(i) == Activity.STEP && lane.start(i) >= from && lane.start(i) < to ? 1 : 0;
                }
            }
            return count;
        }
    }
}
