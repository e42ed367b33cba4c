package dev.amdahl.core.internal.timeline.analysis;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.amdahl.spi.job.Activity;
import dev.amdahl.spi.job.Lane;
import dev.amdahl.spi.job.Timeline;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The roles of each step. A trace without steps is one step, from its first to its last operator.
 *
 * @param marked whether the trace marks steps
 * @param mean the mean of the complete steps; null if there are none
 * @param utilisation per device: time with a kernel over the time from the first to the last complete step
 */
public record Steps(
        @JsonProperty("marked") boolean marked,
        @JsonProperty("mean") @Nullable StepRoles mean,
        @JsonProperty("utilisation") List<Utilization> utilisation,
        @JsonProperty("steps") List<StepRoles> steps) {
    public Steps {
        utilisation = List.copyOf(utilisation);
        steps = List.copyOf(steps);
    }

    /**
     * How busy a device was with kernels while steps ran.
     *
     * @param share 0 to 1
     */
    public record Utilization(
            @JsonProperty("device") int device,
            @JsonProperty("share") double share) {}

    static Steps of(Timeline timeline, Launches launches, List<DeviceWork> devices, HostRole.Names names) {
        StepWindows windows = StepWindows.of(timeline, launches, names);
        Spans[] roles = roles(timeline, devices, names);
        Spans.Builder compute = new Spans.Builder();
        Spans.Builder collectives = new Spans.Builder();
        for (DeviceWork device : devices) {
            compute.add(device.compute());
            collectives.add(device.communication());
        }
        Spans collective = collectives.build();
        Spans exposed = collective.minus(compute.build());
        Spans.Builder all = new Spans.Builder();
        for (int i = 0; i < windows.size(); i++) {
            all.add(windows.start(i), windows.end(i));
        }
        Spans left = all.build();
        for (int role = 0; role < roles.length; role++) {
            Spans own = left.and(roles[role]);
            left = left.minus(own);
            roles[role] = own;
        }
        Walk walk = new Walk(roles, left, collective, exposed);
        List<StepRoles> steps = new ArrayList<>();
        for (int i = 0; i < windows.size(); i++) {
            steps.add(walk.step(windows, i, timeline.startNanos()));
        }
        return new Steps(
                holdSteps(timeline.lanes()), mean(steps, windows.complete()), utilisation(windows, devices), steps);
    }

    private static boolean holdSteps(List<Lane> lanes) {
        for (Lane lane : lanes) {
            for (int i = 0; i < lane.size(); i++) {
                if (lane.activity(i) == Activity.STEP) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Kernel, copy, fill, communication, runtime, loader, operator. */
    private static Spans[] roles(Timeline timeline, List<DeviceWork> devices, HostRole.Names names) {
        Spans.Builder[] roles = new Spans.Builder[7];
        for (int role = 0; role < roles.length; role++) {
            roles[role] = new Spans.Builder();
        }
        for (DeviceWork device : devices) {
            roles[0].add(device.compute()).add(device.communication());
        }
        for (Lane lane : timeline.lanes()) {
            for (int i = 0; i < lane.size(); i++) {
                int role = lane.side() == Activity.Side.PHASE
                        ? -1
                        : lane.side() == Activity.Side.DEVICE ? deviceRole(lane, i) : hostRole(names.role(lane, i));
                if (role >= 0) {
                    roles[role].add(lane.start(i), lane.end(i));
                }
            }
        }
        Spans[] spans = new Spans[roles.length];
        for (int role = 0; role < roles.length; role++) {
            spans[role] = roles[role].build();
        }
        return spans;
    }

    private static int deviceRole(Lane lane, int i) {
        if (lane.activity(i) != Activity.COPY) {
            return -1;
        }
        return lane.label(i).toLowerCase(Locale.ROOT).contains("memset") ? 2 : 1;
    }

    private static int hostRole(HostRole role) {
        return switch (role) {
            case COLLECTIVE -> 3;
            case RUNTIME -> 4;
            case DATA_LOADER -> 5;
            case OPERATOR -> 6;
            case DRIVER, FRAME -> -1;
        };
    }

    /** Walks once over all steps. */
    private static final class Walk {
        private final Spans.Cursor[] parts;

        Walk(Spans[] roles, Spans... others) {
            parts = new Spans.Cursor[roles.length + others.length];
            for (int i = 0; i < parts.length; i++) {
                parts[i] = (i < roles.length ? roles[i] : others[i - roles.length]).cursor();
            }
        }

        StepRoles step(StepWindows windows, int i, long origin) {
            long from = windows.start(i);
            long to = windows.end(i);
            long[] nanos = new long[parts.length];
            for (int part = 0; part < nanos.length; part++) {
                nanos[part] = parts[part].length(from, to);
            }
            long[] ordered = Arrays.copyOf(nanos, nanos.length + 1);
            System.arraycopy(nanos, 8, ordered, 9, 2);
            ordered[8] = to - from;
            return StepRoles.of(windows.name(i), from - origin, i < windows.complete(), ordered);
        }
    }

    private static @Nullable StepRoles mean(List<StepRoles> steps, int complete) {
        List<StepRoles> some = steps.subList(0, complete);
        if (some.isEmpty()) {
            return null;
        }
        long[] means = new long[some.get(0).nanos().length];
        for (int role = 0; role < means.length; role++) {
            long sum = 0;
            for (StepRoles step : some) {
                sum += step.nanos()[role];
            }
            means[role] = Math.round((double) sum / some.size());
        }
        return StepRoles.of("mean", null, true, means);
    }

    private static List<Utilization> utilisation(StepWindows windows, List<DeviceWork> devices) {
        if (windows.complete() == 0) {
            return List.of();
        }
        long from = windows.start(0);
        long to = windows.end(windows.complete() - 1);
        List<Utilization> shares = new ArrayList<>();
        for (DeviceWork device : devices) {
            Spans kernels = new Spans.Builder()
                    .add(device.compute())
                    .add(device.communication())
                    .build();
            if (kernels.size() > 0 && to > from) {
                shares.add(new Utilization(device.device(), (double) kernels.length(from, to) / (to - from)));
            }
        }
        return shares;
    }
}
