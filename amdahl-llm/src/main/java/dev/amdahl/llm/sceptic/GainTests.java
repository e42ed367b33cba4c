package dev.amdahl.llm.sceptic;

import com.google.common.math.Quantiles;
import dev.amdahl.llm.sceptic.Objection.Claim;
import dev.amdahl.llm.sceptic.Objection.Figure;
import dev.amdahl.spi.experiment.Evidence;
import dev.amdahl.spi.experiment.Trial;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** Where a gain is missing: median changes of parts of the trials, in percent, against the smallest effect that counts. */
final class GainTests {
    private static final int MIN = 5;
    private static final int MIN_IN_ALL = 10;
    private static final int FEW = 10;
    private static final int PARTS = 3;

    private GainTests() {}

    /** Trials that the statistics see. */
    static List<Trial> usable(Evidence evidence) {
        return evidence.trials().stream()
                .filter(trial -> !trial.isWarmUp() && trial.logRatio().isPresent())
                .toList();
    }

    static Optional<Figure> withoutFew(Evidence evidence, Claim claim) {
        List<Trial> all = usable(evidence);
        boolean isFew = !claim.trials().isEmpty() && claim.trials().size() <= Math.max(1, all.size() / FEW);
        return all.size() >= MIN_IN_ALL && isFew
                ? gain(evidence, trial -> !claim.trials().contains(trial))
                : Optional.empty();
    }

    static Optional<Figure> inSet(Evidence evidence, Claim claim) {
        return gain(evidence, trial -> Integer.toString(trial.set()).equals(claim.subject()));
    }

    static Optional<Figure> inOrder(Evidence evidence, Claim claim) {
        return gain(evidence, trial -> trial.order().name().equals(claim.subject()));
    }

    static Optional<Figure> onHost(Evidence evidence, Claim claim) {
        return claim.subject().isBlank()
                ? Optional.empty()
                : gain(evidence, trial -> trial.host().equals(claim.subject()));
    }

    static Optional<Figure> fading(Evidence evidence, Claim claim) {
        List<Trial> all = usable(evidence);
        List<Trial> last = all.subList(all.size() - all.size() / PARTS, all.size());
        return gain(evidence, last::contains);
    }

    private static Optional<Figure> gain(Evidence evidence, Predicate<Trial> part) {
        double[] ratios = usable(evidence).stream()
                .filter(part)
                .mapToDouble(trial -> trial.logRatio().getAsDouble())
                .toArray();
        return ratios.length < MIN
                ? Optional.empty()
                : Optional.of(Figure.above(
                        100 * Math.expm1(Quantiles.median().compute(ratios)),
                        -100 * evidence.plan().minimumEffect()));
    }
}
