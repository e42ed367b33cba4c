package dev.amdahl.core.internal.loop.propose;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.core.internal.loop.CycleFixture;
import dev.amdahl.core.internal.loop.Steer;
import dev.amdahl.core.ledger.entry.RunPlan;
import dev.amdahl.core.ledger.entry.Screening;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.hypothesis.ConfigChange;
import dev.amdahl.spi.hypothesis.Fingerprint;
import dev.amdahl.spi.hypothesis.Hypothesis;
import dev.amdahl.spi.hypothesis.HypothesisState;
import dev.amdahl.spi.hypothesis.LeverSetting;
import dev.amdahl.spi.hypothesis.Provenance;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class OpenExperimentsTest {
    private static Dossier dossier(String id, HypothesisState state, double value, int priority) {
        return dossier(id, state, value, priority, OptionalDouble.empty());
    }

    private static Dossier dossier(
            String id, HypothesisState state, double value, int priority, OptionalDouble expected) {
        Hypothesis hypothesis = new Hypothesis(
                id,
                "eval",
                List.of(Bottleneck.INPUT_STARVATION),
                Bottleneck.INPUT_STARVATION.axis(),
                id,
                new ConfigChange(
                        List.of(new LeverSetting("workers", new LeverSetting.Environment("WORKERS"), "0", id))),
                expected,
                new Provenance(
                        id.startsWith(RunPlan.PLANTED) ? Provenance.Origin.PLANTED : Provenance.Origin.RULE, "rule"),
                List.of("run-1"),
                new Fingerprint("ab".repeat(32)));
        OptionalDouble none = OptionalDouble.empty();
        return new Dossier(
                hypothesis,
                state,
                "reason",
                Instant.EPOCH,
                Instant.EPOCH,
                new Screening(none, none, .05, none, Double.isNaN(value) ? none : OptionalDouble.of(value)),
                Optional.empty(),
                Optional.empty(),
                List.of(),
                Optional.empty(),
                "",
                Optional.empty(),
                0,
                0,
                Optional.empty(),
                Optional.empty(),
                new Dossier.Steering(priority, List.of()));
    }

    @Test
    void whereNoProfileSaysWhatAnHourIsWorthTheGreatestExpectationIsFirst() {
        Dossier silent = dossier("silent", HypothesisState.PROPOSED, Double.NaN, 0);
        Dossier small = dossier("small", HypothesisState.PROPOSED, Double.NaN, 0, OptionalDouble.of(.1));
        Dossier great = dossier("great", HypothesisState.PROPOSED, Double.NaN, 0, OptionalDouble.of(.5));
        Dossier known = dossier("known", HypothesisState.PROPOSED, .1, 0);

        assertThat(Stream.of(silent, small, great, known).sorted(OpenExperiments.ORDER))
                .containsExactly(known, great, small, silent);
    }

    @Test
    void whatPeoplePutFirstComesBeforeWhatPromisesMore() {
        Dossier built = dossier("built", HypothesisState.BUILDING, 1, 0);
        Dossier builtLast = dossier("built-last", HypothesisState.BUILDING, 2, -9);
        Dossier planted = dossier(RunPlan.PLANTED + "1", HypothesisState.PROPOSED, Double.NaN, -9);
        Dossier rich = dossier("rich", HypothesisState.PROPOSED, 50, 0);
        Dossier poor = dossier("poor", HypothesisState.PROPOSED, 5, 0);
        Dossier unknown = dossier("unknown", HypothesisState.PROPOSED, Double.NaN, 0);
        Dossier first = dossier("first", HypothesisState.PROPOSED, .1, 2);
        Dossier second = dossier("second", HypothesisState.PROPOSED, 90, 1);
        Dossier last = dossier("last", HypothesisState.PROPOSED, 99, -1);

        assertThat(Stream.of(last, unknown, poor, second, rich, first, planted, built, builtLast)
                        .sorted(OpenExperiments.ORDER))
                .containsExactly(builtLast, built, planted, first, second, rich, poor, unknown, last);
    }

    @Test
    void ofTwoThatExcludeEachOtherTheOneThatAPersonPutsFirstIsOpened() {
        assertThat(opened(0)).isNotEqualTo(opened(1)).isEqualTo(opened(-1));
    }

    /** Returns what of two values of one lever is tested, where the one that would have to wait is given that priority. */
    private static String opened(int priority) {
        try (CycleFixture world =
                new CycleFixture(CycleFixture.POLICY, CycleFixture::measured, CycleFixture.job("4", "8")).proposed()) {
            Dossier waits = world.cycle().view().dossiers().stream()
                    .sorted(OpenExperiments.ORDER)
                    .toList()
                    .get(1);
            new Steer(world.cycle(), waits.id(), "ada").prioritize(priority);

            world.submit().run();

            return world.cycle().view().dossiers().stream()
                    .filter(dossier -> dossier.state() == HypothesisState.TESTING)
                    .map(dossier -> dossier.hypothesis().title())
                    .findFirst()
                    .orElseThrow();
        }
    }
}
