package dev.amdahl.core.refute;

import dev.amdahl.spi.experiment.Trial;
import dev.amdahl.spi.experiment.Trial.Order;
import java.util.List;
import org.apache.commons.statistics.inference.BinomialTest;

/** Fires if the draw of the order, or which arm reports at all, is not what a fair coin gives: the randomisation is broken. */
final class OrderRatio implements Check {
    private static final double ALPHA = .001;

    @Override
    public String name() {
        return "sample ratio";
    }

    @Override
    public Finding examine(Sample sample) {
        List<Trial> trials = sample.trials();
        int baselineFirst = (int) trials.stream()
                .filter(trial -> trial.order() == Order.BASELINE_FIRST)
                .count();
        double order = fair(trials.size(), baselineFirst);
        if (order < ALPHA) {
            return Finding.fired("the order of the arms was not drawn by a fair coin", order, ALPHA);
        }
        int baseline = (int) trials.stream()
                .filter(trial ->
                        trial.baseline().isSuccess() && !trial.variant().isSuccess())
                .count();
        int variant = (int) trials.stream()
                .filter(trial ->
                        trial.variant().isSuccess() && !trial.baseline().isSuccess())
                .count();
        double reported = fair(baseline + variant, baseline);
        return reported < ALPHA
                ? Finding.fired("one arm reports far less often than the other", reported, ALPHA)
                : Finding.clear(Math.min(order, reported), ALPHA);
    }

    private static double fair(int trials, int successes) {
        return trials == 0
                ? 1
                : BinomialTest.withDefaults().test(trials, successes, .5).getPValue();
    }
}
