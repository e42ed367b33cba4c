package dev.amdahl.core.internal.loop.screen;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.common.hash.Hashing;
import dev.amdahl.core.internal.crash.FailPoint;
import dev.amdahl.core.internal.crash.FailPoints;
import dev.amdahl.core.internal.loop.BaselineRegime;
import dev.amdahl.core.internal.loop.Cancel;
import dev.amdahl.core.internal.loop.Cycle;
import dev.amdahl.core.internal.loop.Measurements;
import dev.amdahl.core.internal.loop.VerdictText;
import dev.amdahl.core.ledger.entry.Entry;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.Family;
import dev.amdahl.spi.experiment.WorkerRunId;
import dev.amdahl.spi.hypothesis.ConfigChange;
import dev.amdahl.spi.hypothesis.Fingerprint;
import dev.amdahl.spi.hypothesis.Hypothesis;
import dev.amdahl.spi.hypothesis.HypothesisState;
import dev.amdahl.spi.hypothesis.JobSpec;
import dev.amdahl.spi.hypothesis.SourceTree;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What verdicts on a job rest on beside the change: its accelerator, the epoch of its code, how it behaves. When one of these changes,
 * nothing that was measured before is carried over: what is open ends, and a promotion shown on another accelerator expires. Within an epoch
 * a changed command, environment or code ends what is being tested, so that no experiment mixes two programs, and what waits as a change
 * from a value that is not declared any more.
 */
public final class ContextChange {
    private static final String OTHER_JOB =
            VerdictText.OTHER_PROGRAM + "what the job declares was changed while it was being tested";
    private static final HypothesisState[] WAITING = {
        HypothesisState.PROPOSED, HypothesisState.NEEDS_EVIDENCE, HypothesisState.NEEDS_LEVER
    };
    private static final HypothesisState[] UNDER_TEST = {
        HypothesisState.BUILDING, HypothesisState.TESTING, HypothesisState.CONFIRMING, HypothesisState.NEEDS_RERUN
    };
    private static final HypothesisState[] OPEN = {
        HypothesisState.PROPOSED,
        HypothesisState.NEEDS_EVIDENCE,
        HypothesisState.NEEDS_LEVER,
        HypothesisState.NEEDS_SANDBOX,
        HypothesisState.BUILDING,
        HypothesisState.TESTING,
        HypothesisState.CONFIRMING,
        HypothesisState.NEEDS_RERUN,
        HypothesisState.SURVIVED,
        HypothesisState.IN_REVIEW
    };

    private final Cycle cycle;

    /** Looks at jobs in one cycle. */
    public ContextChange(Cycle cycle) {
        this.cycle = cycle;
    }

    /** Returns the epoch of a job's code as its fingerprints have it: the declared one and, after a change of behaviour, the regime. */
    public String code(JobSpec job) {
        return cycle.view()
                .family(job.family())
                .filter(family -> isCurrent(family, job))
                .map(Family::code)
                .orElse(Measurements.epoch(job));
    }

    /** Records what a job declares where the ledger does not know it yet, with all that ends by it, in one transaction. */
    public void take(JobSpec job) {
        Optional<Family> known = cycle.view().family(job.family());
        String version = version(job);
        if (known.isPresent()
                && isCurrent(known.get(), job)
                && known.get().context().version().equals(version)) {
            return;
        }
        List<Entry> entries = new ArrayList<>();
        List<WorkerRunId> running = new ArrayList<>();
        entries.add(new Entry.FamilySeen(
                job.family(), job.accelerators().type(), Measurements.epoch(job), Optional.of(version)));
        boolean isCurrent = known.isPresent() && isCurrent(known.get(), job);
        boolean isVersionKnown = isCurrent && !known.get().context().version().isEmpty();
        if (isVersionKnown) {
            entries.addAll(endings(job.family(), OTHER_JOB, UNDER_TEST, running));
            for (Dossier dossier : cycle.inState(WAITING)) {
                if (dossier.hypothesis().family().equals(job.family())) {
                    otherSetting(job, dossier.hypothesis())
                            .ifPresent(why -> entries.add(new Entry.Decided(
                                    cycle.verdict(dossier, HypothesisState.EXPIRED, "not measured", why))));
                }
            }
        }
        if (known.isPresent() && !isCurrent) {
            String why = why(known.get(), job);
            boolean isOtherDevice =
                    !known.get().acceleratorType().equals(job.accelerators().type());
            if (isOtherDevice) {
                entries.addAll(expiredPromotions(known.get(), why));
            }
            entries.addAll(endings(job.family(), why, OPEN, running));
        }
        FailPoints.hit(FailPoint.FLEET_READ);
        cycle.commit(entries);
        FailPoints.hit(FailPoint.SCAN_COMMITTED);
        running.forEach(run ->
                cycle.isolated(job.family(), () -> cycle.setup().scheduler().cancel(run)));
    }

