package dev.amdahl.core.internal.loop.propose;

import dev.amdahl.core.internal.advice.WinRate;
import dev.amdahl.core.internal.loop.Cycle;
import dev.amdahl.core.internal.loop.Measurements;
import dev.amdahl.core.internal.loop.screen.ContextChange;
import dev.amdahl.core.internal.loop.screen.Screens;
import dev.amdahl.core.internal.roi.FamilyWaste;
import dev.amdahl.core.internal.roi.ScanPriority;
import dev.amdahl.core.internal.roi.WasteRanking;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.Family;
import dev.amdahl.core.ledger.view.Run;
import dev.amdahl.core.stats.design.Power;
import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.hypothesis.Diagnosis;
import dev.amdahl.spi.hypothesis.JobSpec;
import dev.amdahl.spi.hypothesis.Lever;
import dev.amdahl.spi.hypothesis.Price;
import dev.amdahl.spi.job.FleetSums;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ranks the declared jobs by wasted accelerator-hours times the chance to win some of them back, per accelerator-hour of finding out
 * ({@link ScanPriority}); ties by what the fleet says they waste, then in the order of declaration.
 */
public final class Scan {
    private static final double WEEKS = 4;
    private static final double SECONDS_PER_HOUR = 3600;
    private static final double TYPICAL_EFFECT = .1;
    private static final double ONE_SIDED_ERROR = .05;
    private static final double POWER = .8;

    private static final Logger LOG = LoggerFactory.getLogger(Scan.class);

    private final Cycle cycle;

    /** Ranks in one cycle. */
    public Scan(Cycle cycle) {
        this.cycle = cycle;
    }

    /** Takes up new families, and gives those that may get a new experiment; unmeasured ones come first, to be measured. */
    public List<JobSpec> run() {
        for (JobSpec job : cycle.setup().jobs()) {
            cycle.isolated(job.family(), () -> new ContextChange(cycle).take(job));
        }
        Map<String, FamilyWaste> seen = new HashMap<>();
        cycle.isolated("fleet", () -> seen.putAll(wastedInFleet()));
        LiveAnomalies anomalies = anomalies();
        return cycle.setup().jobs().stream()
                .filter(job -> cycle.policy().scope().weight(job.family()) > 0
                        && !isBusy(job)
                        && !anomalies.isSick(job.family()))
                .sorted(Comparator.comparingDouble(
                                (JobSpec job) -> -cycle.policy().scope().weight(job.family())
                                        * anomalies.weight(job.family())
                                        * priority(job, seen))
                        .thenComparingDouble(job -> -hours(seen, job)))
                .toList();
    }

    /** Without an answer nobody watches. */
    private LiveAnomalies anomalies() {
        List<LiveAnomalies> answer = new ArrayList<>();
        cycle.isolated(
                "anomalies", () -> answer.add(LiveAnomalies.of(cycle.setup().anomalies(), cycle.now())));
        return answer.isEmpty() ? LiveAnomalies.of(Optional.empty(), cycle.now()) : answer.get(0);
    }

    /**
     * A family is skipped when as many experiments of it run as policy allows, or one on every lever. What is still being built waits itself
     * for what is measured here.
     */
    private boolean isBusy(JobSpec job) {
        List<Dossier> open = cycle.view().live().stream()
                .filter(dossier -> dossier.hypothesis().family().equals(job.family())
                        && dossier.state().isUnderTest())
                .toList();
        boolean everyLever = !job.levers().isEmpty()
                && job.contributions().isEmpty()
                && job.levers().stream()
                        .map(Lever::name)
                        .allMatch(lever -> open.stream()
                                .anyMatch(dossier ->
                                        dossier.hypothesis().change().surface().contains("lever:" + lever)));
        return everyLever || open.size() >= cycle.policy().maxOpenPerFamily();
    }

    private double priority(JobSpec job, Map<String, FamilyWaste> seen) {
        Optional<Diagnosis> diagnosis = cycle.view().family(job.family()).flatMap(Family::diagnosis);
        if (diagnosis.isEmpty()) {
            return Double.MAX_VALUE;
        }
        double hours = diagnosis.get().acceleratorSeconds() / SECONDS_PER_HOUR;
        FamilyWaste fleet = seen.get(job.family());
        double wasted = fleet != null
                ? fleet.shrunkWastedHours() / WEEKS
                : hours * wastedShare(diagnosis.get()) * job.runsPerWeek().orElse(1);
        double sigma = Measurements.of(cycle, job).sigma();
        double verification = 2 * hours * Power.pairs(TYPICAL_EFFECT, sigma, ONE_SIDED_ERROR, POWER);
        Optional<Bottleneck> top = diagnosis.get().topLoss();
        double chance = top.map(loss -> new Screens(cycle).winRate(loss).mean()).orElse(WinRate.UNKNOWN.mean());
        AddressableShare share = top.map(loss -> AddressableShare.of(
                        cycle.view(), loss, job.accelerators().type()))
                .orElseGet(() -> AddressableShare.of(List.of(), ""));
        LOG.debug("{}: {}", job.family(), share.told());
        return new ScanPriority(wasted, share.mean(), chance, Math.max(verification, Double.MIN_NORMAL), idleDays(job))
                .value();
    }

    private static double hours(Map<String, FamilyWaste> seen, JobSpec job) {
        FamilyWaste fleet = seen.get(job.family());
        return fleet == null ? 0 : fleet.shrunkWastedHours();
    }

    private static double wastedShare(Diagnosis diagnosis) {
        return 1 - diagnosis.acceleratorShare(Set.of(Bottleneck.PRODUCTIVE)).orElse(0);
    }

    /** Days since anything was last submitted for the family. */
    private double idleDays(JobSpec job) {
        Instant now = cycle.now();
        return cycle.view().recentRuns(job.family()).stream()
                .map(Run::intendedAt)
                .max(Comparator.naturalOrder())
                .map(last -> Duration.between(last, now).toHours() / 24.0)
                .orElse(0.0);
    }

    private Map<String, FamilyWaste> wastedInFleet() {
        if (cycle.setup().fleet().isEmpty()) {
            return Map.of();
        }
        FleetSums fleet = new FleetDays(cycle.setup().directory(), cycle::note)
                .read(cycle.setup().fleet().get(), cycle.now());
        return WasteRanking.of(fleet, this::price).stream()
                .collect(Collectors.toMap(FamilyWaste::family, Function.identity()));
    }

    private @Nullable Price price(String family) {
        return cycle.setup().job(family).flatMap(JobSpec::price).orElse(null);
    }
}
