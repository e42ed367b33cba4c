package dev.amdahl.core.internal.timeline.joined;

import dev.amdahl.spi.Plurals;
import dev.amdahl.spi.job.Activity;
import dev.amdahl.spi.job.Lane;
import dev.amdahl.spi.job.Timeline;
import dev.amdahl.spi.profiler.Profile;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.LongStream;

/** Lays the lanes of other artifacts over a base. Used once, not thread-safe. */
final class Join {
    /** What two writers on one machine may differ by that both count from the epoch: 1 ms each. */
    private static final long EPOCH_SKEW_NANOS = 2_000_000;

    /** Marks that differ by more than this from each other are not the same things. */
    private static final long MAX_SKEW_NANOS = 5_000_000;

    private static final int MIN_MARKS = 3;

    private static final int MAX_NAMES = 200_000;

    private static final long SEEN_TWICE = Long.MIN_VALUE;

    private final Timeline shown;
    private final String shownBy;
    private final Optional<String> host;
    private final List<Lane> lanes;
    private final List<JoinedArtifact> joined = new ArrayList<>();
    private final List<String> findings = new ArrayList<>();
    private long start;
    private long end;

    Join(Timeline shown, String shownBy, Optional<String> host) {
        this.shown = shown;
        this.shownBy = shownBy;
        this.host = host;
        this.lanes = new ArrayList<>(shown.lanes());
        this.start = shown.startNanos();
        this.end = shown.endNanos();
    }

    void add(Profile other) {
        Timeline timeline = other.timeline().orElseThrow();
        String name = other.profiler();
        if (isElsewhere(other)) {
            findings.add(
                    name + ": taken on " + other.host().orElse("") + ", not on " + host.orElse("") + ": not joined");
            return;
        }
        Optional<ClockFit> fit = fit(shown, timeline);
        if (fit.isEmpty()) {
            findings.add(name + ": its clock cannot be laid to that of " + shownBy
                    + " (not both count from the epoch, and too few marks are shared): not joined");
            return;
        }
        long offset = fit.get().offsetNanos();
        long from = timeline.startNanos() + offset;
        long to = timeline.endNanos() + offset;
        long overlap = Math.min(shown.endNanos(), to) - Math.max(shown.startNanos(), from);
        if (overlap <= fit.get().skewNanos()) {
            findings.add(name + ": does not overlap " + shownBy + " by more than the skew of their clocks: not joined");
            return;
        }
        addLanes(name, fit.get(), from, to, timeline);
    }

    private boolean isElsewhere(Profile other) {
        return host.isPresent() && other.host().isPresent() && !host.equals(other.host());
    }

    private void addLanes(String name, ClockFit fit, long from, long to, Timeline timeline) {
        Set<Activity> phases = activities(Activity.Side.PHASE);
        List<Lane> brought = new ArrayList<>();
        int foreign = 0;
        for (Lane lane : timeline.lanes()) {
            switch (lane.side()) {
                case DEVICE -> addDevice(lane, fit.offsetNanos());
                case PHASE -> addPhase(lane, fit.offsetNanos(), phases);
                case HOST -> {
                    if (lane.size() > 0 && !addHost(lane, fit.offsetNanos(), brought)) {
                        foreign++;
                    }
                }
            }
        }
        if (foreign > 0) {
            findings.add(name + ": " + Plurals.of(foreign, "host lane", "shares", "share")
                    + " neither thread nor process with " + shownBy + ": not joined");
        }
        joined.add(new JoinedArtifact(name, fit, from, to, brought));
        findings.add(String.format(
                Locale.ROOT,
                "%s: joined to %s, %s, clocks within %.3f ms",
                name,
                shownBy,
                fit.basis(),
                fit.skewNanos() / 1e6));
    }

    private Set<Activity> activities(Activity.Side side) {
        Set<Activity> found = EnumSet.noneOf(Activity.class);
        for (Lane lane : lanes) {
            for (int i = 0; lane.side() == side && i < lane.size(); i++) {
                found.add(lane.activity(i));
            }
        }
        return found;
    }