    /** Returns why a change does not start from what its job declares now; empty if it does, or is no change of declared levers. */
    public static Optional<String> otherSetting(JobSpec job, Hypothesis hypothesis) {
        if (!(hypothesis.change() instanceof ConfigChange config)) {
            return Optional.empty();
        }
        return config.settings().stream()
                .filter(setting -> job.levers().stream()
                        .anyMatch(lever -> lever.name().equals(setting.lever())
                                && lever.target().equals(setting.target())
                                && !lever.current().equals(setting.from())))
                .findFirst()
                .map(setting -> VerdictText.OTHER_PROGRAM + "the job does not declare " + setting.lever() + " as "
                        + setting.from() + " any more");
    }

    private static boolean isCurrent(Family family, JobSpec job) {
        return family.acceleratorType().equals(job.accelerators().type())
                && family.epoch().equals(Measurements.epoch(job));
    }

    private static String why(Family family, JobSpec job) {
        String type = job.accelerators().type();
        return family.acceleratorType().equals(type)
                ? "the epoch of the code was raised from " + family.epoch() + " to " + Measurements.epoch(job)
                : "the accelerator changed from " + family.acceleratorType() + " to " + type;
    }

    /**
     * Returns whether the unchanged job was found to behave otherwise by itself, which is recorded; an open experiment, whose pairs share that, is
     * let end first.
     */
    public boolean isOtherRegime(JobSpec job, Measurements measured) {
        Optional<Family> family = measured.family();
        if (family.isEmpty() || measured.regime().equals(Instant.MIN)) {
            return false;
        }
        Instant since = family.get().context().baselineSince().orElse(Instant.MIN);
        if (!measured.regime().isAfter(since) || isAnythingUnderWay(job.family())) {
            return false;
        }
        Optional<String> reason = BaselineRegime.shift(job, measured.runsOfEpoch(cycle, job), since);
        reason.ifPresent(why -> {
            List<Entry> entries = new ArrayList<>();
            entries.add(new Entry.RegimeChanged(job.family(), why));
            entries.addAll(endings(job.family(), why, OPEN, new ArrayList<>()));
            cycle.commit(entries);
            cycle.note(job.family() + ": " + why);
        });
        return reason.isPresent();
    }

    /** Returns whether anything of a family is being tested, examined or reviewed. */
    private boolean isAnythingUnderWay(String family) {
        return cycle
                .inState(
                        HypothesisState.BUILDING,
                        HypothesisState.TESTING,
                        HypothesisState.CONFIRMING,
                        HypothesisState.NEEDS_RERUN,
                        HypothesisState.SURVIVED,
                        HypothesisState.IN_REVIEW)
                .stream()
                .anyMatch(dossier -> dossier.hypothesis().family().equals(family));
    }

    private List<Entry> endings(String family, String why, HypothesisState[] states, List<WorkerRunId> running) {
        List<Entry> entries = new ArrayList<>();
        for (Dossier dossier : cycle.inState(states)) {
            if (dossier.hypothesis().family().equals(family)) {
                boolean isShown = dossier.state() == HypothesisState.IN_REVIEW;
                String measured = VerdictText.measured(dossier);
                entries.add(new Entry.Decided(cycle.verdict(
                        dossier, isShown ? HypothesisState.STALE : HypothesisState.EXPIRED, measured, why)));
                entries.addAll(new Cancel(cycle).ended(dossier.id(), why, running));
            }
        }
        return entries;
    }

    private List<Entry> expiredPromotions(Family family, String why) {
        List<Entry> entries = new ArrayList<>();
        for (Fingerprint fingerprint : family.incumbent()) {
            for (Dossier dossier : cycle.view().byFingerprint(fingerprint)) {
                if (dossier.state() == HypothesisState.PROMOTED) {
                    String measured = VerdictText.measured(dossier);
                    entries.add(new Entry.Decided(cycle.verdict(
                            dossier, HypothesisState.DECAYED, measured, why + ", for which it was never shown")));
                }
            }
        }
        return entries;
    }

    /** Returns a digest of what a job declares of its command, environment, code and allocation; where it lies does not count. */
    static String version(JobSpec job) {
        List<Object> declared = new ArrayList<>(List.of(
                job.command(),
                new TreeMap<>(job.environment()),
                job.accelerators().count()));
        Optional<SourceTree> source = job.source();
        source.ifPresent(tree -> declared.add(List.of(tree.revision(), tree.build())));
        return Hashing.sha256()
                .hashString(declared.toString(), UTF_8)
                .toString()
                .substring(0, 16);
    }
}
