package dev.amdahl.core.internal.timeline;

import dev.amdahl.spi.job.Activity;
import dev.amdahl.spi.job.Lane;
import dev.amdahl.spi.job.Timeline;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * One timeline out of those of several ranks of one job.
 *
 * @param findings which clocks were moved
 */
public record JobTimeline(
        long startNanos, long endNanos, boolean isEpochBased, int accelerators, List<Lane> lanes, List<String> findings)
        implements Timeline {
    static final JobTimeline NOTHING = new JobTimeline(0, 0, false, 0, List.of(), List.of());

    private static final int MIN_MATCHES = 3;
    private static final long WORTH_SAYING = 1_000_000;
    /** Correlations are counted from 0 in every process. */
    private static final int RANK_BITS = 44;

    public JobTimeline {
        lanes = List.copyOf(lanes);
        findings = List.copyOf(findings);
    }

    /**
     * Returns the ranks of a job, each with accelerators of its own, which are numbered in the order of the ranks. A collective ends on
     * all ranks at once: where at least three of one name are in a trace and in the first one alike, the median difference of their
     * ends is taken for a difference of the clocks and removed. A rank that shares no time with the first one even so is left out.
     *
     * @throws IllegalArgumentException if there is none, or if some are on the wall clock and others are not
     */
    public static JobTimeline ofRanks(List<? extends Timeline> ranks) {
        if (ranks.isEmpty()
                || ranks.stream().map(Timeline::isEpochBased).distinct().count() > 1) {
            throw new IllegalArgumentException("need ranks on one kind of clock, were " + ranks.size());
        }
        List<Lane> lanes = new ArrayList<>();
        List<String> findings = new ArrayList<>();
        long start = Long.MAX_VALUE;
        long end = Long.MIN_VALUE;
        int accelerators = 0;
        Map<String, List<Long>> reference = collectiveEnds(ranks.get(0));
        for (int rank = 0; rank < ranks.size(); rank++) {
            Timeline timeline = ranks.get(rank);
            long shift = rank == 0 ? 0 : shift(reference, collectiveEnds(timeline));
            if (timeline.startNanos() + shift >= ranks.get(0).endNanos()
                    || timeline.endNanos() + shift <= ranks.get(0).startNanos()) {
                findings.add("rank " + rank
                        + " is left out: its trace is of another time than that of rank 0, as if the clocks"
                        + " of their nodes differed, and no collective tells by how much");
                continue;
            }
            if (Math.abs(shift) > WORTH_SAYING) {
                findings.add(String.format(
                        Locale.ROOT,
                        "the clock of rank %d was moved by %.3f ms, by the ends of its collectives",
                        rank,
                        shift / 1e6));
            }
            accelerators += add(timeline, rank, shift, accelerators, lanes);
            start = Math.min(start, timeline.startNanos() + shift);
            end = Math.max(end, timeline.endNanos() + shift);
        }
        return new JobTimeline(start, end, ranks.get(0).isEpochBased(), accelerators, lanes, findings);
    }

    /**
     * Returns the window in which every rank was recorded: outside of it, what a rank did is not known. The same where there is none, or with
     * lanes of one rank only.
     */
    public JobTimeline common() {
        Map<Integer, long[]> spans = new LinkedHashMap<>();
        for (Lane lane : lanes) {
            for (int i = 0; lane instanceof RankLane ranked && i < lane.size(); i++) {
                long[] span = spans.computeIfAbsent(ranked.rank(), any -> new long[] {Long.MAX_VALUE, Long.MIN_VALUE});
                span[0] = Math.min(span[0], lane.start(i));
                span[1] = Math.max(span[1], lane.end(i));
            }
        }
        long from = spans.values().stream().mapToLong(span -> span[0]).max().orElse(startNanos);
        long to = spans.values().stream().mapToLong(span -> span[1]).min().orElse(endNanos);
        return to <= from ? this : new JobTimeline(from, to, isEpochBased, accelerators, lanes, findings);
    }

    private static int add(Timeline timeline, int rank, long shift, int before, List<Lane> lanes) {
        Map<Integer, Integer> numbers = new LinkedHashMap<>();
        DeviceActivity.byDevice(timeline.lanes())
                .keySet()
                .forEach(device -> numbers.put(device, before + numbers.size()));
        Set<Integer> own = Set.copyOf(numbers.values());
        for (Lane lane : timeline.lanes()) {
            boolean isDevice = lane.side() == Activity.Side.DEVICE;
            int device = isDevice ? numbers.getOrDefault(lane.device(), -1) : -1;
            lanes.add(new RankLane(lane, rank, shift, device, own));
        }
        return Math.max(timeline.accelerators(), numbers.size());
    }

    private static Map<String, List<Long>> collectiveEnds(Timeline timeline) {
        Map<String, List<Long>> ends = new HashMap<>();
        for (Lane lane : timeline.lanes()) {
            for (int i = 0; lane.side() == Activity.Side.DEVICE && i < lane.size(); i++) {
                if (lane.activity(i) == Activity.COMMUNICATION) {
                    ends.computeIfAbsent(lane.label(i), any -> new ArrayList<>())
                            .add(lane.end(i));
                }
            }
        }
        ends.values().forEach(list -> list.sort(Comparator.naturalOrder()));
        return ends;
    }

    private static long shift(Map<String, List<Long>> reference, Map<String, List<Long>> own) {
        List<Long> differences = new ArrayList<>();
        own.forEach((name, ends) -> {
            List<Long> wanted = reference.getOrDefault(name, List.of());
            for (int i = 0; wanted.size() == ends.size() && i < ends.size(); i++) {
                differences.add(wanted.get(i) - ends.get(i));
            }
        });
        differences.sort(Comparator.naturalOrder());
        return differences.size() < MIN_MATCHES ? 0 : differences.get(differences.size() / 2);
    }

    /**
     * A lane of one rank, with an accelerator index that no other rank has.
     *
     * @param lane as its own profile has it
     * @param shift added to its times, ns
     * @param device the accelerator's index in the whole job, -1 for other lanes
     * @param devices the accelerators of the rank
     */
    record RankLane(Lane lane, int rank, long shift, int device, Set<Integer> devices) implements Lane {
        @Override
        public Activity.Side side() {
            return lane.side();
        }

        @Override
        public String name() {
            return "rank " + rank + " " + lane.name();
        }

        @Override
        public int size() {
            return lane.size();
        }

        @Override
        public long start(int i) {
            return lane.start(i) + shift;
        }

        @Override
        public long end(int i) {
            return lane.end(i) + shift;
        }

        @Override
        public Activity activity(int i) {
            return lane.activity(i);
        }

        @Override
        public String label(int i) {
            return lane.label(i);
        }

        @Override
        public long correlation(int i) {
            long own = lane.correlation(i);
            return own < 0 ? own : own ^ ((long) rank << RANK_BITS);
        }

        @Override
        public long process() {
            return lane.process();
        }

        @Override
        public long thread() {
            return lane.thread();
        }
    }
}
