package dev.amdahl.core.internal.report.accounts;

import com.google.common.primitives.Doubles;
import dev.amdahl.core.internal.roi.Range;
import dev.amdahl.core.internal.roi.RealizedSaving;
import dev.amdahl.core.internal.roi.StepEstimate;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.spi.experiment.Review;
import dev.amdahl.spi.hypothesis.HypothesisState;
import dev.amdahl.spi.job.FleetJob;
import dev.amdahl.spi.job.FleetSource;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * What a fleet ran around promotions: runs of a family that ended before its first promotion, those that started after its last, and over
 * the same stretches the runs of families that never had one; and what runs of the ledger's families used of energy, where the fleet says it.
 * Immutable.
 */
public final class FleetRuns {
    private static final Duration BEFORE = Duration.ofDays(28);
    private static final double WEEK = Duration.ofDays(7).toMillis();
    private static final double SECONDS = 3600;
    private static final double HOUR = Duration.ofHours(1).toMillis();
    private static final int MAX_CONTROLS = 256;

    private static final String ENERGY = "energy_joules";

    private final Map<String, Around> promoted = new TreeMap<>();
    private final Map<String, Energy> energies = new TreeMap<>();

    private FleetRuns() {}

    /**
     * Reads the runs once. May block.
     *
     * @param now later runs are not looked for
     * @throws dev.amdahl.spi.AmdahlException as {@link FleetSource#jobs}
     */
    public static FleetRuns read(LedgerView view, FleetSource source, Instant now) {
        FleetRuns runs = new FleetRuns();
        for (Dossier dossier : view.dossiers()) {
            runs.energies.put(dossier.hypothesis().family(), Energy.NONE);
            if (dossier.state() == HypothesisState.PROMOTED || dossier.state() == HypothesisState.DECAYED) {
                runs.promoted.merge(dossier.hypothesis().family(), Around.of(dossier), Around::both);
            }
        }
        Instant from = runs.promoted.values().stream()
                .map(around -> around.first)
                .min(Comparator.naturalOrder())
                .orElse(now);
        try (Stream<FleetJob> jobs = source.jobs(from.minus(BEFORE), now)) {
            jobs.forEach(runs::add);
        }
        return runs;
    }

    private void add(FleetJob run) {
        double hours = run.held().map(Duration::toMillis).orElse(0L) / HOUR * run.heldAccelerators();
        if (hours > 0) {
            energies.computeIfPresent(run.family(), (family, energy) -> energy.plus(run, hours));
            boolean isControl = !promoted.containsKey(run.family());
            promoted.forEach((family, around) -> {
                if (isControl || family.equals(run.family())) {
                    around.add(run, hours, !isControl);
                }
            });
        }
    }

    /** Returns what the runs of a family used together; empty if none says it. */
    Optional<Energy> energy(String family) {
        return Optional.ofNullable(energies.get(family)).filter(energy -> energy.runs() > 0);
    }

    /**
     * What runs used.
     *
     * @param joules of all
     * @param seconds of accelerators that they held
     * @param runs how many say it
     */
    record Energy(double joules, double seconds, int runs) {
        private static final Energy NONE = new Energy(0, 0, 0);

        private Energy plus(FleetJob run, double hours) {
            String told = run.labels().getOrDefault(ENERGY, "");
            Double more = Doubles.tryParse(told);
            return more == null || !(more > 0 && Double.isFinite(more))
                    ? this
                    : new Energy(joules + more, seconds + hours * SECONDS, runs + 1);
        }

        double watts() {
            return joules / seconds;
        }
    }

    /** Returns what later runs of a family saved; empty while they are too few, or nothing of it was promoted. */
    Optional<RealizedSaving> of(String family, Range projected, OptionalDouble runsPerWeek) {
        Around around = promoted.get(family);
        Stretches own = around == null ? null : around.families.get(family);
        if (around == null || own == null) {
            return Optional.empty();
        }
        List<StepEstimate> controls = around.families.entrySet().stream()
                .filter(other -> !other.getKey().equals(family))
                .flatMap(other -> other.getValue().step().stream())
                .toList();
        double weeks = Duration.between(around.last, around.newest).toMillis() / WEEK;
        return RealizedSaving.of(own.before.sample(), own.after.sample(), projected, weeks, runsPerWeek, controls);
    }

    /** The runs around the promotions of one family. */
    private static final class Around {
        private final Instant first;
        private final Instant last;
        private final Map<String, Stretches> families = new TreeMap<>();
        private Instant newest = Instant.MIN;

        private Around(Instant first, Instant last) {
            this.first = first;
            this.last = last;
        }

        /** Returns one that decayed was promoted when it was approved. */
        private static Around of(Dossier dossier) {
            Instant moved = dossier.movedAt();
            Instant first = dossier.state() == HypothesisState.PROMOTED
                    ? moved
                    : dossier.review().map(Review::at).orElse(moved);
            return new Around(first, moved);
        }

        private Around both(Around other) {
            return new Around(
                    first.isBefore(other.first) ? first : other.first, last.isAfter(other.last) ? last : other.last);
        }

        private void add(FleetJob run, double hours, boolean isOwn) {
            Instant started = run.started().orElseThrow();
            Instant ended = run.ended().orElseThrow();
            newest = ended.isAfter(newest) ? ended : newest;
            boolean isBefore = ended.isBefore(first) && !ended.isBefore(first.minus(BEFORE));
            boolean isAfter = !started.isBefore(last);
            if ((isBefore || isAfter)
                    && (families.containsKey(run.family()) || families.size() < MAX_CONTROLS || isOwn)) {
                Stretches stretches = families.computeIfAbsent(run.family(), name -> new Stretches());
                (isBefore ? stretches.before : stretches.after).add(hours);
            }
        }
    }

    /** The runs of one family in both stretches. */
    private static final class Stretches {
        private final Tally before = new Tally();
        private final Tally after = new Tally();

        private Optional<StepEstimate> step() {
            return StepEstimate.of(before.sample(), after.sample());
        }
    }

    private static final class Tally {
        private int runs;
        private double hours;
        private double mean;
        private double squares;

        private void add(double held) {
            double log = Math.log(held);
            double off = log - mean;
            runs++;
            hours += held;
            mean += off / runs;
            squares += off * (log - mean);
        }

        private RealizedSaving.Sample sample() {
            return new RealizedSaving.Sample(runs, mean, runs > 1 ? Math.sqrt(squares / (runs - 1)) : 0, hours);
        }
    }
}
