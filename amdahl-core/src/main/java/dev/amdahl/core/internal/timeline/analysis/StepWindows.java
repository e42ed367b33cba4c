package dev.amdahl.core.internal.timeline.analysis;

import dev.amdahl.spi.job.Activity;
import dev.amdahl.spi.job.Lane;
import dev.amdahl.spi.job.Timeline;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * The windows of the steps, on the device's time: a step ends when the work that it launched has ended, and the next begins there.
 * Immutable.
 */
final class StepWindows {
    private static final double FAR_LESS = .8;

    /** Operators of frameworks have a namespace, ranges that people name have none. */
    private static final String NAMESPACE = "::";

    private final List<String> names;
    private final long[] starts;
    private final long[] ends;
    private final int complete;

    private StepWindows(List<String> names, long[] starts, long[] ends, int complete) {
        this.names = names;
        this.starts = starts;
        this.ends = ends;
        this.complete = complete;
    }

    private record HostStep(String name, long start, long end) {}

    static StepWindows of(Timeline timeline, Launches launches, HostRole.Names names) {
        List<HostStep> steps = hostSteps(timeline);
        if (steps.isEmpty()) {
            steps = wholeTrace(timeline, names);
        }
        return new Extension(steps, launches).windows(timeline);
    }

    int size() {
        return starts.length;
    }

    /** Returns the number of a step. */
    String name(int i) {
        return names.get(i);
    }

    long start(int i) {
        return starts[i];
    }

    long end(int i) {
        return ends[i];
    }

    /** Returns how many from the start have their device work recorded. */
    int complete() {
        return complete;
    }

    private static List<HostStep> hostSteps(Timeline timeline) {
        List<HostStep> steps = new ArrayList<>();
        for (Lane lane : timeline.lanes()) {
            for (int i = 0; lane.side() == Activity.Side.PHASE && i < lane.size(); i++) {
                if (lane.activity(i) == Activity.STEP) {
                    String label = lane.label(i);
                    steps.add(new HostStep(label.substring(label.indexOf('#') + 1), lane.start(i), lane.end(i)));
                }
            }
        }
        steps.sort(Comparator.comparingLong(HostStep::start));
        return steps;
    }

    /** Returns one step over all operators, where the trace marks none; ranges that somebody named count only if there are no operators. */
    private static List<HostStep> wholeTrace(Timeline timeline, HostRole.Names names) {
        long[] operators = {Long.MAX_VALUE, Long.MIN_VALUE};
        long[] ranges = operators.clone();
        for (Lane lane : timeline.lanes()) {
            for (int i = 0; lane.side() == Activity.Side.HOST && i < lane.size(); i++) {
                HostRole role = names.role(lane, i);
                if (role == HostRole.OPERATOR || role == HostRole.DATA_LOADER || role == HostRole.COLLECTIVE) {
                    long[] span = lane.label(i).contains(NAMESPACE) ? operators : ranges;
                    span[0] = Math.min(span[0], lane.start(i));
                    span[1] = Math.max(span[1], lane.end(i));
                }
            }
        }
        long[] whole = operators[0] < operators[1] ? operators : ranges;
        return whole[0] < whole[1] ? List.of(new HostStep("0", whole[0], whole[1])) : List.of();
    }

    /** Extends steps of the host by the device work that they launched. */
    private static final class Extension {
        private final List<HostStep> steps;
        private final Launches launches;
        private final long[] hostStarts;
        private final long[] firsts;
        private final long[] lasts;
        private final int[] ops;

        Extension(List<HostStep> steps, Launches launches) {
            this.steps = steps;
            this.launches = launches;
            this.hostStarts = steps.stream().mapToLong(HostStep::start).toArray();
            this.firsts = new long[steps.size()];
            this.lasts = new long[steps.size()];
            this.ops = new int[steps.size()];
            Arrays.fill(firsts, Long.MAX_VALUE);
            Arrays.fill(lasts, Long.MIN_VALUE);
        }

        /** Returns the step in which a launch call lies wholly, -1 if none. */
        private int step(int launch) {
            if (launch < 0 || !launches.hasCall(launch)) {
                return -1;
            }
            int at = Arrays.binarySearch(hostStarts, launches.callStart(launch));
            int step = at >= 0 ? at : -at - 2;
            boolean isInside =
                    step >= 0 && launches.callEnd(launch) <= steps.get(step).end();
            return isInside ? step : -1;
        }

        StepWindows windows(Timeline timeline) {
            int all = 0;
            for (int launch = 0; launch < launches.size(); launch++) {
                int step = step(launch);
                if (step >= 0) {
                    firsts[step] = Math.min(firsts[step], launches.firstStart(launch));
                    lasts[step] = Math.max(lasts[step], launches.lastEnd(launch));
                    ops[step] += launches.ops(launch);
                    all += launches.ops(launch);
                }
            }
            int n = steps.size();
            long[] starts = hostStarts.clone();
            long[] ends = steps.stream().mapToLong(HostStep::end).toArray();
            if (all > 0) {
                long reached = workBefore(timeline);
                for (int i = 0; i < n; i++) {
                    starts[i] = Math.max(reached, starts[i]);
                    ends[i] = Math.max(Math.max(ends[i], lasts[i]), starts[i]);
                    reached = ends[i];
                }
            }
            return new StepWindows(
                    steps.stream().map(HostStep::name).toList(), starts, ends, all > 0 && n > 1 ? complete() : n);
        }

        /** End of the last work that no step launched and that ended before the first step's work began. */
        private long workBefore(Timeline timeline) {
            long before = hostStarts[0];
            if (ops[0] == 0) {
                return before;
            }
            for (Lane lane : timeline.lanes()) {
                for (int i = 0; lane.side() == Activity.Side.DEVICE && i < lane.size(); i++) {
                    if (lane.end(i) < firsts[0] && step(launches.of(lane, i)) < 0) {
                        before = Math.max(before, lane.end(i));
                    }
                }
            }
            return before;
        }

        private int complete() {
            int last = ops.length - 1;
            while (last > 0 && ops[last] == 0) {
                last--;
            }
            return last > 0 && ops[last - 1] * FAR_LESS > ops[last] ? last : last + 1;
        }
    }
}
