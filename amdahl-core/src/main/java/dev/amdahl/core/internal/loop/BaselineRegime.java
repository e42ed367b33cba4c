package dev.amdahl.core.internal.loop;

import com.google.common.cache.Cache;
import com.google.common.cache.CacheBuilder;
import com.google.common.primitives.ImmutableDoubleArray;
import dev.amdahl.core.internal.anomaly.Regime;
import dev.amdahl.core.internal.anomaly.RegimePolicy;
import dev.amdahl.core.internal.anomaly.Regimes;
import dev.amdahl.core.ledger.entry.RunPurpose;
import dev.amdahl.core.ledger.view.Run;
import dev.amdahl.spi.experiment.ArmResult;
import dev.amdahl.spi.experiment.Covariate;
import dev.amdahl.spi.hypothesis.JobSpec;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/** Since when the unchanged job has behaved as it does now: noise from before a change of regime is never pooled. */
public final class BaselineRegime {
    private static final RegimePolicy POLICY = new RegimePolicy(.01, 199, .001, .02);
    /** What is new enough to void verdicts: for noise alone, being wrong costs only a few runs. */
    private static final RegimePolicy LASTING = new RegimePolicy(.01, 199, .0001, .05);

    private static final int REMEMBERED = 256;
    private static final int MIN = 8;
    private static final int MAX_SERIES = 2048;
    private static final Cache<Series, List<Regime>> KNOWN =
            CacheBuilder.newBuilder().maximumSize(MAX_SERIES).build();

    private BaselineRegime() {}

    private record Point(Instant at, double value) {}

    private record Series(ImmutableDoubleArray values, RegimePolicy policy, long seed) {}

    /** Returns the time of the first run of the present regime; the beginning of time while no boundary is known. */
    static Instant since(JobSpec job, List<Run> runs) {
        List<Point> series = new ArrayList<>();
        for (Run run : runs) {
            OptionalDouble value = value(job, run);
            if (value.isPresent()) {
                series.add(new Point(run.intendedAt(), value.getAsDouble()));
            }
        }
        if (series.size() < MIN) {
            return Instant.MIN;
        }
        boolean isCut = series.size() > REMEMBERED;
        List<Point> newest = series.subList(Math.max(0, series.size() - REMEMBERED), series.size());
        double[] values = newest.stream().mapToDouble(Point::value).toArray();
        List<Regime> regimes = regimes(values, POLICY, Keys.seed("regime", job.family()));
        int from = regimes.get(regimes.size() - 1).from();
        return from > 0 || isCut ? newest.get(from).at() : Instant.MIN;
    }

    /**
     * Returns how the unchanged job's behaviour changed since a time; empty if it did not, not for long enough to tell, or no more than the load
     * of its hosts has changed with it.
     */
    public static Optional<String> shift(JobSpec job, List<Run> runs, Instant since) {
        List<Run> measured = runs.stream()
                .filter(run -> !run.intendedAt().isBefore(since))
                .filter(run -> value(job, run).isPresent())
                .toList();
        List<Run> kept = measured.subList(Math.max(0, measured.size() - REMEMBERED), measured.size());
        double[] newest =
                kept.stream().mapToDouble(run -> value(job, run).orElseThrow()).toArray();
        if (newest.length < 2 * MIN) {
            return Optional.empty();
        }
        List<Regime> regimes = regimes(newest, LASTING, Keys.seed("shift", job.family()));
        Regime last = regimes.get(regimes.size() - 1);
        if (regimes.size() < 2 || last.size() < MIN || last.from() < MIN) {
            return Optional.empty();
        }
        Regime before = regimes.get(regimes.size() - 2);
        double change = Math.log(last.mean() / before.mean());
        OptionalDouble then = load(kept.subList(before.from(), last.from()));
        OptionalDouble now = load(kept.subList(last.from(), kept.size()));
        if (then.isPresent() && now.isPresent()) {
            double ofLoad = Math.log((1 + now.getAsDouble()) / (1 + then.getAsDouble()));
            boolean isAlike = job.metric().lowerIsBetter() ? change * ofLoad > 0 : change * ofLoad < 0;
            if (isAlike && Math.abs(ofLoad) >= Math.abs(change)) {
                return Optional.empty();
            }
        }
        return Optional.of(String.format(
                Locale.ROOT,
                "the unchanged job's behaviour changed: %s went from %.4g to %.4g (%+.0f %%, %d and %d runs,"
                        + " permutation p <= %.3g, t-test p <= %.3g)",
                job.metric().name(),
                before.mean(),
                last.mean(),
                100 * (last.mean() / before.mean() - 1),
                before.size(),
                last.size(),
                LASTING.alpha(),
                LASTING.gate()));
    }

    /** Returns the mean load of the hosts of the unchanged arms; empty where one did not tell. */
    private static OptionalDouble load(List<Run> runs) {
        return runs.stream().allMatch(run -> unchanged(run).covariates().containsKey(Covariate.LOAD_1M))
                ? runs.stream()
                        .mapToDouble(run -> unchanged(run).covariates().getOrDefault(Covariate.LOAD_1M, 0.0))
                        .average()
                : OptionalDouble.empty();
    }

    private static ArmResult unchanged(Run run) {
        return run.result().orElseThrow().arms().get(run.plan().isVariantFirst() ? 1 : 0);
    }

    /** Returns the metric of an unchanged arm of a sound run. */
    private static OptionalDouble value(JobSpec job, Run run) {
        if (run.result().isEmpty()
                || Trials.isVoid(run)
                || run.plan().purpose().isTraced()
                || run.plan().purpose() == RunPurpose.HELD_BACK
                || run.plan().isPlanted()) {
            return OptionalDouble.empty();
        }
        List<ArmResult> arms = run.result().get().arms();
        int place = run.plan().isVariantFirst() ? 1 : 0;
        return place < arms.size()
                ? Metrics.value(
                        job.metric(), arms.get(place), job.accelerators().count())
                : OptionalDouble.empty();
    }

    /**
     * Returns the regimes of a series. They follow from the values alone, so remembering them changes nothing but the time of a pass in which
     * nothing was measured.
     */
    private static List<Regime> regimes(double[] values, RegimePolicy policy, long seed) {
        Series series = new Series(ImmutableDoubleArray.copyOf(values), policy, seed);
        List<Regime> known = KNOWN.getIfPresent(series);
        if (known != null) {
            return known;
        }
        List<Regime> found = Regimes.of(values, policy, seed).all();
        KNOWN.put(series, found);
        return found;
    }
}
