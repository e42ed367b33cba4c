package dev.amdahl.core.internal.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.core.internal.stats.Binomial;
import dev.amdahl.core.stats.design.EvidencePolicy;
import dev.amdahl.spi.contract.Requires;
import dev.amdahl.spi.experiment.Trial;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Honest wins survive everyday life, and nothing becomes a win in it. */
final class WorldsTest {
    private static final NoiseModel MODEL = new SyntheticNoise();
    private static final AmdahlRule RULE = new AmdahlRule(EvidencePolicy.DEFAULT);
    private static final double BAR = EvidencePolicy.DEFAULT.highestBar();
    private static final double MAX_REFUTED = .01;
    private static final double MIN_FOUND = .90;
    /** Of figures that lie on the edge of what is promised, so few are taken for worse. */
    private static final double LEVEL = .001;

    static Stream<World> everydayLife() {
        return World.EVERYDAY.stream().filter(world -> !world.equals(World.CALM));
    }

    /** Those in which a win of a tenth is promised to be found. */
    static Stream<World> promised() {
        return everydayLife().filter(world -> world.warmsUp() && world.variantFailures() == 0);
    }

    private static int draws() {
        return Requires.fullSize() ? 300 : 25;
    }

    private static List<RuleOutcome> outcomes(World world, Scenario scenario) {
        return IntStream.range(0, draws())
                .parallel()
                .mapToObj(i -> RULE.decide(SimulatedExperiment.of(MODEL, scenario, world, Seeds.of(11, i)), BAR))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("everydayLife")
    void eachWorldChangesWhatIsRecorded(World world) {
        assertThat(records(world)).isNotEqualTo(records(World.CALM));
    }

    private static List<Trial> records(World world) {
        SimulatedExperiment experiment = SimulatedExperiment.of(MODEL, Scenario.win(.10), world, 4);
        return IntStream.rangeClosed(1, 200)
                .mapToObj(index -> SimulatedEvidence.trial(experiment, experiment.pair(1, index)))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("promised")
    void anHonestWinOfATenthIsFoundSoonAndHardlyEverRefuted(World world) {
        List<RuleOutcome> outcomes = outcomes(world, Scenario.win(.10));

        int refuted = (int) outcomes.stream().filter(RuleOutcome::isRefuted).count();
        int soon = (int) outcomes.stream()
                .filter(outcome -> outcome.isAccepted() && outcome.pairs() <= Worlds.SOON)
                .count();
        assertThat(Binomial.atLeast(refuted, draws(), MAX_REFUTED))
                .as("refuted %d", refuted)
                .isGreaterThan(LEVEL);
        assertThat(Binomial.atMost(soon, draws(), MIN_FOUND))
                .as("found %d", soon)
                .isGreaterThan(LEVEL);
    }

    @ParameterizedTest
    @MethodSource("promised")
    void nothingBecomesAWin(World world) {
        assertThat(outcomes(world, Scenario.NO_OP)).noneMatch(RuleOutcome::isAccepted);
    }
}
