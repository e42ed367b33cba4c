package dev.amdahl.gpu.health;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the driver has on record of NVLinks at one moment.
 *
 * @param errors sums over the links of a device, by UUID and counter; what links correct themselves all the time (FEC) is left out
 * @param active links that run, by UUID
 * @param inactive links that do not, by UUID
 * @param gap why it could not be asked
 */
record NvLinkRecord(
        Map<String, Map<String, Double>> errors,
        Map<String, Integer> active,
        Map<String, Integer> inactive,
        Optional<String> gap) {
    static final String NAME = "nvlink";

    private static final Pattern DEVICE = Pattern.compile("GPU \\d+: .*\\(UUID: (GPU-[^)]+)\\)");
    private static final Pattern ERRORS = Pattern.compile("\\s*Link \\d+: (.*Errors?): (\\d+)\\s*");
    private static final Pattern RUNS = Pattern.compile("\\s*Link \\d+: [0-9.]+ GB/s\\s*");
    private static final Pattern RESTS = Pattern.compile("\\s*Link \\d+: <inactive>\\s*", Pattern.CASE_INSENSITIVE);
    private static final String RETRAINED = "recovery";

    static NvLinkRecord of(Smi smi) {
        Map<String, Map<String, Double>> errors = new TreeMap<>();
        Map<String, Integer> active = new TreeMap<>();
        Map<String, Integer> inactive = new TreeMap<>();
        Smi.Said status = smi.ask("nvlink", "--status");
        Smi.Said counters = smi.ask("nvlink", "--errorcounters");
        String device = "";
        for (String line : concat(status.lines(), counters.lines())) {
            Matcher head = DEVICE.matcher(line.strip());
            Matcher counter = ERRORS.matcher(line);
            if (head.matches()) {
                device = head.group(1);
            } else if (RUNS.matcher(line).matches()) {
                active.merge(device, 1, Integer::sum);
            } else if (RESTS.matcher(line).matches()) {
                inactive.merge(device, 1, Integer::sum);
            } else if (counter.matches() && !counter.group(1).contains("FEC")) {
                errors.computeIfAbsent(device, first -> new TreeMap<>())
                        .merge(counter.group(1), Double.valueOf(counter.group(2)), Double::sum);
            }
        }
        return new NvLinkRecord(errors, active, inactive, status.fault().or(counters::fault));
    }

    private static List<String> concat(List<String> one, List<String> more) {
        List<String> all = new ArrayList<>(one);
        all.addAll(more);
        return all;
    }

    /** Returns the most links that run on one device. */
    int links() {
        return active.isEmpty() ? 0 : Collections.max(active.values());
    }

    /** Returns what came to it since an earlier moment. */
    CheckResult since(NvLinkRecord before, HostDevices devices) {
        if (gap.isPresent() || before.gap.isPresent()) {
            return CheckResult.skipped(NAME, before.gap.or(() -> gap).orElseThrow());
        }
        if (active.isEmpty() && inactive.isEmpty()) {
            return CheckResult.skipped(NAME, "nvidia-smi reports no NVLink on this host");
        }
        List<String> faults = new ArrayList<>();
        List<String> warnings = new ArrayList<>();
        inactive.forEach((device, count) -> {
            if (active.getOrDefault(device, 0) < links()) {
                faults.add(devices.naming(device) + " has " + count + " NVLinks that do not run");
            }
        });
        double all = 0;
        for (Map.Entry<String, Map<String, Double>> device : errors.entrySet()) {
            for (Map.Entry<String, Double> counter : device.getValue().entrySet()) {
                double more = counter.getValue()
                        - before.errors.getOrDefault(device.getKey(), Map.of()).getOrDefault(counter.getKey(), 0.);
                all += Math.max(0, more);
                if (more > 0) {
                    (isRetraining(counter.getKey()) ? faults : warnings)
                            .add(String.format(
                                    Locale.ROOT,
                                    "%s: %.0f more NVLink %s",
                                    devices.naming(device.getKey()),
                                    more,
                                    counter.getKey()));
                }
            }
        }
        Map<String, Double> figures = new TreeMap<>(Map.of("links", (double) links(), "errors_during", all));
        if (errors.isEmpty()) {
            figures.remove("errors_during");
            warnings.add("nvidia-smi reports no error counters of NVLinks: not tested");
        }
        List<String> reasons = concat(faults, warnings);
        if (reasons.isEmpty()) {
            return CheckResult.passed(NAME, figures);
        }
        return CheckResult.of(
                NAME, faults.isEmpty() ? CheckResult.Outcome.WARN : CheckResult.Outcome.FAIL, figures, reasons);
    }

    /** A link that had to be set up anew, against one that sent a packet again. */
    private static boolean isRetraining(String counter) {
        return counter.toLowerCase(Locale.ROOT).contains(RETRAINED);
    }
}
