package dev.amdahl.core.internal.refute.conduct;

import dev.amdahl.core.internal.refute.check.Check;
import dev.amdahl.core.internal.refute.check.Finding;
import dev.amdahl.core.internal.refute.check.Sample;
import dev.amdahl.core.internal.refute.check.Significance;
import dev.amdahl.core.stats.Summary;
import dev.amdahl.spi.experiment.ArmResult;
import dev.amdahl.spi.experiment.Covariate;
import dev.amdahl.spi.experiment.Trial;
import java.util.Arrays;
import java.util.Set;
import java.util.function.ToDoubleFunction;

/** Fires if the metric holds queue time and most of the effect, or all that is significant of it, was won in the queue. */
final class QueueInMetric implements Check {
    private static final double MAX_SHARE = .5;

    @Override
    public String name() {
        return "queue time in the metric";
    }

    @Override
    public Set<Covariate> requires() {
        return Set.of(Covariate.QUEUE_SECONDS);
    }

    @Override
    public boolean applies(Sample sample) {
        return sample.pairs().stream()
                .allMatch(trial -> trial.baseline().wallSeconds().isPresent()
                        && trial.variant().wallSeconds().isPresent());
    }

    @Override
    public Finding examine(Sample sample) {
        if (sample.pairs().stream().allMatch(trial -> queue(trial.baseline()) == queue(trial.variant()))) {
            return Finding.ruledOut();
        }
        double[] effects = sample.effects();
        double[] run = sample.each(trial -> Math.log(run(trial.variant()) / run(trial.baseline())));
        double[] total = sample.each(trial -> Math.log(total(trial.variant()) / total(trial.baseline())));
        if (!follows(effects, total, run)) {
            return Finding.clear(0, MAX_SHARE);
        }
        double queued = sum(sample, trial -> queue(trial.variant()) - queue(trial.baseline()));
        double all = sum(sample, trial -> total(trial.variant()) - total(trial.baseline()));
        double share = queued / all;
        if (share > MAX_SHARE) {
            return Finding.fired("most of the effect was won in the queue", share, MAX_SHARE);
        }
        double p = Significance.differsFromZero(run);
        return p > .05 || Summary.mean(run) >= 0
                ? Finding.fired("without the queue the effect is not significant", p, .05)
                : Finding.clear(share, MAX_SHARE);
    }

    /**
     * Returns whether effects follow one course rather than another: nearer in level and no wider in spread. The level alone would be an
     * accident where something else changes by a constant factor, such as a number of accelerators.
     */
    private static boolean follows(double[] effects, double[] one, double[] other) {
        double[] fromOne = differences(effects, one);
        double[] fromOther = differences(effects, other);
        return distance(fromOne, 0) < distance(fromOther, 0)
                && distance(fromOne, Summary.median(fromOne)) <= distance(fromOther, Summary.median(fromOther));
    }

    private static double[] differences(double[] of, double[] from) {
        double[] differences = new double[of.length];
        Arrays.setAll(differences, i -> of[i] - from[i]);
        return differences;
    }

    private static double distance(double[] from, double to) {
        return Arrays.stream(from).map(each -> Math.abs(each - to)).sum();
    }

    private static double sum(Sample sample, ToDoubleFunction<Trial> figure) {
        return sample.pairs().stream().mapToDouble(figure).sum();
    }

    private static double run(ArmResult arm) {
        return arm.wallSeconds().orElseThrow();
    }

    private static double queue(ArmResult arm) {
        return Sample.value(arm, Covariate.QUEUE_SECONDS);
    }

    private static double total(ArmResult arm) {
        return run(arm) + queue(arm);
    }
}
