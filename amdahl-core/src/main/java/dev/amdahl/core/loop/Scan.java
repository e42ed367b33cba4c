package dev.amdahl.core.loop;

import dev.amdahl.core.ledger.Dossier;
import dev.amdahl.core.ledger.Entry;
import dev.amdahl.core.ledger.Family;
import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.hypothesis.Diagnosis;
import dev.amdahl.spi.hypothesis.JobSpec;
import dev.amdahl.spi.hypothesis.Lever;
import dev.amdahl.spi.job.FleetJob;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** Ranks the declared jobs by the accelerator time they waste, most first; ties keep the order of declaration. Stateless. */
public final class Scan {
    private static final Duration WINDOW = Duration.ofDays(28);
    private static final double WEEKS = 4;
    private static final double SECONDS_PER_HOUR = 3600;

    /** Takes up new families, and gives those that may get a new experiment; unmeasured ones come first, to be measured. */
    public List<JobSpec> run(Cycle cycle) {
        for (JobSpec job : cycle.setup().jobs()) {
            take(cycle, job);
        }
        Map<String, Double> seen = wastedInFleet(cycle);
        return cycle.setup().jobs().stream()
                .filter(job -> !isBusy(cycle, job))
                .sorted(Comparator.comparingDouble((JobSpec job) -> -wastedHoursPerWeek(cycle, job, seen)))
                .toList();
    }

    private static void take(Cycle cycle, JobSpec job) {
        String type = job.accelerators().type();
        String epoch = Measurements.epoch(job);
        boolean known = cycle.view()
                .family(job.family())
                .filter(family ->
                        family.acceleratorType().equals(type) && family.epoch().equals(epoch))
                .isPresent();
        if (!known) {
            cycle.commit(new Entry.FamilySeen(job.family(), type, epoch));
        }
    }

    /** A family is skipped when it has as many open experiments as policy allows, or one on every lever. */
    private static boolean isBusy(Cycle cycle, JobSpec job) {
        List<Dossier> open = cycle.view().dossiers().stream()
                .filter(dossier -> dossier.hypothesis().family().equals(job.family())
                        && dossier.state().isInExperiment())
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

    /** Accelerator-hours a week in which nothing useful ran: as measured in the fleet, else from the diagnosis and the declared rate. */
    private static double wastedHoursPerWeek(Cycle cycle, JobSpec job, Map<String, Double> seen) {
        Double fleet = seen.get(job.family());
        if (fleet != null) {
            return fleet;
        }
        return cycle.view()
                .family(job.family())
                .flatMap(Family::diagnosis)
                .map(diagnosis -> wastedSeconds(diagnosis)
                        / SECONDS_PER_HOUR
                        * job.runsPerWeek().orElse(1))
                .orElse(Double.MAX_VALUE);
    }

    private static double wastedSeconds(Diagnosis diagnosis) {
        double useful =
                diagnosis.acceleratorShare(Set.of(Bottleneck.PRODUCTIVE)).orElse(0);
        return diagnosis.acceleratorSeconds() * (1 - useful);
    }

    private static Map<String, Double> wastedInFleet(Cycle cycle) {
        if (cycle.setup().fleet().isEmpty()) {
            return Map.of();
        }
        Instant now = cycle.setup().clock().instant();
        Map<String, Double> wasted = new HashMap<>();
        try (Stream<FleetJob> jobs = cycle.setup().fleet().get().jobs(now.minus(WINDOW), now)) {
            jobs.forEach(job -> add(wasted, job));
        }
        return wasted;
    }

    private static void add(Map<String, Double> wasted, FleetJob job) {
        if (job.held().isPresent() && job.utilisation().isPresent()) {
            double hours = job.held().get().toMillis()
                    / 1000.0
                    / SECONDS_PER_HOUR
                    * job.accelerators().count()
                    * job.utilisation().get().wasted();
            wasted.merge(job.family(), hours / WEEKS, Double::sum);
        }
    }
}
