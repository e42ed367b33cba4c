package dev.amdahl.core.internal.timeline;

import static dev.amdahl.spi.hypothesis.Bottleneck.*;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.amdahl.spi.hypothesis.Account;
import dev.amdahl.spi.hypothesis.Diagnosis;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class CeilingsTest {
    private static final double EXACT = 1e-12;

    @ParameterizedTest
    @CsvSource({"1, 1.0", "2, 1.3333333333333333", "Infinity, 2.0"})
    void amdahlWithHalfTheTime(double factor, double expected) {
        assertThat(Ceilings.speedup(new double[] {.5, .5}, new double[] {factor, 1}))
                .isCloseTo(expected, within(EXACT));
    }

    @ParameterizedTest
    @CsvSource({"0, 1", ".05, 1.0526315789473684", ".5, 2", "1, Infinity"})
    void ceilingOfAStage(double share, double expected) {
        assertThat(Ceilings.ceiling(share)).isEqualTo(expected);
    }

    @Test
    void sharesOutsideOfTheUnitIntervalAreRefused() {
        assertThatThrownBy(() -> Ceilings.ceiling(1.1)).hasMessageContaining("1.1");
        assertThatThrownBy(() -> Ceilings.ceiling(Double.NaN)).hasMessageContaining("NaN");
        assertThatThrownBy(() -> Ceilings.speedup(new double[] {.6, .6}, new double[] {1, 1}))
                .hasMessageContaining("1.2");
    }

    @Test
    void wallAndAcceleratorCeilingsDifferWhenThereIsAQueue() {
        Diagnosis diagnosis = diagnosis();

        ClassCeiling input = Ceilings.combined(diagnosis, Set.of(INPUT_STARVATION));
        ClassCeiling queue = Ceilings.combined(diagnosis, Set.of(QUEUE_WAIT));

        assertThat(input.acceleratorCeiling()).isCloseTo(1 / .6, within(EXACT));
        assertThat(input.wallCeiling()).isCloseTo(1 / .8, within(EXACT));
        assertThat(queue.acceleratorCeiling()).isEqualTo(1);
        assertThat(queue.wallCeiling()).isCloseTo(2, within(EXACT));
    }

    @Test
    void twoAccountsOfOneClassAreOneLoss() {
        List<Account> accounts = List.of(
                new Account(INPUT_STARVATION, 10, 10),
                new Account(INPUT_STARVATION, 20, 20),
                new Account(PRODUCTIVE, 70, 70));
        Diagnosis diagnosis = new Diagnosis("f", accounts, 30, Map.of(), List.of("trace"), List.of());

        assertThat(Ceilings.of(diagnosis))
                .singleElement()
                .satisfies(input -> assertThat(input.acceleratorShare()).isCloseTo(.3, within(EXACT)));
        assertThat(Ceilings.cumulative(diagnosis)).hasSize(1);
    }

    @Test
    void lossesAreSortedByTheirCeiling() {
        assertThat(Ceilings.of(diagnosis()))
                .extracting(ClassCeiling::classes)
                .containsExactly(Set.of(INPUT_STARVATION), Set.of(HOST_SERIAL), Set.of(QUEUE_WAIT));
        assertThat(Ceilings.combined(diagnosis(), Set.of(INPUT_STARVATION, HOST_SERIAL))
                        .acceleratorShare())
                .isCloseTo(.5, within(EXACT));
    }

    @Test
    void lossesAreAlsoTakenTogetherFromTheLargestOn() {
        List<ClassCeiling> together = Ceilings.cumulative(diagnosis());

        assertThat(together)
                .extracting(ClassCeiling::classes)
                .containsExactly(
                        Set.of(INPUT_STARVATION),
                        Set.of(INPUT_STARVATION, HOST_SERIAL),
                        Set.of(INPUT_STARVATION, HOST_SERIAL, QUEUE_WAIT));
        assertThat(together)
                .extracting(ClassCeiling::acceleratorCeiling)
                .satisfiesExactly(
                        one -> assertThat(one).isCloseTo(1 / .6, within(EXACT)),
                        two -> assertThat(two).isCloseTo(2, within(EXACT)),
                        all -> assertThat(all).isCloseTo(2, within(EXACT)));
        assertThat(together.get(2).wallCeiling()).isCloseTo(4, within(EXACT));
    }

    private static Diagnosis diagnosis() {
        return new Diagnosis(
                "train",
                List.of(
                        new Account(QUEUE_WAIT, 10, 0),
                        new Account(HOST_SERIAL, 1, 4),
                        new Account(INPUT_STARVATION, 4, 16),
                        new Account(PRODUCTIVE, 5, 20)),
                20,
                Map.of(),
                List.of("run-1"),
                List.of());
    }
}
