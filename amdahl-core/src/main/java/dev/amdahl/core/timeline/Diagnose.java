package dev.amdahl.core.timeline;

import dev.amdahl.core.timeline.joined.Associations;
import dev.amdahl.core.timeline.joined.RunTimeline;
import dev.amdahl.spi.hypothesis.Account;
import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.hypothesis.Diagnosis;
import dev.amdahl.spi.job.Timeline;
import dev.amdahl.spi.profiler.Profile;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Makes a diagnosis of one evidence run out of its profiles: their timelines, joined on one clock, give the accounts, else process counters
 * give coarse ones, else all is unattributed. Counters whose names are metrics of the idea vocabulary are passed on, and
 * those that re-label productive time do so. Immutable.
 */
public final class Diagnose {
    private static final int MOST_ASSOCIATIONS = 3;

    private final Thresholds thresholds;

    /** With bounds of its own. */
    public Diagnose(Thresholds thresholds) {
        this.thresholds = thresholds;
    }

    /** With the default bounds. */
    public static Diagnosis diagnose(String family, JobRunFacts facts, List<Profile> profiles) {
        return new Diagnose(Thresholds.DEFAULT).of(family, facts, profiles);
    }

    /** The diagnosis of a run; never fails for lack of a profile. */
    public Diagnosis of(String family, JobRunFacts facts, List<Profile> profiles) {
        List<String> findings = new ArrayList<>();
        Map<String, Double> counters = new TreeMap<>();
        for (Profile profile : profiles) {
            findings.addAll(profile.findings());
            profile.counters().forEach(counters::putIfAbsent);
        }
        Map<String, Double> metrics = new TreeMap<>(counters);
        RunTimeline run = RunTimeline.of(profiles);
        findings.addAll(run.findings());
        Associations.of(run, MOST_ASSOCIATIONS).forEach(association -> findings.add(association.sentence()));
        Optional<Timeline> timeline = run.timeline();
        List<Account> accounts;
        double gapSeconds;
        if (timeline.isPresent()) {
            Attribution attribution = Attribution.of(timeline.get(), facts, thresholds);
            accounts = attribution.accounts();
            gapSeconds = attribution.gapSeconds();
            findings.addAll(attribution.findings());
            metrics.putAll(RunMetrics.of(timeline.get(), attribution));
        } else {
            ProcessAccounts coarse = ProcessAccounts.of(counters, facts, thresholds);
            accounts = coarse.accounts();
            gapSeconds = coarse.gapSeconds();
            findings.add("no timeline: accounts are coarse, from " + counters.size() + " process counters");
        }
        RunMetrics.addCounters(metrics, counters, facts);
        RunMetrics.addFacts(metrics, facts, accounts);
        accounts = Relabel.apply(accounts, metrics);
        addOverAllocation(metrics, findings);
        Diagnosis plain = new Diagnosis(family, accounts, gapSeconds, metrics, List.of(facts.id()), findings);
        metrics.put("amdahl_ceiling", topCeiling(plain));
        return new Diagnosis(family, accounts, gapSeconds, metrics, List.of(facts.id()), findings);
    }

    private static void addOverAllocation(Map<String, Double> metrics, List<String> findings) {
        Double busy = metrics.get("gpu_busy_frac");
        if (busy != null && busy < .05) {
            findings.add(Bottleneck.OVER_ALLOCATION + ": accelerators busy " + Math.round(1000 * busy) / 10.0
                    + " % of the run");
        }
    }

    private static double topCeiling(Diagnosis diagnosis) {
        double top = Ceilings.of(diagnosis).stream()
                .mapToDouble(ClassCeiling::acceleratorCeiling)
                .max()
                .orElse(1);
        return Math.min(top, 1e6);
    }
}
