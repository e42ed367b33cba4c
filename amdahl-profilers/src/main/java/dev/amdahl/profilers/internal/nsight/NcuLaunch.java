package dev.amdahl.profilers.internal.nsight;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What the file says of one launch of a kernel, while it is read. Not thread-safe. */
final class NcuLaunch {
    private static final int MAX_METRICS = 4_000;
    private static final int MAX_RULES = 200;
    /** The share that the rule CPIStall gives in words, under a name of our own. */
    static final String STALL = "Long Scoreboard Stall (CPIStall)";

    private static final Pattern LONG_SCOREBOARD =
            Pattern.compile("scoreboard dependency on an? L1TEX.{0,2000}?represents about (\\d{1,3}(?:\\.\\d{1,4})?)%");
    private static final List<String> DURATIONS = List.of("Duration", "gpu__time_duration.sum");

    final String id;
    final String kernel;
    final Map<String, Quantity> metrics = new LinkedHashMap<>();
    final List<NcuRule> rules = new ArrayList<>();
    private Optional<Double> given = Optional.empty();

    NcuLaunch(String id, String kernel) {
        this.id = id;
        this.kernel = kernel;
    }

    void add(String metric, Quantity value) {
        if (metrics.size() < MAX_METRICS) {
            metrics.put(key(metric, value), value);
        }
    }

    /** One name is used for the share of peak and for bytes per second. */
    private static String key(String metric, Quantity value) {
        return metric.equals("Memory Throughput") && value.unit().equals("byte/s") ? "Memory Bandwidth" : metric;
    }

    void add(NcuRule rule) {
        Matcher stall = LONG_SCOREBOARD.matcher(rule.text());
        if (stall.find()) {
            Quantity.of(stall.group(1), "%").ifPresent(share -> metrics.putIfAbsent(STALL, share));
        }
        if (rules.size() < MAX_RULES) {
            rules.add(rule);
        }
    }

    void durationNanos(double nanos) {
        given = Optional.of(nanos);
    }

    /** Time on the device, ns, where the file has it. */
    Optional<Double> durationNanos() {
        return DURATIONS.stream()
                .flatMap(name -> Optional.ofNullable(metrics.get(name)).stream())
                .filter(quantity -> quantity.unit().equals("ns") && quantity.value() > 0)
                .map(Quantity::value)
                .findFirst()
                .or(() -> given);
    }
}
