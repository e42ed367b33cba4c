package dev.amdahl.core.report.picture;

import dev.amdahl.spi.job.Activity;
import dev.amdahl.spi.job.Lane;
import dev.amdahl.spi.job.Timeline;
import java.util.ArrayList;
import java.util.List;

/** Timelines made of steps: the host loads, launches and waits, then the accelerators run. */
public final class Traces {
    private Traces() {}

    record Interval(Activity activity, long start, long end) {}

    record Row(Activity.Side side, int device, String name, List<Interval> intervals) implements Lane {
        @Override
        public int size() {
            return intervals.size();
        }

        @Override
        public long start(int i) {
            return intervals.get(i).start();
        }

        @Override
        public long end(int i) {
            return intervals.get(i).end();
        }

        @Override
        public Activity activity(int i) {
            return intervals.get(i).activity();
        }

        @Override
        public String label(int i) {
            return "";
        }

        @Override
        public long correlation(int i) {
            return -1;
        }
    }

    record Trace(long startNanos, long endNanos, boolean isEpochBased, int accelerators, List<Lane> lanes)
            implements Timeline {}

    /** A run of .88 s; device {@code i} starts a little later than the one before. */
    public static Timeline steps(String host, int accelerators, int steps) {
        long wall = 880_000_000L;
        long step = (long) (.9 * wall) / steps;
        long first = (long) (.06 * wall);
        List<Interval> main = new ArrayList<>();
        main.add(new Interval(Activity.HOST_CODE, 0, wall));
        List<Lane> lanes = new ArrayList<>();
        for (int i = 0; i < steps; i++) {
            long at = first + i * step;
            main.add(new Interval(Activity.INPUT_WAIT, at, at + step * 45 / 100));
            main.add(new Interval(Activity.LAUNCH, at + step * 45 / 100, at + step / 2));
            main.add(new Interval(Activity.SYNC, at + step * 9 / 10, at + step));
            if (i % 10 == 9) {
                main.add(new Interval(Activity.CHECKPOINT, at + step * 95 / 100, at + step * 13 / 10));
            }
        }
        for (int device = 0; device < accelerators; device++) {
            List<Interval> kernels = new ArrayList<>();
            for (int i = 0; i < steps; i++) {
                long at = first + i * step + step / 2 + device * step / 100;
                kernels.add(new Interval(Activity.KERNEL, at, at + step * 40 / 100));
            }
            lanes.add(new Row(Activity.Side.DEVICE, device, "stream", kernels));
        }
        lanes.add(new Row(Activity.Side.HOST, -1, host, main));
        return new Trace(0, wall, false, accelerators, lanes);
    }
}
