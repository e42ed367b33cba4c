package dev.amdahl.core.internal.fleet.prometheus;

import dev.amdahl.core.internal.fleet.prometheus.FleetLabels.Device;
import dev.amdahl.core.internal.fleet.prometheus.FleetLabels.Holder;
import dev.amdahl.spi.job.Accelerators;
import dev.amdahl.spi.job.FleetJob;
import dev.amdahl.spi.job.Utilization;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** What is known of one run: sums over its windows, never the windows themselves. Not thread-safe. */
final class RunTally {
    private static final double WHOLE = .999;
    private static final double NEVER_ACTIVE = .05;
    private static final int MAX_HOSTS = 16;

    private final Holder holder;
    private final long stepSeconds;
    private final long firstWindow;
    private double firstHeld;
    private long lastWindow;
    private double lastHeld;
    private int mostDevices;
    private int mostInside;
    private double usefulSeconds;
    private double measuredSeconds;
    private double joules;
    private double poweredSeconds;
    private double heldSeconds;
    private double ownSeconds;
    private final Map<Device, Double> highestActivity = new LinkedHashMap<>();

    RunTally(Holder holder, long stepSeconds, long window) {
        this.holder = holder;
        this.stepSeconds = stepSeconds;
        firstWindow = window;
        lastWindow = window;
    }

    Holder holder() {
        return holder;
    }

    long lastWindow() {
        return lastWindow;
    }

    Set<Device> devices() {
        return highestActivity.keySet();
    }

    /**
     * Adds a window of one device.
     *
     * @param held the part of the window in which samples of this run came, 0 to 1
     * @param own the part that is this run's, less where others hold the device too
     * @param activity NaN if it was not measured
     */
    void add(Device device, long window, double held, double own, double activity, double watts) {
        highestActivity.merge(device, activity, (a, b) -> Double.isNaN(a) ? b : Double.isNaN(b) ? a : Math.max(a, b));
        firstHeld = window == firstWindow ? Math.max(firstHeld, held) : firstHeld;
        lastHeld = window == lastWindow ? Math.max(lastHeld, held) : held;
        lastWindow = window;
        double seconds = own * stepSeconds;
        heldSeconds += held * stepSeconds;
        ownSeconds += seconds;
        if (!Double.isNaN(activity)) {
            measuredSeconds += seconds;
            usefulSeconds += seconds * activity;
        }
        if (!Double.isNaN(watts)) {
            joules += seconds * watts;
            poweredSeconds += seconds;
        }
    }

    /** After the last device of a window: with how many it was seen at once, and for how long in all. */
    void closeWindow(int devices, double held) {
        mostDevices = Math.max(mostDevices, devices);
        mostInside = Math.max(mostInside, (int) Math.round(held));
    }

    Instant started() {
        double held = firstWindow == lastWindow ? 1 : firstHeld;
        return at(firstWindow - held);
    }

    Instant ended() {
        return at(lastWindow - 1 + lastHeld);
    }

    private Instant at(double windows) {
        return Instant.ofEpochMilli(Math.round(windows * stepSeconds * 1000));
    }

    /** Returns a run that moved to another device within a window has not held two: windows inside the run tell, where there are some. */
    private int count() {
        boolean hasInside = lastWindow - firstWindow >= 2 && mostInside > 0;
        return Math.max(1, hasInside ? mostInside : mostDevices);
    }

    /**
     * Returns the run. Its shares are of all seconds that it held: of the devices it had at most, from its first sample to its last.
     *
     * @param id its own in the period
     * @param isRunning whether it was still seen when the server was asked
     */
    FleetJob job(String id, boolean isRunning) {
        Instant started = started();
        Instant ended = ended();
        double held = count() * share() * (Duration.between(started, ended).toMillis() / 1000.0);
        double all = Math.max(held, measuredSeconds);
        double useful = all > 0 ? Math.min(1, usefulSeconds / all) : 0;
        double unknown = all > 0 ? Math.max(0, 1 - measuredSeconds / all) : 1;
        double idle = Math.max(0, 1 - unknown - useful);
        return new FleetJob(
                id,
                holder.family(),
                holder.owner(),
                new Accelerators(type(), count()),
                Optional.empty(),
                Optional.of(started),
                isRunning ? Optional.empty() : Optional.of(ended),
                Optional.of(new Utilization(idle, 0, useful, 0, unknown)),
                labels());
    }

    /** Returns the part of its devices that was this run's, where others held them too. */
    private double share() {
        return heldSeconds > 0 ? Math.min(1, ownSeconds / heldSeconds) : 1;
    }

    private String type() {
        return highestActivity.keySet().stream()
                .map(Device::type)
                .distinct()
                .sorted()
                .collect(Collectors.joining("+"));
    }

    private Map<String, String> labels() {
        Map<String, String> labels = new TreeMap<>();
        labels.put("source", "prometheus");
        labels.put(FleetJob.KNOWN_AS, holder.id());
        labels.put("devices", Integer.toString(highestActivity.size()));
        labels.put(
                "devices_never_active",
                Long.toString(highestActivity.values().stream()
                        .filter(highest -> highest < NEVER_ACTIVE)
                        .count()));
        labels.put(
                "hosts",
                String.join(
                        ",",
                        highestActivity.keySet().stream()
                                .map(Device::host)
                                .distinct()
                                .sorted()
                                .limit(MAX_HOSTS)
                                .toList()));
        if (share() < WHOLE) {
            labels.put(FleetJob.SHARE, String.format(Locale.ROOT, "%.4f", share()));
        }
        if (poweredSeconds > 0) {
            labels.put("energy_joules", String.format(Locale.ROOT, "%.0f", joules));
            labels.put("power_watts", String.format(Locale.ROOT, "%.1f", joules / poweredSeconds));
        }
        return labels;
    }
}
