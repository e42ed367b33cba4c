package dev.amdahl.core.internal.loop.verify;

import dev.amdahl.core.internal.anomaly.Regime;
import dev.amdahl.core.internal.anomaly.RegimePolicy;
import dev.amdahl.core.internal.anomaly.Regimes;
import dev.amdahl.core.internal.loop.Cycle;
import dev.amdahl.core.internal.loop.Keys;
import dev.amdahl.core.internal.loop.Measurements;
import dev.amdahl.core.internal.loop.screen.LeaveOneOut;
import dev.amdahl.core.ledger.entry.Entry;
import dev.amdahl.core.ledger.entry.FleetWindow;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.Family;
import dev.amdahl.core.stats.Summary;
import dev.amdahl.spi.AmdahlException;
import dev.amdahl.spi.ErrorCategory;
import dev.amdahl.spi.hypothesis.Fingerprint;
import dev.amdahl.spi.hypothesis.JobSpec;
import dev.amdahl.spi.job.FleetJob;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Looks at the later runs of jobs with promoted changes, at most once a window: what was seen is recorded, and a lasting change for the
 * worse asks for a check at once. Runs in the fleet are not paired, so that they raise an alarm and never decide. Not thread-safe.
 */
final class FleetLook {
    private static final RegimePolicy ALARM = new RegimePolicy(.01, 199, .001, 0);
    private static final Duration BEFORE = Duration.ofDays(28);
    private static final int MIN = 8;
    private static final int MAX = 256;

    private final Cycle cycle;
    private final PromotionRecheck recheck;
    private final Instant now;

    FleetLook(Cycle cycle, PromotionRecheck recheck) {
        this.cycle = cycle;
        this.recheck = recheck;
        this.now = cycle.now();
    }

    /** One run that ended. */
    private record Ended(Instant at, double acceleratorSeconds) {}

    void run() {
        if (cycle.setup().fleet().isPresent()) {
            try {
                cycle.setup().jobs().forEach(this::look);
            } catch (AmdahlException unanswered) {
                if (unanswered.category() != ErrorCategory.TRANSIENT) {
                    throw unanswered;
                }
                cycle.note("later runs are not known: " + unanswered.getMessage());
            }
        }
    }

    private void look(JobSpec job) {
        Optional<Family> family = cycle.view().family(job.family());
        List<Dossier> watched = family.filter(seen -> !seen.incumbent().isEmpty())
                .map(seen -> recheck.watched(job))
                .orElse(List.of());
        if (watched.isEmpty()) {
            return;
        }
        List<FleetWindow> known = family.get().fleetWindows();
        Instant promoted = watched.get(0).movedAt();
        Instant from = known.isEmpty() ? promoted : known.get(known.size() - 1).to();
        if (from.plus(cycle.policy().memory().fleetWindow()).isAfter(now)) {
            return;
        }
        Instant start = promoted.minus(BEFORE);
        List<Ended> runs = ended(job, start.isBefore(from) ? start : from);
        List<Entry> entries = new ArrayList<>();
        if (known.isEmpty()) {
            entries.add(new Entry.FleetSeen(window(job.family(), runs, start, promoted, List.of())));
        }
        entries.add(new Entry.FleetSeen(
                window(job.family(), runs, from, now, family.get().incumbent())));
        cycle.commit(entries);
        for (Dossier change : watched) {
            alarm(job, change, runs);
        }
    }

    /** A check is asked for where runs since the last look at a change became slower by what it could have lost. */
    private void alarm(JobSpec job, Dossier change, List<Ended> runs) {
        Optional<Instant> last = recheck.lastLook(change);
        List<Ended> since = runs.stream()
                .filter(run -> last.filter(at -> !run.at().isBefore(at)).isPresent())
                .toList();
        List<Ended> newest = since.subList(Math.max(0, since.size() - MAX), since.size());
        if (newest.size() < 2 * MIN || cycle.policy().memory().recheck().isZero()) {
            return;
        }
        double[] logs = newest.stream()
                .mapToDouble(run -> Math.log(run.acceleratorSeconds()))
                .toArray();
        List<Regime> regimes =
                Regimes.of(logs, ALARM, Keys.seed("fleet", job.family())).all();
        Regime first = regimes.get(0);
        Regime present = regimes.get(regimes.size() - 1);
        double lost = present.mean() - first.mean();
        double shown = change.comparison()
                .filter(comparison -> comparison.ratio().isPresent())
                .map(comparison -> -Math.log(comparison.ratio().getAsDouble()))
                .orElse(0.0);
        boolean isLasting = regimes.size() > 1 && first.size() >= MIN && present.size() >= MIN;
        if (isLasting && lost >= (1 - cycle.policy().memory().keptShare()) * shown) {
            String why = String.format(
                    Locale.ROOT,
                    "the fleet's newest %d runs hold %.0f %% more accelerator time than %d before",
                    present.size(),
                    100 * Math.expm1(lost),
                    first.size());
            cycle.note(job.family() + ": " + why);
            cycle.commit(new LeaveOneOut(cycle).check(job, Measurements.of(cycle, job), change, why));
        }
    }

    private List<Ended> ended(JobSpec job, Instant from) {
        try (Stream<FleetJob> jobs = cycle.setup().fleet().orElseThrow().jobs(from, now)) {
            return jobs.filter(run -> run.family().equals(job.family()))
                    .filter(run -> run.ended()
                            .filter(at -> !at.isBefore(from) && at.isBefore(now))
                            .isPresent())
                    .flatMap(FleetLook::measured)
                    .sorted(Comparator.comparing(Ended::at))
                    .toList();
        }
    }

    private static Stream<Ended> measured(FleetJob run) {
        double seconds = run.held().map(Duration::toMillis).orElse(0L)
                / 1000.0
                * run.accelerators().count();
        return seconds > 0 ? Stream.of(new Ended(run.ended().orElseThrow(), seconds)) : Stream.empty();
    }

    private static FleetWindow window(
            String family, List<Ended> runs, Instant from, Instant to, List<Fingerprint> incumbent) {
        double[] seconds = runs.stream()
                .filter(run -> !run.at().isBefore(from) && run.at().isBefore(to))
                .mapToDouble(Ended::acceleratorSeconds)
                .toArray();
        double total = 0;
        double[] logs = new double[seconds.length];
        for (int i = 0; i < seconds.length; i++) {
            total += seconds[i];
            logs[i] = Math.log(seconds[i]);
        }
        return new FleetWindow(
                family,
                from,
                to,
                seconds.length,
                total,
                logs.length == 0 ? 0 : Summary.mean(logs),
                logs.length < 2 ? 0 : Summary.standardDeviation(logs),
                incumbent);
    }
}
