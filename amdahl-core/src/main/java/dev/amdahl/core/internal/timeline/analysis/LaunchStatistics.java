package dev.amdahl.core.internal.timeline.analysis;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Launch calls whose device work was recorded: kernels, copies, fills and graphs of any vendor.
 *
 * @param graphs calls that launched more than one piece of work
 * @param unlinkedOps pieces of correlated work whose call was not recorded
 * @param call duration of the call
 * @param delay from the end of the call to the begin of its first work, 0 if that began before; null without calls, as are the others
 * @param work duration of the device work of a call
 * @param slowCalls calls over 50 us
 * @param lateStarts delays over 100 us: work that queued up, or a late device
 * @param longerThanWork calls that took longer than their device work
 * @param byCall the same by name of the call, the longest total first
 */
public record LaunchStatistics(
        @JsonProperty("calls") int calls,
        @JsonProperty("graphs") int graphs,
        @JsonProperty("unlinked_ops") int unlinkedOps,
        @JsonProperty("call") @Nullable Distribution call,
        @JsonProperty("delay") @Nullable Distribution delay,
        @JsonProperty("work") @Nullable Distribution work,
        @JsonProperty("slow_calls") int slowCalls,
        @JsonProperty("late_starts") int lateStarts,
        @JsonProperty("longer_than_work") int longerThanWork,
        @JsonProperty("by_call") List<Call> byCall) {
    static final long SLOW_CALL_NANOS = 50_000;
    static final long LATE_START_NANOS = 100_000;

    public LaunchStatistics {
        byCall = List.copyOf(byCall);
    }

    /**
     * The calls of one name.
     *
     * @param name untrusted text
     */
    public record Call(
            @JsonProperty("name") String name,
            @JsonProperty("call") Distribution call,
            @JsonProperty("delay") Distribution delay,
            @JsonProperty("work") Distribution work,
            @JsonProperty("slow_calls") int slowCalls,
            @JsonProperty("late_starts") int lateStarts,
            @JsonProperty("longer_than_work") int longerThanWork) {}

    static LaunchStatistics of(Launches launches) {
        Map<String, Sample> byName = new TreeMap<>();
        Sample all = new Sample();
        int graphs = 0;
        int unlinked = 0;
        for (int launch = 0; launch < launches.size(); launch++) {
            if (!launches.hasCall(launch)) {
                unlinked += launches.ops(launch);
                continue;
            }
            graphs += launches.ops(launch) > 1 ? 1 : 0;
            all.add(launches, launch);
            byName.computeIfAbsent(launches.name(launch), any -> new Sample()).add(launches, launch);
        }
        List<Call> calls = new ArrayList<>();
        byName.forEach((name, sample) -> calls.add(new Call(
                name,
                Distribution.ofSome(sample.calls, 0, sample.size),
                Distribution.ofSome(sample.delays, 0, sample.size),
                Distribution.ofSome(sample.works, 0, sample.size),
                sample.slow,
                sample.late,
                sample.longer)));
        calls.sort(Comparator.comparingLong((Call call) -> call.call().totalNanos())
                .reversed());
        return new LaunchStatistics(
                all.size,
                graphs,
                unlinked,
                Distribution.of(all.calls, 0, all.size),
                Distribution.of(all.delays, 0, all.size),
                Distribution.of(all.works, 0, all.size),
                all.slow,
                all.late,
                all.longer,
                calls);
    }

    /** Growing columns of calls. */
    private static final class Sample {
        private long[] calls = new long[16];
        private long[] delays = new long[16];
        private long[] works = new long[16];
        private int size;
        private int slow;
        private int late;
        private int longer;

        void add(Launches launches, int launch) {
            if (size == calls.length) {
                calls = Arrays.copyOf(calls, 2 * size);
                delays = Arrays.copyOf(delays, 2 * size);
                works = Arrays.copyOf(works, 2 * size);
            }
            long call = launches.callEnd(launch) - launches.callStart(launch);
            long delay = Math.max(0, launches.firstStart(launch) - launches.callEnd(launch));
            long work = launches.deviceNanos(launch);
            slow += call > SLOW_CALL_NANOS ? 1 : 0;
            late += delay > LATE_START_NANOS ? 1 : 0;
            longer += call > work ? 1 : 0;
            calls[size] = call;
            delays[size] = delay;
            works[size++] = work;
        }
    }
}
