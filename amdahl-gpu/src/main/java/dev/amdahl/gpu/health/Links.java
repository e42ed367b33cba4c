package dev.amdahl.gpu.health;

import dev.amdahl.gpu.internal.child.Child;
import dev.amdahl.gpu.internal.child.Message;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;

/**
 * Every pair of devices of a host, in both directions: against what its NVLinks are declared for, else against the middle of the host.
 *
 * @param backend what opens the devices
 * @param plan how much, and how long one copy may take
 * @param known how the driver says that devices are linked
 * @param peaks of the devices
 */
record Links(String backend, HostPlan plan, HostDevices known, DeclaredPeaks peaks) {
    static final String NAME = "links";

    private static final int MAX_PROCESSES = 4;

    CheckResult run(List<HostReport.OfDevice> devices) {
        List<String> pairs = new ArrayList<>();
        for (int from = 0; from < devices.size(); from++) {
            for (int to = 0; to < devices.size(); to++) {
                if (from != to && isUsable(devices.get(from)) && isUsable(devices.get(to))) {
                    pairs.add(from + "-" + to);
                }
            }
        }
        if (pairs.isEmpty()) {
            return CheckResult.skipped(NAME, devices.size() < 2 ? "one device alone" : "no two devices that work");
        }
        Found found = new Found();
        try {
            List<String> left = pairs;
            for (int process = 0; process < MAX_PROCESSES && !left.isEmpty(); process++) {
                left = measured(left, found);
            }
            if (!left.isEmpty()) {
                found.gaps.add(
                        left.size() + " of " + pairs.size() + " links were not tested: " + left.get(0) + " and on");
            }
        } catch (IOException e) {
            found.gaps.add("a process of its own cannot be started: " + e.getMessage());
        }
        return found.judged(this, devices);
    }

    /** One that is lost would only be found lost once more. */
    private static boolean isUsable(HostReport.OfDevice device) {
        return device.report().reasons().stream().noneMatch(reason -> reason.contains(HealthSuite.GONE));
    }

    /** Returns the pairs that are left after one that hung or ended the process. */
    private List<String> measured(List<String> pairs, Found found) throws IOException {
        List<String> words = new ArrayList<>(List.of(HostProgram.LINKS, backend, Long.toString(plan.seed())));
        words.addAll(pairs);
        try (Child child = new Child(HostProgram.class, words.toArray(String[]::new))) {
            for (int i = 0; i < pairs.size(); i++) {
                Optional<Message> told = child.next(plan.limit());
                if (told.isPresent() && told.get().kind().equals(HostProgram.LINK)) {
                    found.add(told.get());
                    continue;
                }
                String why = told.map(message -> message.words().get(0)).orElseGet(() -> child.fault(plan.limit()));
                found.faults.add(pairs.get(i).replace("-", " to ") + ": " + why);
                return pairs.subList(i + 1, pairs.size());
            }
        }
        return List.of();
    }

    /** What was measured. */
    private static final class Found {
        private final Map<String, Double> rates = new TreeMap<>();
        private final List<String> faults = new ArrayList<>();
        private final List<String> gaps = new ArrayList<>();
        private int detours;

        void add(Message link) {
            String pair = link.words().get(0) + " to " + link.words().get(1);
            if (!link.words().get(2).isEmpty()) {
                faults.add(pair + ": " + link.words().get(2));
                return;
            }
            double wrong = link.figures().getOrDefault("wrong", 0.);
            if (wrong > 0) {
                faults.add(String.format(Locale.ROOT, "%s: %.0f words arrived as others", pair, wrong));
            }
            detours += link.figures().getOrDefault("peer", 0.) > 0 ? 0 : 1;
            rates.put(pair, link.figures().getOrDefault("rate", 0.));
        }

        CheckResult judged(Links links, List<HostReport.OfDevice> devices) {
            Map<String, Double> figures = new TreeMap<>();
            rates.forEach((pair, rate) -> figures.put(pair.replace(' ', '_') + "_bytes_per_second", rate));
            figures.put("pairs", (double) rates.size());
            figures.put("through_the_host", (double) detours);
            List<String> warnings = new ArrayList<>();
            int undeclared = 0;
            for (Map.Entry<String, Double> link : rates.entrySet()) {
                List<String> ends = List.of(link.getKey().split(" to ", -1));
                int nvLinks = links.known.links(
                        devices.get(Integer.parseInt(ends.get(0))).id(),
                        devices.get(Integer.parseInt(ends.get(1))).id());
                OptionalDouble peak = links.peaks.link(nvLinks);
                undeclared += peak.isPresent() ? 0 : 1;
                peak.ifPresent(declared -> DeclaredPeaks.tooLow(link.getKey(), link.getValue(), declared, true)
                        .ifPresent(faults::add));
            }
            if (rates.size() >= FleetOutliers.MIN) {
                FleetOutliers.among(rates).stream()
                        .filter(outlier -> outlier.gap() < 0)
                        .map(outlier -> String.format(
                                Locale.ROOT,
                                "%s is %.0f %% below the middle of the host's links, %.3g GB/s",
                                outlier.device(),
                                -100 * outlier.gap(),
                                outlier.median() / 1e9))
                        .forEach(warnings::add);
            }
            if (undeclared > 0) {
                gaps.add("of " + undeclared + " of " + rates.size()
                        + " links no peak is known: compared only with the middle of the host");
            }
            List<String> reasons = new ArrayList<>(faults);
            reasons.addAll(warnings);
            reasons.addAll(gaps);
            CheckResult.Outcome outcome = !faults.isEmpty()
                    ? CheckResult.Outcome.FAIL
                    : warnings.isEmpty() ? CheckResult.Outcome.PASS : CheckResult.Outcome.WARN;
            return rates.isEmpty() && faults.isEmpty()
                    ? CheckResult.skipped(NAME, reasons.get(0))
                    : CheckResult.of(NAME, outcome, figures, reasons);
        }
    }
}
