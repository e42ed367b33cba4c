package dev.amdahl.core.internal.timeline.analysis;

import dev.amdahl.spi.job.Activity;
import dev.amdahl.spi.job.Lane;
import dev.amdahl.spi.job.Timeline;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;

/** The idle time of each stream of a timeline, with its reasons. */
final class IdleStreams {
    private static final int MAX_LENGTH = 10;
    private static final double ANOMALY = .25;
    private static final int LATENCY = IdleWalk.index(IdleReason.LAUNCH_LATENCY);

    private IdleStreams() {}

    static List<StreamIdle> of(Timeline timeline, Launches launches, HostRole.Names names) {
        DrivingThreads host = DrivingThreads.of(timeline, launches, names);
        Map<Integer, Spans> busy = busy(timeline);
        Map<Integer, Spans> unseen = UnseenWork.of(timeline, launches);
        List<StreamIdle> streams = new ArrayList<>();
        for (Lane lane : timeline.lanes()) {
            if (lane.side() == Activity.Side.DEVICE && lane.size() > 0) {
                Tally tally = new Tally(lane);
                new IdleWalk(
                                launches,
                                host,
                                busy.getOrDefault(lane.device(), Spans.NONE),
                                unseen.getOrDefault(lane.device(), Spans.NONE))
                        .walk(lane, tally);
                streams.add(tally.stream(timeline.startNanos(), launches));
            }
        }
        return streams;
    }

    static Map<Integer, Spans> busy(Timeline timeline) {
        Map<Integer, Spans> busy = new HashMap<>();
        DeviceWork.byDevice(timeline).forEach((device, lanes) -> busy.put(device, DeviceWork.all(lanes)));
        return busy;
    }

    /** Adds the gaps of one stream up. */
    private static final class Tally implements IdleWalk.Sink {
        private record Candidate(long start, long nanos, IdleReason reason, int before, int after) {}

        private final Lane lane;
        private final long[] nanos = new long[IdleWalk.REASONS.size()];
        private final int[] gaps = new int[IdleWalk.REASONS.size()];
        private final PriorityQueue<Candidate> longest =
                new PriorityQueue<>(Comparator.comparingLong(Candidate::nanos));
        private int count;
        private int anomalies;
        private long idle;

        Tally(Lane lane) {
            this.lane = lane;
        }

        @Override
        public void gap(long start, long end, int before, int after, long[] parts) {
            for (int i = 0; i < parts.length; i++) {
                nanos[i] += parts[i];
            }
            int most = IdleWalk.most(parts);
            long length = end - start;
            idle += length;
            count++;
            gaps[most]++;
            boolean isLate = parts[LATENCY] > ANOMALY * length;
            anomalies += isLate && length > IdleWalk.CONSECUTIVE_NANOS ? 1 : 0;
            Candidate least = longest.peek();
            if (longest.size() < MAX_LENGTH || least == null || least.nanos() < length) {
                longest.add(new Candidate(start, length, IdleWalk.REASONS.get(most), before, after));
                if (longest.size() > MAX_LENGTH) {
                    longest.remove();
                }
            }
        }

        StreamIdle stream(long origin, Launches launches) {
            long end = Long.MIN_VALUE;
            for (int i = 0; i < lane.size(); i++) {
                end = Math.max(end, lane.end(i));
            }
            long span = end - lane.start(0);
            List<StreamIdle.Part> parts = new ArrayList<>();
            for (int i = 0; i < nanos.length; i++) {
                if (nanos[i] > 0) {
                    parts.add(
                            new StreamIdle.Part(IdleWalk.REASONS.get(i), nanos[i], (double) nanos[i] / idle, gaps[i]));
                }
            }
            parts.sort(Comparator.comparingLong(StreamIdle.Part::nanos).reversed());
            List<StreamIdle.Gap> shown = longest.stream()
                    .sorted(Comparator.comparingLong(Candidate::nanos)
                            .reversed()
                            .thenComparing(Candidate::start))
                    .map(gap -> gap(gap, origin, launches))
                    .toList();
            return new StreamIdle(
                    lane.name(),
                    lane.device(),
                    lane.size(),
                    span,
                    span - idle,
                    idle,
                    count,
                    shown.isEmpty() ? 0 : shown.get(0).nanos(),
                    anomalies,
                    parts,
                    shown);
        }

        private StreamIdle.Gap gap(Candidate gap, long origin, Launches launches) {
            int launch = launches.of(lane, gap.after());
            return new StreamIdle.Gap(
                    gap.start() - origin,
                    gap.nanos(),
                    gap.reason(),
                    lane.label(gap.before()),
                    lane.label(gap.after()),
                    launch < 0 || !launches.hasCall(launch) ? null : launches.name(launch));
        }
    }
}
