package dev.amdahl.core.internal.refute.circumstance;

import dev.amdahl.core.internal.change.PowerCaps;
import dev.amdahl.core.internal.refute.check.Check;
import dev.amdahl.core.internal.refute.check.Finding;
import dev.amdahl.core.internal.refute.check.Sample;
import dev.amdahl.core.internal.refute.check.Significance;
import dev.amdahl.core.stats.Summary;
import dev.amdahl.spi.experiment.ArmResult;
import dev.amdahl.spi.hypothesis.Change;
import dev.amdahl.spi.hypothesis.PatchChange;
import dev.amdahl.spi.job.MetricSpec;
import dev.amdahl.spi.job.ValueSource;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/**
 * Fires if a metric that the job reports of itself improves and the wall time of the whole job does not follow: work went into what
 * the metric leaves out, such as set-up, warm-up or tear-down. The wall may follow by less, for the metric may cover a part only; it
 * must not be longer, nor shown at 95 % to save under a quarter of what is claimed; and where a patch touches lines that report the metric,
 * the wall must be shown to be shorter itself. Not asked of a service, which takes as long as requests are sent to it, nor of a cap on power,
 * which may take longer: the job's deadline says by how much.
 */
final class WholeJobWall implements Check {
    private static final int MIN_WORD_LENGTH = 3;

    private static final double MIN_SHARE = .25;
    private static final double CONFIDENCE = .95;

    @Override
    public String name() {
        return "wall time of the whole job";
    }

    @Override
    public boolean applies(Sample sample) {
        return sample.evidence().plan().metric().source().isPresent()
                && sample.evidence().plan().metric().pacedBy().isEmpty()
                && !PowerCaps.isIn(sample.evidence().hypothesis().change())
                && sample.pairs().stream()
                        .allMatch(trial -> isMeasured(trial.baseline()) && isMeasured(trial.variant()));
    }

    @Override
    public Finding examine(Sample sample) {
        double claimed = sample.meanEffect();
        if (!(claimed < 0)) {
            return Finding.clear();
        }
        double[] saved = sample.each(trial -> Math.log(wall(trial.baseline()) / wall(trial.variant())));
        double most = Significance.upperBound(saved, CONFIDENCE);
        if (most < 0) {
            return Finding.fired("the metric improves while the whole job takes longer", -Summary.mean(saved), 0);
        }
        if (touchesMetricLines(
                sample.evidence().hypothesis().change(),
                sample.evidence().plan().metric())) {
            double least = -Significance.upperBound(
                    DoubleStream.of(saved).map(value -> -value).toArray(), CONFIDENCE);
            if (!(least > 0)) {
                return Finding.fired(
                        "the patch touches what reports the metric, and the whole job is not shown to take less time",
                        least,
                        0);
            }
        }
        double share = most / -claimed;
        return share < MIN_SHARE
                ? Finding.fired("the whole job does not save what its own metric claims", share, MIN_SHARE)
                : Finding.clear(share, MIN_SHARE);
    }

    private static boolean isMeasured(ArmResult arm) {
        return arm.wallSeconds().orElse(0) > 0;
    }

    private static double wall(ArmResult arm) {
        return arm.wallSeconds().orElseThrow();
    }

    /** Returns whether a patch touches lines that name what a job reports of itself: by words, so that it may miss some. */
    private static boolean touchesMetricLines(Change change, MetricSpec metric) {
        if (!(change instanceof PatchChange patch) || metric.source().isEmpty()) {
            return false;
        }
        List<String> words = words(metric, metric.source().get());
        return patch.diff()
                .lines()
                .filter(line -> line.startsWith("+") || line.startsWith("-"))
                .filter(line -> !line.startsWith("+++ ") && !line.startsWith("--- "))
                .anyMatch(line -> words.stream().anyMatch(line::contains));
    }

    /** Of its name and of where it is read: the words of a pattern, the last part of a pointer. */
    private static List<String> words(MetricSpec metric, ValueSource source) {
        String place = source instanceof ValueSource.Json json
                ? json.pointer().substring(json.pointer().lastIndexOf('/') + 1)
                : ((ValueSource.Stdout) source).pattern().replaceAll("\\\\\\w", " ");
        return Stream.concat(Stream.of(metric.name()), Stream.of(place.split("\\W+")))
                .filter(word -> word.length() >= MIN_WORD_LENGTH)
                .toList();
    }
}
