package dev.amdahl.examples.cli.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.core.ArmTimes;
import dev.amdahl.core.ComparisonResult;
import dev.amdahl.core.ledger.view.Experiment;
import dev.amdahl.core.stats.design.EvidencePolicy;
import dev.amdahl.spi.experiment.Comparison;
import dev.amdahl.spi.experiment.Decision;
import dev.amdahl.spi.experiment.ExperimentPlan;
import dev.amdahl.spi.job.MetricSpec;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

final class AbSoFarTest {
    private static final OptionalDouble NONE = OptionalDouble.empty();
    private static final EvidencePolicy POLICY = EvidencePolicy.DEFAULT.withPairs(40);

    private static List<String> lines(int pairs, double variant, int set, Comparison comparison) {
        ArmTimes times = new ArmTimes(
                OptionalDouble.of(.1),
                OptionalDouble.of(variant),
                NONE,
                NONE,
                Collections.nCopies(pairs, new ArmTimes.Pair(set, false, .1, variant)));
        ComparisonResult found = new ComparisonResult(
                Decision.INCONCLUSIVE,
                pairs,
                comparison.ratio(),
                comparison.lower(),
                comparison.upper(),
                1,
                1,
                List.of(),
                times,
                List.of());
        ExperimentPlan plan =
                new ExperimentPlan(MetricSpec.WALL_SECONDS, List.of(), List.of(), .01, .1, 400, .0025, 20, 20);
        Experiment experiment = new Experiment(
                "h",
                plan,
                1,
                1,
                set,
                8,
                List.of(),
                Optional.empty(),
                Optional.empty(),
                Optional.of(POLICY),
                Optional.empty(),
                Optional.empty());
        return new AbSoFar(found, experiment, comparison, set > 1).lines();
    }

    private static Comparison comparison(int pairs, double first, double second, OptionalDouble ratio) {
        OptionalDouble lower = ratio.isPresent() ? OptionalDouble.of(.5) : NONE;
        OptionalDouble upper = ratio.isPresent() ? OptionalDouble.of(.75) : NONE;
        return new Comparison(pairs, first, second, ratio, lower, upper, Optional.empty(), "");
    }

    @Test
    void nothingIsSaidBeforeThePairs() {
        assertThat(lines(0, .06, 1, comparison(0, 1, 1, NONE))).isEmpty();
    }

    @Test
    void theFirstPairSaysBothTimesAndWhatIsMissing() {
        assertThat(lines(1, .06, 1, comparison(1, 1.75, 1, NONE)))
                .containsExactly("so far 0.100 s -> 60.0 ms, -40.0 %", "evidence for a saving 1.75 of 20");
    }

    @Test
    void whatBecomesALossIsSaidToBeOne() {
        assertThat(lines(4, .3, 1, comparison(4, .02, 1, NONE)))
                .containsExactly("so far 0.100 s -> 0.300 s, +200.0 %", "evidence for a loss 9.38 of 20");
    }

    @Test
    void aConfirmationSaysItsIntervalAndHowManyPairsItNeeds() {
        assertThat(lines(3, .06, 2, comparison(9, 28.7, 1440, OptionalDouble.of(.6))))
                .containsExactly(
                        "so far 0.100 s -> 60.0 ms, -40.0 % [-50.0 %, -25.0 %]",
                        "confirming: evidence 1440 of 13.9, pair 3 of at least 8");
    }
}
