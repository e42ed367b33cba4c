package dev.amdahl.profilers.internal.kineto.hta;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

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

    /** Returns every host event of a correlation that has a launch, with every piece of work of that correlation. */
    private static ObjectNode of(Selection rank) throws HtaStops {
        boolean hasLostLaunch = false;
        for (Event event : rank.events()) {
            if (event.is(Mark.LAUNCH) && event.shared != null) {
                event.shared.isLaunched = true;
            }
            hasLostLaunch |= event.is(Mark.LAUNCH) && event.shared == null;
        }
        if (hasLostLaunch && !rank.onStreams().stream().allMatch(Event::isCorrelated)) {
            throw new HtaStops("HTA joins every host event without correlation to every piece of device work without"
                    + " correlation, which is not reproduced");
        }
        List<Event> calls = rank.where(event -> !event.isOnStream() && event.shared != null && event.shared.isLaunched);
        long joined = calls.stream().mapToLong(event -> work(event).size()).sum();
        rank.requireFew(joined);
        double[] call = new double[(int) joined];
        double[] run = new double[call.length];
        double[] delay = new double[call.length];
        int n = 0;
        for (Event caller : calls) {
            for (Event piece : work(caller)) {
                call[n] = caller.duration;
                run[n] = piece.duration;
                delay[n++] = Math.max(0, piece.start - caller.end());
            }
        }
        return node(call, run, delay);
    }

    private static List<Event> work(Event call) {
        return call.shared == null ? List.of() : call.shared.work;
    }

    private static ObjectNode node(double[] call, double[] run, double[] delay) {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        List.of("correlation", "cpu_duration", "gpu_duration", "launch_delay").forEach(node.putArray("columns")::add);
        node.put("n", call.length);
        node.set("cpu_duration", summary(call));
        node.set("gpu_duration", summary(run));
        node.set("launch_delay", summary(delay));
        return node.put("runtime_events_gt50us", above(call, LONG_CALL))
                .put(
                        "short_gpu_kernels_cpu_gt_gpu",
                        IntStream.range(0, call.length)
                                .filter(i -> call[i] > run[i])
                                .count())
                .put("launch_delay_outliers_gt100us", above(delay, LONG_DELAY));
    }

    private static ObjectNode summary(double[] values) {
        Describe all = new Describe(values);
        ObjectNode node = JsonNodeFactory.instance.objectNode().put("sum", all.sum());
        node.set("mean", Describe.node(all.mean()));
        node.set("min", Describe.node(all.min()));
        node.set("max", Describe.node(all.max()));
        node.set("p50", Describe.node(all.quantile(.5)));
        node.set("p90", Describe.node(all.quantile(.9)));
        return node;
    }

    private static long above(double[] values, double bound) {
        return Arrays.stream(values).filter(value -> value > bound).count();
    }
}
