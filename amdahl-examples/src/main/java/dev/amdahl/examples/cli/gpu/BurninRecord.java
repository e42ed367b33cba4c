package dev.amdahl.examples.cli.gpu;

import dev.amdahl.core.ledger.Lease;
import dev.amdahl.core.ledger.Ledger;
import dev.amdahl.core.ledger.LedgerReader;
import dev.amdahl.core.ledger.entry.Entry;
import dev.amdahl.core.ledger.entry.HostHealth;
import dev.amdahl.gpu.health.BurnInReport;
import dev.amdahl.gpu.health.CheckResult;
import dev.amdahl.gpu.health.FleetOutliers;
import dev.amdahl.gpu.health.HostReport;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/** What a ledger knows of devices of one kind, and what a burn-in adds to it. */
final class BurninRecord {
    static final String CHECK = "fleet";

    private static final Duration LEASE = Duration.ofMinutes(1);
    private static final List<String> RATES = List.of("soak.flops_per_second", "copy.copy_bytes_per_second");
    private static final String HEAT = "telemetry.most_celsius";

    private BurninRecord() {}

    /** Returns the report with the comparison as one more phase; both are in the ledger then. */
    static BurnInReport compareAndKeep(
            BurnInReport report, String host, String device, String url, Consumer<CheckResult> after) {
        try (Ledger ledger = Ledger.open(url);
                Lease lease = ledger.acquire("burnin", LEASE)) {
            HostHealth found = health(report, host, device);
            Map<String, HostHealth> kin = ledger.view().events() == 0 ? Map.of() : kin(url, found);
            CheckResult comparison = compared(found, kin);
            after.accept(comparison);
            BurnInReport whole = report.with(comparison);
            HostHealth kept = health(whole, host, device);
            lease.commit(List.of(new Entry.HostExamined(kept.place(), kept)));
            return whole;
        }
    }

    /** Keeps what was found of a host itself, not of one of its devices. */
    static void keepHost(HostReport report, String host, String url) {
        keep(
                List.of(new HostHealth(
                        host,
                        NodeVerdict.HOST,
                        "",
                        "",
                        HostHealth.Grade.valueOf(report.ofHost().name()),
                        figures(report.phases()),
                        report.phases().stream()
                                .flatMap(phase -> phase.reasons().stream().map(reason -> phase.check() + ": " + reason))
                                .toList())),
                List.of(),
                url);
    }

    /** Keeps what nodes told, and what follows for their cluster. */
    static void keep(List<HostHealth> found, List<HostHealth.ClusterVerdict> verdicts, String url) {
        List<Entry> entries = new ArrayList<>();
        found.forEach(health -> entries.add(new Entry.HostExamined(health.place(), health)));
        verdicts.forEach(verdict -> entries.add(new Entry.ClusterJudged(verdict.cluster(), verdict)));
        try (Ledger ledger = Ledger.open(url);
                Lease lease = ledger.acquire("burnin", LEASE)) {
            lease.commit(entries);
        }
    }

    private static Map<String, Double> figures(List<CheckResult> phases) {
        Map<String, Double> figures = new TreeMap<>();
        phases.forEach(phase -> phase.figures().forEach((name, value) -> {
            if (Double.isFinite(value)) {
                figures.put(phase.check() + "." + name, value);
            }
        }));
        return figures;
    }

    private static HostHealth health(BurnInReport report, String host, String device) {
        return new HostHealth(
                host,
                device,
                report.device().name(),
                report.device().versions().getOrDefault("driver", ""),
                HostHealth.Grade.valueOf(report.grade().name()),
                figures(report.phases()),
                report.reasons());
    }

    /** Returns the newest examination of each device of the same model, driver and soak that did not fail. */
    private static Map<String, HostHealth> kin(String url, HostHealth like) {
        Map<String, HostHealth> kin = new TreeMap<>();
        LedgerReader.forEach(url, recorded -> {
            if (recorded.entry() instanceof Entry.HostExamined examined) {
                HostHealth health = examined.health();
                if (isKin(health, like)) {
                    kin.put(health.place(), health);
                } else {
                    kin.remove(health.place());
                }
            }
        });
        return kin;
    }

    private static boolean isKin(HostHealth health, HostHealth like) {
        return health.grade() != HostHealth.Grade.FAIL
                && health.model().equals(like.model())
                && health.driver().equals(like.driver())
                && rows(health).equals(rows(like));
    }

    private static Double rows(HostHealth health) {
        return health.figures().getOrDefault("soak.rows", 0.);
    }

    /** Low rates and high heat are worth a warning; a better device than the others is none. */
    private static CheckResult compared(HostHealth found, Map<String, HostHealth> kin) {
        if (kin.isEmpty()) {
            return CheckResult.skipped(
                    CHECK, "no examination of another " + found.model() + " with this driver is in the ledger");
        }
        Map<String, Double> figures = new TreeMap<>();
        List<String> reasons = new ArrayList<>();
        for (String rate : RATES) {
            compare(rate, found, kin, figures, reasons);
        }
        compare(HEAT, found, kin, figures, reasons);
        figures.put("compared_with", (double) kin.size());
        return reasons.isEmpty() ? CheckResult.passed(CHECK, figures) : CheckResult.warned(CHECK, figures, reasons);
    }

    private static void compare(
            String name,
            HostHealth found,
            Map<String, HostHealth> kin,
            Map<String, Double> figures,
            List<String> reasons) {
        Map<String, Double> all = new TreeMap<>();
        kin.forEach((place, health) -> put(all, place, health, name));
        List<Double> kept = List.copyOf(all.values());
        put(all, found.place(), found, name);
        if (kept.isEmpty()
                || !all.containsKey(found.place())
                || !found.figures().containsKey(name)) {
            return;
        }
        boolean isRate = RATES.contains(name);
        double gap = FleetOutliers.gap(found.figures().get(name), kept);
        figures.put(name + "_gap", gap);
        boolean isOff = all.size() >= FleetOutliers.MIN
                ? FleetOutliers.among(all).stream()
                        .anyMatch(one -> one.device().equals(found.place()) && (isRate ? one.gap() < 0 : one.gap() > 0))
                : isRate && FleetOutliers.isLow(gap);
        if (isOff) {
            reasons.add(String.format(
                    Locale.ROOT,
                    "%s is %.1f %% %s the middle of %d examinations of its kind",
                    name,
                    100 * Math.abs(gap),
                    isRate ? "below" : "above",
                    kept.size()));
        }
    }

    private static void put(Map<String, Double> all, String place, HostHealth health, String name) {
        Double value = health.figures().get(name);
        if (value != null && value > 0) {
            all.put(place, value);
        }
    }
}