    /** Work of an accelerator that the base shows too would be counted twice. */
    private void addDevice(Lane lane, long offset) {
        boolean isShown = shown.lanes().stream()
                .anyMatch(own -> own.side() == Activity.Side.DEVICE && own.device() == lane.device());
        if (!isShown) {
            lanes.add(ColumnLane.moved(lane, offset, start, end));
        }
    }

    /** Phases that the base does not show may also lie outside its span. */
    private void addPhase(Lane lane, long offset, Set<Activity> known) {
        boolean isNew = false;
        for (int i = 0; i < lane.size() && !isNew; i++) {
            isNew = !known.contains(lane.activity(i));
        }
        if (isNew) {
            for (int i = 0; i < lane.size(); i++) {
                start = Math.min(start, lane.start(i) + offset);
                end = Math.max(end, lane.end(i) + offset);
            }
            lanes.add(ColumnLane.moved(lane, offset, start, end));
        }
    }

    private boolean addHost(Lane lane, long offset, List<Lane> brought) {
        Lane moved = ColumnLane.moved(lane, offset, start, end);
        for (int i = 0; i < lanes.size(); i++) {
            Lane own = lanes.get(i);
            if (own.side() == Activity.Side.HOST && isSameThread(own, lane)) {
                lanes.set(i, ColumnLane.merged(own, lane, offset, start, end));
                brought.add(moved);
                return true;
            }
        }
        boolean sharesProcess = lane.process() > 0
                && shown.lanes().stream()
                        .anyMatch(own -> own.side() == Activity.Side.HOST && own.process() == lane.process());
        if (sharesProcess) {
            lanes.add(moved);
            brought.add(moved);
        }
        return sharesProcess;
    }

    private static boolean isSameThread(Lane own, Lane other) {
        boolean otherProcess = own.process() > 0 && other.process() > 0 && own.process() != other.process();
        return own.thread() > 0 && own.thread() == other.thread() && !otherProcess;
    }

    RunTimeline result() {
        Timeline result =
                joined.isEmpty() ? shown : new JoinedTimeline(start, end, shown.isEpochBased(), accelerators(), lanes);
        return new RunTimeline(Optional.of(result), joined, findings);
    }

    private int accelerators() {
        long devices = lanes.stream()
                .filter(lane -> lane.side() == Activity.Side.DEVICE)
                .mapToInt(Lane::device)
                .distinct()
                .count();
        return Math.max(shown.accelerators(), (int) devices);
    }

    /** Returns what brings {@code other} onto the clock of {@code base}; empty where nothing tells. */
    private static Optional<ClockFit> fit(Timeline base, Timeline other) {
        return base.isEpochBased() && other.isEpochBased()
                ? Optional.of(new ClockFit(0, EPOCH_SKEW_NANOS, "both count from the epoch"))
                : byMarks(marks(base), marks(other));
    }

    private static Optional<ClockFit> byMarks(Map<String, Long> base, Map<String, Long> other) {
        long[] differences = other.entrySet().stream()
                .flatMapToLong(mark -> {
                    Long start = base.get(mark.getKey());
                    return start == null ? LongStream.empty() : LongStream.of(start - mark.getValue());
                })
                .sorted()
                .toArray();
        if (differences.length < MIN_MARKS) {
            return Optional.empty();
        }
        long offset = differences[(differences.length - 1) / 2];
        long bound = Arrays.stream(differences)
                .map(difference -> Math.abs(difference - offset))
                .max()
                .orElse(0);
        return bound > MAX_SKEW_NANOS
                ? Optional.empty()
                : Optional.of(new ClockFit(offset, bound, "from " + differences.length + " shared marks"));
    }

    /** Starts by name, of names that occur once. */
    private static Map<String, Long> marks(Timeline timeline) {
        Map<String, Long> starts = new HashMap<>();
        for (Lane lane : timeline.lanes()) {
            for (int i = 0; lane.side() != Activity.Side.DEVICE && i < lane.size(); i++) {
                String label = lane.label(i);
                if (starts.containsKey(label)) {
                    starts.put(label, SEEN_TWICE);
                } else if (starts.size() < MAX_NAMES) {
                    starts.put(label, lane.start(i));
                }
            }
        }
        starts.values().removeIf(start -> start == SEEN_TWICE);
        return starts;
    }
}
