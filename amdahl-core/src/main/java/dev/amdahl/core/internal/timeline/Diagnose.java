package dev.amdahl.core.internal.timeline;

import dev.amdahl.core.internal.timeline.analysis.TraceAnalysis;
import dev.amdahl.core.internal.timeline.detect.Detection;
import dev.amdahl.core.internal.timeline.detect.Detectors;
import dev.amdahl.core.internal.timeline.detect.Signal;
import dev.amdahl.core.internal.timeline.detect.TimelineSignals;
import dev.amdahl.core.internal.timeline.joined.Associations;
import dev.amdahl.core.internal.timeline.joined.RunTimeline;
import dev.amdahl.spi.Plurals;
import dev.amdahl.spi.hypothesis.Account;
import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.hypothesis.Diagnosis;
import dev.amdahl.spi.job.Activity;
import dev.amdahl.spi.job.Timeline;
import dev.amdahl.spi.profiler.Profile;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * Makes a diagnosis of one evidence run out of its profiles: timelines that show accelerators give the accounts, with the phases
 * and threads that others saw; else process counters give coarse ones; else all is unattributed. Counters whose names are metrics of
 * the idea vocabulary are passed on, those that re-label productive time do so, and detectors that fire are findings. Immutable.
 */
public final class Diagnose {
    private static final int MAX_ASSOCIATIONS = 3;

    private final Thresholds thresholds;

    /** With bounds of its own. */
    public Diagnose(Thresholds thresholds) {
        this.thresholds = thresholds;
    }

    /** With the default bounds. */
    public static Diagnosis diagnose(String family, JobRunFacts facts, List<Profile> profiles) {
        return new Diagnose(Thresholds.DEFAULT).of(family, facts, profiles);
    }

    /** Returns the diagnosis of one timeline alone: its own span is the wall. */
    public static Diagnosis diagnose(String family, Timeline timeline, List<Profile> profiles) {
        return diagnose(family, timeline, profiles, () -> TraceAnalysis.of(timeline, 0));
    }

    /** Overload of {@code diagnose}: with an analysis of the timeline that is made or waited for elsewhere; it is asked for last. */
    public static Diagnosis diagnose(
            String family, Timeline timeline, List<Profile> profiles, Supplier<TraceAnalysis> analysis) {
        Attribution attribution = Attribution.of(timeline);
        Run run = new Run(family, family, profiles);
        run.traced(timeline, attribution, analysis);
        run.metrics.put("ranks", (double) attribution.accelerators());
        return run.diagnosis(Optional.of(attribution));
    }

    /** Returns the diagnosis of a run; never fails for lack of a profile. */
    public Diagnosis of(String family, JobRunFacts facts, List<Profile> profiles) {
        Run run = new Run(family, facts.id(), profiles);
        Joined joined = joined(profiles, facts.accelerators());
        run.findings.addAll(joined.run().findings());
        Associations.of(joined.run(), MAX_ASSOCIATIONS)
                .forEach(association -> run.findings.add(association.sentence()));
        Optional<Timeline> timeline = joined.run().timeline();
        Optional<Attribution> attribution = Optional.empty();
        Timeline traced = timeline.orElse(JobTimeline.NOTHING);
        boolean isTraced = timeline.isPresent() && (showsDevices(timeline.get()) || run.counters.isEmpty());
        if (isTraced) {
            Optional<SampledSteps> sampled = SampledSteps.of(traced, facts);
            attribution = Optional.of(
                    sampled.isPresent()
                            ? Attribution.of(traced)
                            : Attribution.of(traced, joined.base(), facts, thresholds));
            run.traced(traced, attribution.get(), () -> TraceAnalysis.of(traced, 0));
            Attribution shown = attribution.get();
            sampled.ifPresent(steps -> run.sampled(steps, shown));
        } else {
            ProcessAccounts coarse = ProcessAccounts.of(run.counters, facts, traced, thresholds);
            run.accounts = Contention.split(coarse.accounts(), run.counters);
            run.gapSeconds = coarse.gapSeconds();
            run.findings.add(
                    run.counters.isEmpty()
                            ? "no GPU trace and no process counters: the cause of every second is unknown"
                            : "no GPU trace, so the breakdown is rough: it comes from "
                                    + Plurals.of(run.counters.size(), "process counter"));
        }
        RunMetrics.addCounters(run.metrics, run.counters, facts);
        RunMetrics.addFacts(run.metrics, facts, run.accounts);
        return run.diagnosis(attribution);
    }

    /** Returns the timeline that a diagnosis of these profiles rests on; empty where none shows accelerators. */
    public static Optional<Timeline> timeline(List<Profile> profiles, int accelerators) {
        return joined(profiles, accelerators).run().timeline().filter(Diagnose::showsDevices);
    }

    /**
     * All timelines as one.
     *
     * @param base those that show the accelerators: nothing is known of an accelerator outside of its span
     */
    private record Joined(RunTimeline run, Timeline base) {}

