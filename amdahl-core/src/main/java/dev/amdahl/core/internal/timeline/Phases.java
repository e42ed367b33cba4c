package dev.amdahl.core.internal.timeline;

import dev.amdahl.spi.job.Activity;
import dev.amdahl.spi.job.Lane;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The instants between the phases of a run, rising: start, provisioned, begun, warm, tail, finish, ended, end. Spans that the timeline
 * itself marks win over what is derived: warm-up ends with the first steady step, without steps with the first device
 * work; the tail begins when less than half of the accelerators still have work before them; the finish is the last device
 * work, or the last step where the accelerators are shown for a part of the run only. A recording that shows neither the job's start
 * (no mark, no initialisation of the device) nor its end is one out of its middle: what lies before its first step or work and after its
 * last work is an edge, and its first step is a step.
 *
 * @param begun from when on the recording shows the job; before it, but for provisioning, nothing is known
 * @param firstWork the first device work where what the host did before may have been hidden by work that was not recorded, else begun
 * @param ended until when it shows it
 * @param steps begin and end of each step that begins between warm-up and finish, of the lane with most of them
 */
record Phases(
        long start,
        long provisioned,
        long begun,
        long firstWork,
        long warm,
        long tail,
        long finish,
        long ended,
        long end,
        List<Step> steps) {
    private static final long LONG_CALL_NANOS = 50_000_000;
    private static final Pattern INITIALIZING_CALLS =
            Pattern.compile("cuInit|cuDevicePrimaryCtxRetain|cu(Ctx|Module|Library)\\w+"
                    + "|(cuda|hip)(Free|Malloc|SetDevice|GetDevice\\w*|DeviceGet\\w*|DeviceReset|StreamCreate\\w*|Module\\w+|Init\\w*)"
                    + "|hsa_init|cublas\\w*Create\\w*|cudnnCreate\\w*|nccl\\w*Init\\w*");

    /** One step of the job. */
    record Step(long start, long end) {}

    private static final Set<Activity> STARTS = EnumSet.of(Activity.PROVISIONING, Activity.WARMUP, Activity.RUN);
    private static final Set<Activity> ENDS = EnumSet.of(Activity.RUN, Activity.TAIL, Activity.AFTER_FINISH);

    /** Of all lanes of a timeline. */
    static Phases of(List<Lane> all, List<DeviceActivity> devices, Window window, Thresholds thresholds) {
        List<Lane> lanes =
                all.stream().filter(lane -> lane.side() == Activity.Side.PHASE).toList();
        Marks marks = new Marks(lanes);
        long start = window.from();
        long end = window.to();
        long[] lasts = devices.stream()
                .filter(DeviceActivity::worked)
                .mapToLong(DeviceActivity::lastWork)
                .sorted()
                .toArray();
        long provisioned = within(marks.last(Activity.PROVISIONING, start), start, end);
        long firstWork = devices.stream()
                .filter(DeviceActivity::worked)
                .mapToLong(DeviceActivity::firstWork)
                .min()
                .orElse(provisioned);
        boolean isStartKnown =
                lasts.length == 0 || window.isWhole() || marks.has(STARTS) || isInitializedBefore(firstWork, all);
        boolean isEndKnown = lasts.length == 0 || window.isWhole() || marks.has(ENDS);
        long first = within(Math.min(marks.first(Activity.STEP, firstWork), firstWork), provisioned, end);
        long begun = isStartKnown ? provisioned : first;
        long warm = isStartKnown ? within(warm(marks, firstWork, thresholds), provisioned, end) : begun;
        long last = lasts.length == 0 ? end : lasts[lasts.length - 1];
        long lastStep = marks.last(Activity.STEP, last);
        long derived = lastStep > window.shownTo() ? lastStep : last;
        long finish = within(marks.first(Activity.AFTER_FINISH, marks.last(Activity.RUN, derived)), warm, end);
        long tail = within(marks.first(Activity.TAIL, tail(lasts, finish)), warm, finish);
        return new Phases(
                start,
                provisioned,
                begun,
                isStartKnown ? begun : Math.max(begun, Math.min(firstWork, finish)),
                warm,
                tail,
                finish,
                isEndKnown ? end : finish,
                end,
                marks.steps(warm, finish));
    }

    /** Time of the recording before and after what it shows of the job, ns. */
    long edges() {
        return begun - provisioned + end - ended;
    }

    /** Returns how the first step compares with the middle one of the others; nothing where it is no longer, or too few. */
    Optional<String> firstStep(Thresholds thresholds) {
        if (begun != warm || steps.size() < 3) {
            return Optional.empty();
        }
        long own = steps.get(0).end() - steps.get(0).start();
        long[] others = steps.stream()
                .skip(1)
                .mapToLong(step -> step.end() - step.start())
                .sorted()
                .toArray();
        double times = (double) own / Math.max(1, others[(others.length - 1) / 2]);
        return times <= thresholds.steadyStep()
                ? Optional.empty()
                : Optional.of(String.format(
                        Locale.ROOT,
                        "the first recorded step took %.1f times the middle one of the others: the recording does not show that the"
                                + " job began there, so it is counted as a step",
                        times));
    }

    /** Steps that begin between warm-up and finish. */
    int steadySteps() {
        return steps.size();
    }

    private static long warm(Marks marks, long firstWork, Thresholds thresholds) {
        long marked = marks.last(Activity.WARMUP, marks.first(Activity.RUN, Long.MIN_VALUE));
        if (marked != Long.MIN_VALUE) {
            return marked;
        }
        long steady = marks.firstSteadyStep(thresholds.steadyStep());
        return steady != Long.MIN_VALUE ? steady : firstWork;
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
        boolean has(Set<Activity> kinds) {
            for (Lane lane : lanes) {
                for (int i = 0; i < lane.size(); i++) {
                    if (kinds.contains(lane.activity(i))) {
                        return true;
                    }
                }
            }
            return false;
        }

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

        /** Returns each lane by the median of its own steps: ranks and logs need not agree on how long one takes. */
        long firstSteadyStep(double factor) {
            long first = Long.MAX_VALUE;
            for (Lane lane : lanes) {
                first = Math.min(first, firstSteadyStep(lane, factor));
            }
            return first == Long.MAX_VALUE ? Long.MIN_VALUE : first;
        }

        /** Returns the latest instant if the lane has no steps. */
        private static long firstSteadyStep(Lane lane, double factor) {
            List<Step> steps = steps(lane, Long.MIN_VALUE, Long.MAX_VALUE);
            long[] durations = new long[steps.size()];
            for (int i = 0; i < durations.length; i++) {
                durations[i] = steps.get(i).end() - steps.get(i).start();
            }
            Arrays.sort(durations);
            long first = Long.MAX_VALUE;
            for (Step step : steps) {
                boolean isSteady = step.end() - step.start() <= factor * durations[(durations.length - 1) / 2];
                first = isSteady ? Math.min(first, step.start()) : first;
            }
            return first;
        }

        List<Step> steps(long from, long to) {
            List<Step> most = List.of();
            for (Lane lane : lanes) {
                List<Step> steps = steps(lane, from, to);
                most = steps.size() > most.size() ? steps : most;
            }
            return List.copyOf(most);
        }

        private static List<Step> steps(Lane lane, long from, long to) {
            List<Step> steps = new ArrayList<>();
            for (int i = 0; i < lane.size(); i++) {
                if (lane.activity(i) == Activity.STEP && lane.start(i) >= from && lane.start(i) < to) {
                    steps.add(new Step(lane.start(i), lane.end(i)));
                }
            }
            return steps;
        }
    }

    /**
     * Returns whether a recording shows how a process took its device: a call that makes the context, as the first one that needs it does, or
     * that loads code or sets up communication, takes far longer than it ever does again, and began before the first device work.
     */
    private static boolean isInitializedBefore(long firstWork, List<Lane> lanes) {
        for (Lane lane : lanes) {
            for (int i = 0; lane.side() == Activity.Side.HOST && i < lane.size() && lane.start(i) < firstWork; i++) {
                boolean isLong = lane.end(i) - lane.start(i) >= LONG_CALL_NANOS;
                if (isLong && INITIALIZING_CALLS.matcher(lane.label(i)).matches()) {
                    return true;
                }
            }
        }
        return false;
    }
}
