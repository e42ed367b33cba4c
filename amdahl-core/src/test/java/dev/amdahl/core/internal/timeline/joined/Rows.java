package dev.amdahl.core.internal.timeline.joined;

import dev.amdahl.core.internal.timeline.WrittenTimeline;
import dev.amdahl.core.internal.timeline.WrittenTimeline.Interval;
import dev.amdahl.core.internal.timeline.WrittenTimeline.Track;
import dev.amdahl.spi.job.Activity;
import dev.amdahl.spi.job.Lane;
import dev.amdahl.spi.job.Timeline;
import dev.amdahl.spi.profiler.Artifact;
import dev.amdahl.spi.profiler.HotFrame;
import dev.amdahl.spi.profiler.Profile;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A profile written by hand, in milliseconds. */
final class Rows {
    private record Seen(String profiler, Optional<String> host, Optional<Timeline> timeline) implements Profile {
        @Override
        public Artifact artifact() {
            return new Artifact(Path.of(profiler), "trace");
        }

        @Override
        public Map<String, Double> counters() {
            return Map.of();
        }

        @Override
        public List<HotFrame> hotFrames() {
            return List.of();
        }

        @Override
        public List<String> findings() {
            return List.of();
        }
    }

    private final String profiler;
    private final WrittenTimeline written = new WrittenTimeline();
    private boolean epoch = true;
    private Optional<String> host = Optional.empty();

    Rows(String profiler) {
        this.profiler = profiler;
    }

    Rows ownClock() {
        epoch = false;
        return this;
    }

    Rows host(String name) {
        host = Optional.of(name);
        return this;
    }

    Rows device(int device, Object... startEndPairs) {
        return row(Activity.KERNEL, device, -1, -1, "kernel", startEndPairs);
    }

    Rows host(Activity activity, long process, long thread, Object... startEndPairs) {
        return row(activity, -1, process, thread, activity.name(), startEndPairs);
    }

    Rows step(String label, double start, double end) {
        return row(Activity.STEP, -1, -1, -1, label, start, end);
    }

    private Rows row(Activity activity, int device, long process, long thread, String label, Object... pairs) {
        Track track = new Track(activity.side(), device, "process " + process + " thread " + thread, process, thread);
        for (int i = 0; i < pairs.length; i += 2) {
            written.add(track, new Interval(activity, label, nanos(pairs[i]), nanos(pairs[i + 1]), -1));
        }
        return this;
    }

    private static long nanos(Object milliseconds) {
        return Math.round(((Number) milliseconds).doubleValue() * 1e6);
    }

    /** Over the given span, ms. */
    Profile over(double start, double end) {
        List<Lane> lanes = written.lanes();
        int devices = (int) lanes.stream().filter(lane -> lane.device() >= 0).count();
        return new Seen(
                profiler, host, Optional.of(new JoinedTimeline(nanos(start), nanos(end), epoch, devices, lanes)));
    }
}
