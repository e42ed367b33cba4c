package dev.amdahl.core.internal.loop.verify;

import dev.amdahl.core.internal.loop.Trials;
import dev.amdahl.core.internal.refute.work.Dispute;
import dev.amdahl.core.stats.Summary;
import dev.amdahl.spi.Plurals;
import dev.amdahl.spi.experiment.ArmResult;
import dev.amdahl.spi.experiment.Trial;
import dev.amdahl.spi.experiment.Trial.Order;
import dev.amdahl.spi.experiment.Wavering;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;

/** What happened in the trials of an experiment that a reader of its result is told: failures, outputs that differ, a cold place. */
public final class Irregular {
    /** Standard errors from which a difference of the places in a pair is told. */
    private static final double FROM_ERRORS = 3;

    private static final int MIN = 3;

    private Irregular() {}

    /** Returns one line each; nothing for what is as it should be. */
    public static List<String> lines(Trials trials) {
        List<String> lines = new ArrayList<>();
        failures(trials.all()).ifPresent(lines::add);
        disputes(trials.disputes()).ifPresent(lines::add);
        place(trials.undisputed()).ifPresent(lines::add);
        return lines;
    }

    /** By cause: what the variant did now and then, and the baseline never, may be the change. */
    private static Optional<String> disputes(List<Dispute> disputes) {
        if (disputes.isEmpty()) {
            return Optional.empty();
        }
        Wavering wavering = Dispute.wavering(disputes);
        int rest = disputes.size() - wavering.variant() - wavering.baseline();
        return Optional.of("in " + Plurals.of(disputes.size(), "pair")
                + " the arms did not do the same, and were run again on their seed: in " + wavering.variant()
                + " the variant behaved differently once and not again, in " + wavering.baseline()
                + " the baseline did, or neither can be named"
                + (rest > 0 ? ", in " + rest + " it is not known" : ""));
    }

    private static Optional<String> failures(List<Trial> trials) {
        long baseline = failed(trials, Trial::baseline);
        long variant = failed(trials, Trial::variant);
        return baseline + variant == 0
                ? Optional.empty()
                : Optional.of("of " + Plurals.of(trials.size(), "pair") + " the baseline failed in " + baseline
                        + ", the variant in " + variant);
    }

    private static long failed(List<Trial> trials, Function<Trial, ArmResult> role) {
        return trials.stream().map(role).filter(arm -> !arm.isSuccess()).count();
    }

    /** Half the difference of the mean effects of both orders, on the log scale: what the second place adds to any run. */
    private static Optional<String> place(List<Trial> trials) {
        double[] first = effects(trials, Order.BASELINE_FIRST);
        double[] second = effects(trials, Order.VARIANT_FIRST);
        if (first.length < MIN || second.length < MIN) {
            return Optional.empty();
        }
        double place = (Summary.mean(first) - Summary.mean(second)) / 2;
        double error = Math.sqrt(squaredError(first) + squaredError(second)) / 2;
        if (Math.abs(place) < FROM_ERRORS * error) {
            return Optional.empty();
        }
        return Optional.of(String.format(
                Locale.ROOT,
                "the second run of a pair is %.1f %% %s than the first, whichever arm it is; the orders are balanced, so this"
                        + " biases no estimate",
                100 * Math.abs(Math.expm1(place)),
                place > 0 ? "worse" : "better"));
    }

    private static double[] effects(List<Trial> trials, Order order) {
        return trials.stream()
                .filter(trial -> !trial.isWarmUp() && trial.order() == order)
                .flatMap(trial -> trial.logRatio().stream().boxed())
                .mapToDouble(Double::doubleValue)
                .toArray();
    }

    private static double squaredError(double[] values) {
        double deviation = Summary.standardDeviation(values);
        return deviation * deviation / values.length;
    }
}