    /** Several timelines with accelerators are ranks if together they show no more than were allocated. */
    private static Joined joined(List<Profile> profiles, int allocated) {
        List<Profile> ranks = profiles.stream()
                .filter(profile -> profile.timeline()
                        .filter(timeline -> timeline.isEpochBased() && showsDevices(timeline))
                        .isPresent())
                .toList();
        List<Timeline> timelines =
                ranks.stream().map(rank -> rank.timeline().orElseThrow()).toList();
        int shown = timelines.stream().mapToInt(Timeline::accelerators).sum();
        if (ranks.size() > 1 && shown <= allocated) {
            JobTimeline base = JobTimeline.ofRanks(timelines);
            List<Profile> others = profiles.stream()
                    .filter(profile -> ranks.stream().noneMatch(rank -> rank.equals(profile)))
                    .toList();
            RunTimeline over = RunTimeline.over(base, "the ranks", Optional.empty(), others);
            List<String> findings = new ArrayList<>(base.findings());
            findings.addAll(over.findings());
            return new Joined(new RunTimeline(over.timeline(), over.joined(), findings), base);
        }
        Timeline base = profiles.stream()
                .flatMap(profile -> profile.timeline().stream())
                .max(Comparator.comparing(Diagnose::showsDevices).thenComparingLong(Diagnose::intervals))
                .orElse(JobTimeline.NOTHING);
        return new Joined(RunTimeline.of(profiles), base);
    }

    private static long intervals(Timeline timeline) {
        return timeline.lanes().stream().mapToLong(lane -> lane.size()).sum();
    }

    private static boolean showsDevices(Timeline timeline) {
        return timeline.lanes().stream().anyMatch(lane -> lane.side() == Activity.Side.DEVICE && lane.size() > 0);
    }

    /** A diagnosis in the making. Not thread-safe. */
    private static final class Run {
        private final String family;
        private final String evidence;
        private final List<String> findings = new ArrayList<>();
        private final Map<String, Double> counters = new TreeMap<>();
        private final Map<String, Double> metrics;
        private List<Account> accounts = List.of();
        private double gapSeconds;

        Run(String family, String evidence, List<Profile> profiles) {
            this.family = family;
            this.evidence = evidence;
            for (Profile profile : profiles) {
                findings.addAll(profile.findings());
                profile.counters().forEach(counters::putIfAbsent);
            }
            OperatorShares.of(profiles).forEach(counters::putIfAbsent);
            metrics = new TreeMap<>(counters);
            Double theoretical = counters.get("theoretical_occupancy_pct");
            Double achieved = counters.get("occupancy_pct");
            if (theoretical != null && achieved != null) {
                metrics.put(Signal.OCCUPANCY_GAP_PCT.key(), theoretical - achieved);
            }
        }

        void traced(Timeline timeline, Attribution attribution, Supplier<TraceAnalysis> analysis) {
            accounts = Contention.split(attribution.accounts(), counters);
            gapSeconds = attribution.gapSeconds();
            findings.addAll(attribution.findings());
            Map<String, Double> signals = TimelineSignals.of(timeline, attribution.unseen());
            metrics.putAll(RunMetrics.of(timeline, attribution));
            signals.forEach(metrics::putIfAbsent);
            double recorded = attribution.recordedNanos();
            AnalysisSignals.of(analysis.get(), attribution.unseen(), recorded).forEach(metrics::putIfAbsent);
        }

        /** What was shown of a few steps stands for all of them. */
        void sampled(SampledSteps steps, Attribution shown) {
            accounts = Contention.split(steps.accounts(shown, counters), counters);
            gapSeconds = SampledSteps.gapSeconds(accounts);
            RunMetrics.addShares(metrics, accounts);
            findings.add(steps.finding(shown));
        }

        Diagnosis diagnosis(Optional<Attribution> attribution) {
            addOverAllocation();
            findings.addAll(Relabel.impossible(metrics));
            accounts = Relabel.apply(accounts, metrics);
            Diagnosis plain = diagnosis();
            metrics.put("amdahl_ceiling", topCeiling(plain));
            attribution
                    .map(one -> DeeperProfile.wanted(plain, one))
                    .orElseGet(() -> DeeperProfile.wanted(plain))
                    .ifPresent(findings::add);
            Detectors.of(diagnosis()).stream().map(Detection::statement).forEach(findings::add);
            return diagnosis();
        }

        private Diagnosis diagnosis() {
            return new Diagnosis(family, accounts, gapSeconds, metrics, List.of(evidence), findings);
        }

        private void addOverAllocation() {
            Double busy = metrics.get("gpu_busy_frac");
            if (busy != null && busy < .05) {
                findings.add(Bottleneck.OVER_ALLOCATION + ": accelerators busy " + Math.round(1000 * busy) / 10.0
                        + " % of the run");
            }
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
