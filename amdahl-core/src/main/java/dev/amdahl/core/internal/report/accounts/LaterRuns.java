package dev.amdahl.core.internal.report.accounts;

import dev.amdahl.core.internal.loop.verify.OwnMetric;
import dev.amdahl.core.internal.roi.Range;
import dev.amdahl.core.internal.roi.RealizedSaving;
import dev.amdahl.core.ledger.entry.FleetWindow;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.Family;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.spi.experiment.Comparison;
import dev.amdahl.spi.hypothesis.Fingerprint;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What later runs in the fleet saved, beside what was projected: of a family's promoted changes together, and of one of them. Runs are
 * told apart by the changes that were promoted when they ran.
 */
public final class LaterRuns {
    private static final double SECONDS = 3600;
    private static final double WEEK = Duration.ofDays(7).toSeconds();

    private LaterRuns() {}

    /** Returns what is left of a run's time by one comparison: its ratio with its interval. */
    static Range remaining(Comparison comparison) {
        double ratio = comparison.ratio().orElse(1);
        return new Range(
                Math.min(ratio, comparison.lower().orElse(ratio)),
                ratio,
                Math.max(ratio, comparison.upper().orElse(1)));
    }

    /** Returns the saved share of what is left. */
    static Range share(Range left) {
        double low = Math.min(1 - left.high(), 1 - left.expected());
        return new Range(low, 1 - left.expected(), Math.max(1 - left.low(), 1 - left.expected()));
    }

    /** Returns the share of a run that a win saves by its experiment; empty without a comparison. */
    public static Optional<Range> projected(LedgerView view, Dossier win) {
        return win.comparison()
                .map(claimed -> OwnMetric.billed(view, win))
                .map(LaterRuns::remaining)
                .map(LaterRuns::share);
    }

    /** Returns all promoted changes of a family together; empty while the runs before or after are too few. */
    static Optional<RealizedSaving> of(Family family, Range projected, OptionalDouble runsPerWeek) {
        List<Fingerprint> incumbent = family.incumbent();
        return incumbent.isEmpty() ? Optional.empty() : between(family, List.of(), incumbent, projected, runsPerWeek);
    }

    /** Returns one promoted change: runs under it and what was promoted before, against those just before it; empty while they are too few. */
    public static Optional<RealizedSaving> of(LedgerView view, Dossier promoted) {
        Optional<Family> family = view.family(promoted.hypothesis().family());
        Optional<Range> projected = projected(view, promoted);
        int place = family.map(
                        known -> known.incumbent().indexOf(promoted.hypothesis().fingerprint()))
                .orElse(-1);
        if (place < 0 || projected.isEmpty()) {
            return Optional.empty();
        }
        List<Fingerprint> incumbent = family.get().incumbent();
        return between(
                family.get(),
                incumbent.subList(0, place),
                incumbent.subList(0, place + 1),
                projected.get(),
                OptionalDouble.empty());
    }

    private static Optional<RealizedSaving> between(
            Family family,
            List<Fingerprint> before,
            List<Fingerprint> after,
            Range projected,
            OptionalDouble runsPerWeek) {
        List<FleetWindow> later = under(family, after);
        double weeks = later.stream()
                .mapToDouble(
                        window -> Duration.between(window.from(), window.to()).toSeconds() / WEEK)
                .sum();
        return sample(under(family, before))
                .flatMap(first -> sample(later)
                        .flatMap(then -> RealizedSaving.of(first, then, projected, weeks, runsPerWeek, List.of())));
    }

    private static List<FleetWindow> under(Family family, List<Fingerprint> incumbent) {
        return family.fleetWindows().stream()
                .filter(window -> window.incumbent().equals(incumbent))
                .toList();
    }

    private static Optional<RealizedSaving.Sample> sample(List<FleetWindow> windows) {
        return RealizedSaving.Sample.pooled(windows.stream()
                .map(window -> new RealizedSaving.Sample(
                        window.runs(), window.meanLog(), window.deviationLog(), window.acceleratorSeconds() / SECONDS))
                .toList());
    }
}
