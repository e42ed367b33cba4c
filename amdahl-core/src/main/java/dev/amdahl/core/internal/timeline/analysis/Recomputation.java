package dev.amdahl.core.internal.timeline.analysis;

import dev.amdahl.spi.job.Activity;
import dev.amdahl.spi.job.Lane;
import dev.amdahl.spi.job.Timeline;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Forward kernels that run again in the backward pass because their results were not kept: what is launched inside the backward of an
 * activation checkpoint and not by the backward pass nested in it.
 */
public final class Recomputation {
    private static final Pattern AGAIN = Pattern.compile(
            "CheckpointFunctionBackward|.*(checkpoint\\w*|random)\\.py\\(\\d+\\): (unpack_hook|recompute_fn|recompute|backward)");
    private static final String BACKWARD = "autograd::engine::evaluate_function: ";

    private Recomputation() {}

    /** Device time of kernels that ran again, ns: a union for each accelerator. */
    public static long nanos(Timeline timeline) {
        LongIndex launched = new LongIndex();
        Map<String, Boolean> known = new HashMap<>();
        for (Lane lane : timeline.lanes()) {
            if (lane.side() == Activity.Side.HOST) {
                add(lane, known, launched);
            }
        }
        if (launched.size() == 0) {
            return 0;
        }
        long nanos = 0;
        for (List<Lane> lanes : DeviceWork.byDevice(timeline).values()) {
            Spans.Builder again = new Spans.Builder();
            for (Lane lane : lanes) {
                for (int i = 0; i < lane.size(); i++) {
                    boolean isAgain = lane.correlation(i) >= 0 && launched.find(lane.correlation(i)) >= 0;
                    if (isAgain && lane.activity(i) == Activity.KERNEL) {
                        again.add(lane.start(i), lane.end(i));
                    }
                }
            }
            nanos = Distribution.plus(nanos, again.build().length());
        }
        return nanos;
    }

    private static void add(Lane lane, Map<String, Boolean> known, LongIndex launched) {
        Spans.Builder outer = new Spans.Builder();
        Spans.Builder nested = new Spans.Builder();
        long until = Long.MIN_VALUE;
        for (int i = 0; i < lane.size(); i++) {
            if (known.computeIfAbsent(
                    lane.label(i), label -> AGAIN.matcher(label).matches())) {
                outer.add(lane.start(i), lane.end(i));
                until = Math.max(until, lane.end(i));
            } else if (lane.start(i) < until && lane.label(i).startsWith(BACKWARD)) {
                nested.add(lane.start(i), lane.end(i));
            }
        }
        Spans again = outer.build().minus(nested.build());
        for (int i = 0; again.size() > 0 && i < lane.size(); i++) {
            if (lane.correlation(i) >= 0 && again.covers(lane.start(i))) {
                launched.add(lane.correlation(i));
            }
        }
    }
}
