package dev.amdahl.core.internal.timeline;

import dev.amdahl.core.internal.timeline.analysis.Spans;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * A job whose accelerators are stages of a pipeline: in each step they begin one after another, always in the same order,
 * and each idles about as long as the others, (p - 1) / (m + p - 1) of the step with p stages and m micro-batches. A
 * straggler also begins late, but then only the others wait.
 *
 * @param stages how many
 * @param steps first to last work of each step: an idle stage between the two waits for another
 */
record Pipeline(int stages, Spans steps) {
    private static final int MIN_STEPS = 3;
    private static final double MIN_DELAY = .01;
    private static final double SAME_ORDER = .8;
    private static final double EVEN = .5;

    /** Returns the pipeline that the accelerators form, if they do. */
    static Optional<Pipeline> of(List<DeviceActivity> devices, List<Phases.Step> steps) {
        List<DeviceActivity> working =
                devices.stream().filter(DeviceActivity::worked).toList();
        int p = working.size();
        if (p < 2 || steps.size() < MIN_STEPS) {
            return Optional.empty();
        }
        long[][] first = new long[steps.size()][p];
        double[] lead = new double[p];
        double[] idle = new double[p];
        long[] starts = new long[steps.size()];
        long[] ends = new long[steps.size()];
        double length = 0;
        for (int k = 0; k < steps.size(); k++) {
            starts[k] = Long.MAX_VALUE;
            ends[k] = Long.MIN_VALUE;
            for (int d = 0; d < p; d++) {
                Spans busy = working.get(d).busy();
                long begin = busy.firstIn(steps.get(k).start(), steps.get(k).end());
                if (begin == Long.MAX_VALUE) {
                    return Optional.empty();
                }
                first[k][d] = begin;
                starts[k] = Math.min(starts[k], begin);
                ends[k] = Math.max(
                        ends[k], busy.lastIn(steps.get(k).start(), steps.get(k).end()));
            }
            for (int d = 0; d < p; d++) {
                lead[d] += first[k][d] - starts[k];
                idle[d] += ends[k] - starts[k] - working.get(d).busy().length(starts[k], ends[k]);
            }
            length += ends[k] - starts[k];
        }
        return isStaggered(first, lead, length) && isEven(idle)
                ? Optional.of(new Pipeline(p, LaneSpans.of(starts, ends, Long.MIN_VALUE, Long.MAX_VALUE)))
                : Optional.empty();
    }

    private static boolean isStaggered(long[][] first, double[] lead, double length) {
        Integer[] order = new Integer[lead.length];
        Arrays.setAll(order, d -> d);
        Arrays.sort(order, Comparator.comparingDouble(d -> lead[d]));
        for (int s = 1; s < order.length; s++) {
            if (lead[order[s]] - lead[order[s - 1]] < MIN_DELAY * length) {
                return false;
            }
        }
        long same = Arrays.stream(first).filter(step -> isRising(step, order)).count();
        return same >= SAME_ORDER * first.length;
    }

    private static boolean isRising(long[] step, Integer[] order) {
        for (int s = 1; s < order.length; s++) {
            if (step[order[s]] <= step[order[s - 1]]) {
                return false;
            }
        }
        return true;
    }

    private static boolean isEven(double[] idle) {
        double least = Arrays.stream(idle).min().orElse(0);
        double most = Arrays.stream(idle).max().orElse(0);
        return least > 0 && least >= EVEN * most;
    }
}
