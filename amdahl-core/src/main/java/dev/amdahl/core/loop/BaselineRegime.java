package dev.amdahl.core.loop;

import dev.amdahl.core.ledger.RecordedArm;
import dev.amdahl.core.ledger.Run;
import dev.amdahl.core.ledger.RunPurpose;
import dev.amdahl.core.stats.series.Regime;
import dev.amdahl.core.stats.series.RegimePolicy;
import dev.amdahl.core.stats.series.Regimes;
import dev.amdahl.spi.hypothesis.JobSpec;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/** Since when the unchanged job has behaved as it does now: noise from before a change of regime is never pooled. Stateless. */
final class BaselineRegime {
    private static final RegimePolicy POLICY = new RegimePolicy(.01, 199, .001, .02);
    private static final int REMEMBERED = 256;
    private static final int FEWEST = 8;

    private BaselineRegime() {}

    private record Point(Instant at, double value) {}

    /** The time of the first run of the present regime; the beginning of time while no boundary is known. */
    static Instant since(JobSpec job, List<Run> runs) {
        List<Point> series = new ArrayList<>();
        for (Run run : runs) {
            OptionalDouble value = value(job, run);
            if (value.isPresent()) {
                series.add(new Point(run.intendedAt(), value.getAsDouble()));
            }
        }
        if (series.size() < FEWEST) {
            return Instant.MIN;
        }
        boolean isCut = series.size() > REMEMBERED;
        List<Point> newest = series.subList(Math.max(0, series.size() - REMEMBERED), series.size());
        double[] values = newest.stream().mapToDouble(Point::value).toArray();
        List<Regime> regimes =
                Regimes.of(values, POLICY, Keys.seed("regime", job.family())).all();
        int from = regimes.get(regimes.size() - 1).from();
        return from > 0 || isCut ? newest.get(from).at() : Instant.MIN;
    }

    /** The metric of an unchanged arm of a sound run. */
    private static OptionalDouble value(JobSpec job, Run run) {
        if (run.result().isEmpty() || Trials.isVoid(run) || run.plan().purpose() == RunPurpose.EVIDENCE) {
            return OptionalDouble.empty();
        }
        List<RecordedArm> arms = run.result().get().arms();
        int place = run.plan().purpose() == RunPurpose.TRIAL && run.plan().isVariantFirst() ? 1 : 0;
        return place < arms.size()
                ? Metrics.value(
                        job.metric(), arms.get(place), job.accelerators().count())
                : OptionalDouble.empty();
    }
}
