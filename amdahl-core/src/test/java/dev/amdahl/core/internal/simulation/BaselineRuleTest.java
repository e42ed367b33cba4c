package dev.amdahl.core.internal.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The rules of others accept as often as they were seen to in model S where nothing has an effect. */
final class BaselineRuleTest {
    private static final int EXPERIMENTS = 1500;

    /** Measured with another implementation of model S; none is given for the last rule. */
    private static final List<Double> FALSE_ACCEPTS = List.of(.51, .50, .30, .30, .16, .44, .19, .025, .0);

    @Test
    void falseAcceptsAreThoseSeenElsewhere() {
        for (int k = 0; k < FALSE_ACCEPTS.size(); k++) {
            BaselineRule rule = BaselineRule.ALL.get(k);
            double expected = FALSE_ACCEPTS.get(k);
            double error = Math.sqrt(2 * Math.max(expected, .001) * (1 - expected) / EXPERIMENTS);
            assertThat(acceptRate(rule, Scenario.NO_OP, EXPERIMENTS))
                    .as(rule.name())
                    .isBetween(expected - 4 * error - .005, expected + 4 * error + .005);
        }
    }

    @Test
    void aLargeWinIsAcceptedMoreOftenThanNothing() {
        for (BaselineRule rule : BaselineRule.ALL) {
            assertThat(acceptRate(rule, Scenario.win(.10), 300))
                    .as(rule.name())
                    .isGreaterThan(acceptRate(rule, Scenario.NO_OP, 300));
        }
    }

    private static double acceptRate(BaselineRule rule, Scenario scenario, int experiments) {
        return IntStream.range(0, experiments)
                        .filter(i -> rule.decision()
                                .of(SimulatedExperiment.of(new SyntheticNoise(), scenario, Seeds.of(17, i)))
                                .isAccepted())
                        .count()
                / (double) experiments;
    }
}
