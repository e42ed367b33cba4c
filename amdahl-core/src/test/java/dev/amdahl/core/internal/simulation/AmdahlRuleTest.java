package dev.amdahl.core.internal.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.core.internal.refute.work.CheapChecks;
import dev.amdahl.core.stats.design.EvidencePolicy;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class AmdahlRuleTest {
    private static final AmdahlRule RULE = new AmdahlRule(EvidencePolicy.DEFAULT);
    private static final double BAR = EvidencePolicy.DEFAULT.highestBar();

    private static long accepted(Scenario scenario, int experiments) {
        return IntStream.range(0, experiments)
                .filter(i -> RULE.decide(SimulatedExperiment.of(new SyntheticNoise(), scenario, Seeds.of(5, i)), BAR)
                        .isAccepted())
                .count();
    }

    private static Scenario named(String name) {
        return Scenario.OTHERS.stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void aRealWinIsFoundAndNothingIsNot() {
        assertThat(accepted(Scenario.win(.10), 20)).isGreaterThanOrEqualTo(18);
        assertThat(accepted(Scenario.NO_OP, 20)).isZero();
    }

    @Test
    void whatARecordShowsIsNoWin() {
        for (String cheat : List.of("skips work", "input shortened", "warm second run", "queue in the metric")) {
            assertThat(accepted(named(cheat), 5)).as(cheat).isZero();
        }
    }

    @Test
    void aVariantThatIsWrongInOneRunOfTenIsSeldomAWin() {
        assertThat(accepted(named("wrong output in one run of ten"), 40)).isLessThanOrEqualTo(18);
    }

    @Test
    void honestArmsNeverMismatch() {
        List<Scenario> honest =
                Scenario.OTHERS.stream().filter(Scenario::isHonest).toList();
        assertThat(honest).isNotEmpty();
        for (Scenario scenario : honest) {
            SimulatedExperiment experiment = SimulatedExperiment.of(new SyntheticNoise(), scenario, 9);
            assertThat(IntStream.rangeClosed(1, 30)
                            .mapToObj(index -> SimulatedEvidence.trial(experiment, experiment.pair(1, index)))
                            .flatMap(trial -> CheapChecks.difference(trial).stream()))
                    .as(scenario.name())
                    .isEmpty();
        }
    }
}
