package dev.amdahl.core.internal.fleet;

import com.google.common.primitives.Doubles;
import dev.amdahl.spi.job.FleetJob;
import dev.amdahl.spi.job.Utilization;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * A run that has started, as one source tells it.
 *
 * @param part which source
 * @param asOf until when it counts if it has not ended
 */
record ToldRun(FleetJob job, int part, Instant asOf) {
    /** How far start and end may differ between who gives accelerators and who samples them. */
    static final Duration SLACK = Duration.ofMinutes(5);

    private static final String ENERGY = "energy_joules";

    /** The label of the cluster on which a run was. */
    static final String CLUSTER = "cluster";

    Instant start() {
        return job.started().orElse(job.since());
    }

    Instant end() {
        Instant end = job.ended().orElse(asOf);
        return end.isBefore(start()) ? start() : end;
    }

    double seconds() {
        return Duration.between(start(), end()).toNanos() / 1e9;
    }

    /** Seconds for which both ran, with so much slack at each end. */
    double overlap(ToldRun other, Duration slack) {
        Instant from = start().minus(slack);
        Instant to = end().plus(slack);
        Instant first = from.isAfter(other.start()) ? from : other.start();
        Instant last = to.isBefore(other.end()) ? to : other.end();
        return Math.max(0, Duration.between(first, last).toNanos() / 1e9);
    }

    /** Returns whether they are not further apart than start and end may differ. */
    boolean isNear(ToldRun other) {
        return !start().minus(SLACK).isAfter(other.end()) && !end().plus(SLACK).isBefore(other.start());
    }

    /** Returns where it ran; empty text if nobody says. */
    String cluster() {
        return job.labels().getOrDefault(CLUSTER, "");
    }

    /** Returns whether nothing says that they were on different clusters, where one name is two runs. */
    boolean mayShareCluster(ToldRun other) {
        return cluster().isEmpty() || other.cluster().isEmpty() || cluster().equals(other.cluster());
    }

    /** Returns whether both were seen on the same machine, as far as they tell. */
    boolean sharesHost(ToldRun other) {
        Set<String> mine = hosts();
        Set<String> others = other.hosts();
        return mine.isEmpty() || others.isEmpty() || mine.stream().anyMatch(others::contains);
    }

    private Set<String> hosts() {
        Set<String> hosts = new LinkedHashSet<>(
                List.of(job.labels().getOrDefault("hosts", "").split(",", -1)));
        hosts.remove("");
        return hosts;
    }

    /** A source of activity and the share of it that is a run's. */
    record Activity(ToldRun run, double share) {}

    /** This run with what was seen of its accelerators; what nobody saw stays unknown. */
    FleetJob with(List<Activity> activities) {
        double useful = 0;
        double idle = 0;
        double wasted = 0;
        double joules = 0;
        Map<String, String> labels = new TreeMap<>();
        for (Activity activity : activities) {
            FleetJob seen = activity.run().job();
            Utilization did = seen.utilisation().orElse(new Utilization(0, 0, 0, 0, 1));
            double hours = seen.heldAccelerators() * activity.run().seconds() * activity.share();
            wasted += did.wasted() * hours;
            idle += Math.min(did.idle(), did.wasted()) * hours;
            useful += Math.max(0, 1 - did.unknown() - did.wasted()) * hours;
            Double used = Doubles.tryParse(seen.labels().getOrDefault(ENERGY, ""));
            joules += used == null ? 0 : used * activity.share();
            labels.putAll(seen.labels());
        }
        if (joules > 0) {
            labels.put(ENERGY, String.format(Locale.ROOT, "%.0f", joules));
        }
        labels.remove(FleetJob.SHARE);
        labels.putAll(job.labels());
        double all = Math.max(job.heldAccelerators() * seconds(), useful + wasted);
        Optional<Utilization> seen =
                useful + wasted > 0 ? Optional.of(shares(useful / all, idle / all, wasted / all)) : job.utilisation();
        return copy(job, job.family(), job.ended(), seen, labels);
    }

    /** Returns a run with the parts that others than its own source may know better. */
    static FleetJob copy(
            FleetJob job,
            String family,
            Optional<Instant> ended,
            Optional<Utilization> utilisation,
            Map<String, String> labels) {
        return new FleetJob(
                job.id(),
                family,
                job.owner(),
                job.accelerators(),
                job.submitted(),
                job.started(),
                ended,
                utilisation,
                labels);
    }

    /** Returns what was wasted and not idle ran without use, which is low activity of which nothing is useful. */
    private static Utilization shares(double useful, double idle, double wasted) {
        double low = Math.max(0, wasted - idle);
        return new Utilization(idle, low, useful, 0, Math.min(1, Math.max(0, 1 - useful - idle - low)));
    }
}
