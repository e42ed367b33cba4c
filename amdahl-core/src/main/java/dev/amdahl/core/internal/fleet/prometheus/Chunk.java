package dev.amdahl.core.internal.fleet.prometheus;

import dev.amdahl.core.internal.fleet.prometheus.FleetLabels.Device;
import dev.amdahl.core.internal.fleet.prometheus.FleetLabels.Holder;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The windows of one part of a period, of all accelerators. Counts and sums come from {@code count_over_time} and {@code
 * sum_over_time}, which see samples alone: a value that Prometheus carries forward for five minutes is in neither. Not thread-safe.
 */
final class Chunk {
    private static final double FEW_WINDOWS = 3;

    private final Windows windows;
    private final PrometheusSettings settings;
    private final Map<Device, Map<String, Holding>> devices = new LinkedHashMap<>();

    private Chunk(Windows windows, PrometheusSettings settings) {
        this.windows = windows;
        this.settings = settings;
    }

    /** Asks for all metrics of these windows. */
    static Chunk read(PrometheusApi api, PrometheusSettings settings, Windows windows) {
        Chunk chunk = new Chunk(windows, settings);
        for (ActivityMetric metric : settings.activity()) {
            if (chunk.ask(api, metric.name())) {
                chunk.each(holding -> holding.settleActivity(metric));
            }
        }
        if (!chunk.devices.isEmpty() && !settings.power().isEmpty() && chunk.ask(api, settings.power())) {
            chunk.each(Holding::settlePower);
        }
        return chunk;
    }

    /** Returns whether there were samples. */
    private boolean ask(PrometheusApi api, String metric) {
        boolean[] any = new boolean[1];
        boolean known = metric.equals(settings.power());
        ask(api, metric, "count_over_time", known, (holding, window, value) -> {
            any[0] = true;
            holding.addCount(window, value);
        });
        if (any[0]) {
            ask(api, metric, "sum_over_time", known, Holding::addSum);
        }
        return any[0];
    }

    private interface Cell {
        void add(Holding holding, int window, double value);
    }

    private void ask(PrometheusApi api, String metric, String function, boolean known, Cell cell) {
        long step = windows.stepSeconds();
        // The range is a millisecond short: up to version 2 a sample at its left end would be in two windows.
        String query = "sum by (" + settings.labels().kept() + ") (" + function + "(" + metric + "{"
                + settings.selector() + "}[" + (step * 1000 - 1) + "ms]))";
        api.range(
                query,
                windows.endSeconds(windows.first()),
                windows.endSeconds(windows.last()),
                step,
                new Matrix.Sink() {
                    private Optional<Holding> holding = Optional.empty();

                    @Override
                    public void series(Map<String, String> labels) {
                        holding = holding(labels, known);
                    }

                    @Override
                    public void point(double epochSeconds, double value) {
                        int window = windows.index(epochSeconds);
                        if (window >= 0 && window < windows.count()) {
                            holding.ifPresent(found -> cell.add(found, window, value));
                        }
                    }
                });
    }

    private Optional<Holding> holding(Map<String, String> labels, boolean known) {
        Device device = settings.labels().device(labels);
        Optional<Holder> holder = settings.labels().holder(labels);
        String id = holder.map(Holder::id).orElse("");
        if (known) {
            return Optional.ofNullable(devices.getOrDefault(device, Map.of()).get(id));
        }
        return Optional.of(devices.computeIfAbsent(device, key -> new LinkedHashMap<>())
                .computeIfAbsent(id, key -> new Holding(holder, windows.count())));
    }

    private void each(java.util.function.Consumer<Holding> action) {
        devices.values().forEach(holdings -> holdings.values().forEach(action));
    }

    Windows windows() {
        return windows;
    }

    /** Returns the accelerators, in the order of the answers. */
    Collection<Device> devices() {
        return devices.keySet();
    }

    /** Under whom a device was seen. */
    Collection<Holding> holdings(Device device) {
        return devices.getOrDefault(device, Map.of()).values();
    }

    /**
     * Returns how many samples a whole window of each device holds: by the scrape interval if it is given, else as many as the device's
     * densest window, or the fleet's where the device was seen in too few windows to tell.
     */
    Map<Device, Double> samplesOfWholeWindow() {
        Map<Device, Double> whole = new LinkedHashMap<>();
        if (settings.scrapeInterval().isPresent()) {
            double samples = windows.stepSeconds()
                    * 1000.0
                    / settings.scrapeInterval().get().toMillis();
            devices.keySet().forEach(device -> whole.put(device, samples));
            return whole;
        }
        double[] most = devices.keySet().stream()
                .mapToDouble(this::mostSamples)
                .sorted()
                .toArray();
        double usual = most.length == 0 ? 0 : most[most.length / 2];
        double densest = Arrays.stream(most).max().orElse(0);
        for (Device device : devices.keySet()) {
            int seen =
                    holdings(device).stream().mapToInt(Holding::sampledWindows).sum();
            double own = mostSamples(device);
            whole.put(device, seen >= FEW_WINDOWS ? own : Math.max(own, devices.size() > 2 ? usual : densest));
        }
        return whole;
    }

    private double mostSamples(Device device) {
        return holdings(device).stream().mapToDouble(Holding::mostSamples).max().orElse(0);
    }
}
