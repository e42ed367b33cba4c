package dev.amdahl.llm.sceptic;

import com.google.common.math.Quantiles;
import dev.amdahl.llm.sceptic.Objection.Claim;
import dev.amdahl.llm.sceptic.Objection.Figure;
import dev.amdahl.spi.experiment.ArmResult;
import dev.amdahl.spi.experiment.Covariate;
import dev.amdahl.spi.experiment.Evidence;
import dev.amdahl.spi.experiment.Trial;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What differs between the arms beside the time they take. */
final class ArmTests {
    private static final int MIN = 10;
    private static final double NEARLY_ALL = 95;
    private static final double MIN_DIFFERENCE = 5;
    private static final double MIN_MOVE = 1;
    private static final double LESS = -.1;
    private static final double MANY = 30;
    private static final int MIN_EVIDENCE_RUNS = 2;
    private static final double SLACK = 1.1;

    /** Circumstances that are read before an arm runs, by whether more or less of it makes an arm faster. */
    private static final Set<Covariate> MORE_IS_FASTER =
            EnumSet.of(Covariate.CPU_MHZ, Covariate.ACCELERATOR_MHZ, Covariate.AVAILABLE_MEMORY_BYTES);

    private static final Set<Covariate> LESS_IS_FASTER = EnumSet.of(Covariate.LOAD_1M, Covariate.INPUT_BYTES);

    private ArmTests() {}

    static Optional<Figure> circumstance(Evidence evidence, Claim claim) {
        Optional<Covariate> named = Stream.concat(MORE_IS_FASTER.stream(), LESS_IS_FASTER.stream())
                .filter(covariate -> covariate.name().equals(claim.subject()))
                .findFirst();
        if (named.isEmpty()) {
            return Optional.empty();
        }
        Covariate covariate = named.get();
        double sign = MORE_IS_FASTER.contains(covariate) ? 1 : -1;
        double[] changes = changes(evidence, arm -> measured(arm.covariates().get(covariate)));
        if (changes.length < MIN) {
            return Optional.empty();
        }
        double share = 100.0
                * Arrays.stream(changes).filter(change -> sign * change > 0).count()
                / changes.length;
        double difference = sign * Quantiles.median().compute(changes);
        return Optional.of(new Figure(share, NEARLY_ALL, share >= NEARLY_ALL && difference >= MIN_DIFFERENCE));
    }

    static Optional<Figure> work(Evidence evidence, Claim claim) {
        double[] changes = changes(evidence, ArmResult::workUnits);
        return changes.length == 0
                ? Optional.empty()
                : Optional.of(Figure.below(Quantiles.median().compute(changes), LESS));
    }

    static Optional<Figure> metric(Evidence evidence, Claim claim) {
        String name = claim.subject();
        double[] changes = changes(evidence, arm -> measured(arm.metrics().get(name)));
        if (changes.length < MIN || name.equals(evidence.plan().metric().name()) || name.startsWith("phase.")) {
            return Optional.empty();
        }
        double median = Quantiles.median().compute(changes);
        long same = Arrays.stream(changes)
                .filter(change -> Math.signum(change) == Math.signum(median))
                .count();
        boolean isSteady = 100.0 * same / changes.length >= NEARLY_ALL;
        return Optional.of(
                new Figure(median, Math.copySign(MIN_MOVE, median), isSteady && Math.abs(median) >= MIN_MOVE));
    }

    static Optional<Figure> beyondClass(Evidence evidence, Claim claim) {
        OptionalDouble share = evidence.addressedShare();
        OptionalDouble upper = evidence.comparison().upper();
        return share.isEmpty() || upper.isEmpty() || evidence.evidenceRuns() < MIN_EVIDENCE_RUNS
                ? Optional.empty()
                : Optional.of(Figure.above(
                        100 * (1 - evidence.plan().sampled().whole(upper.getAsDouble())),
                        100 * Math.min(1, SLACK * share.getAsDouble())));
    }

    static Optional<Figure> repeated(Evidence evidence, Claim claim) {
        int runs = evidence.repeated() + evidence.trials().size();
        return runs < MIN ? Optional.empty() : Optional.of(Figure.above(100.0 * evidence.repeated() / runs, MANY));
    }

    private static OptionalDouble measured(@Nullable Double value) {
        return value == null ? OptionalDouble.empty() : OptionalDouble.of(value);
    }

    /** Changes from the baseline to the variant in percent, of the trials that measured both. */
    private static double[] changes(Evidence evidence, Function<ArmResult, OptionalDouble> figure) {
        List<Trial> trials = GainTests.usable(evidence);
        return trials.stream()
                .mapToDouble(trial -> {
                    OptionalDouble before = figure.apply(trial.baseline());
                    OptionalDouble after = figure.apply(trial.variant());
                    return before.isPresent() && after.isPresent() && before.getAsDouble() != 0
                            ? 100 * (after.getAsDouble() - before.getAsDouble()) / Math.abs(before.getAsDouble())
                            : Double.NaN;
                })
                .filter(Double::isFinite)
                .toArray();
    }
}
