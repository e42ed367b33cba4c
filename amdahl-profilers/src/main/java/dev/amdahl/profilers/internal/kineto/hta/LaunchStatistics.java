package dev.amdahl.profilers.internal.kineto.hta;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Arrays;
import java.util.List;

/** {@code cuda_kernel_launch_stats}: calls joined to the work they launched: both durations, and how long the work waited. */
final class LaunchStatistics {
    private static final int LONG_CALL = 50;
    private static final int LONG_DELAY = 100;

    private LaunchStatistics() {}

    static ObjectNode of(List<Selection> ranks) throws HtaStops {
        ObjectNode result = JsonNodeFactory.instance.objectNode();
        for (Selection rank : ranks) {
            result.set(Integer.toString(rank.rank()), of(rank));
        }
        return result;
    }

    private static ObjectNode of(Selection rank) throws HtaStops {
        EventTable table = rank.table();
        Correlations correlations = rank.correlations();
        boolean[] isLaunched = new boolean[correlations.groups()];
        boolean hasLostLaunch = false;
        for (int row : rank.rows()) {
            if (table.is(row, Mark.LAUNCH)) {
                int group = correlations.group(row);
                hasLostLaunch |= group == Correlations.NONE;
                if (group != Correlations.NONE) {
                    isLaunched[group] = true;
                }
            }
        }
        int[] work = rank.onStreams();
        if (hasLostLaunch && Arrays.stream(work).anyMatch(row -> correlations.group(row) == Correlations.NONE)) {
            throw new HtaStops("HTA joins every host event without correlation to every piece of device work without"
                    + " correlation, which is not reproduced");
        }
        int[] calls = rank.where(row -> table.stream[row] == -1
                && correlations.group(row) != Correlations.NONE
                && isLaunched[correlations.group(row)]);
        return joined(rank, calls, new Groups(correlations, work));
    }

    /** Calls grouped by correlation in the order of its first call, each with every piece of work of that correlation. */
    private static ObjectNode joined(Selection rank, int[] calls, Groups work) throws HtaStops {
        EventTable table = rank.table();
        Groups grouped = new Groups(rank.correlations(), calls);
        long total = 0;
        for (int call : calls) {
            total += work.size(rank.correlations().group(call));
        }
        if (total > Selection.mostRows(table)) {
            throw new HtaStops("HTA joins calls and device work to " + total + " rows, which is not reproduced");
        }
        double[] call = new double[(int) total];
        double[] run = new double[call.length];
        double[] delay = new double[call.length];
        boolean[] isDone = new boolean[rank.correlations().groups()];
        int n = 0;
        for (int first : calls) {
            int group = rank.correlations().group(first);
            if (isDone[group]) {
                continue;
            }
            isDone[group] = true;
            for (int c = 0; c < grouped.size(group); c++) {
                int caller = grouped.member(group, c);
                for (int w = 0; w < work.size(group); w++) {
                    int piece = work.member(group, w);
                    call[n] = table.duration[caller];
                    run[n] = table.duration[piece];
                    delay[n++] = Math.max(0, table.start[piece] - table.start[caller] - table.duration[caller]);
                }
            }
        }
        return node(call, run, delay);
    }

    private static ObjectNode node(double[] call, double[] run, double[] delay) {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        node.putArray("columns")
                .add("correlation")
                .add("cpu_duration")
                .add("gpu_duration")
                .add("launch_delay");
        node.put("n", call.length);
        node.set("cpu_duration", summary(call));
        node.set("gpu_duration", summary(run));
        node.set("launch_delay", summary(delay));
        int longer = 0;
        for (int i = 0; i < call.length; i++) {
            longer += call[i] > run[i] ? 1 : 0;
        }
        return node.put("runtime_events_gt50us", above(call, LONG_CALL))
                .put("short_gpu_kernels_cpu_gt_gpu", longer)
                .put("launch_delay_outliers_gt100us", above(delay, LONG_DELAY));
    }

    private static ObjectNode summary(double[] values) {
        Describe all = Describe.of(values);
        ObjectNode node = JsonNodeFactory.instance.objectNode().put("sum", Numbers.sum(values));
        node.set("mean", Numbers.node(all.mean()));
        node.set("min", Numbers.node(all.min()));
        node.set("max", Numbers.node(all.max()));
        node.set("p50", Numbers.node(all.quantile(.5)));
        node.set("p90", Numbers.node(all.quantile(.9)));
        return node;
    }

    private static long above(double[] values, double bound) {
        return Arrays.stream(values).filter(value -> value > bound).count();
    }
}
