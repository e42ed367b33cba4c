package dev.amdahl.core.internal.timeline.detect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.amdahl.core.internal.timeline.detect.Detection.Outcome;
import dev.amdahl.spi.hypothesis.Account;
import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.hypothesis.Diagnosis;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class DetectorsTest {
    static Stream<Rule> rules() {
        return Detectors.shipped().rules().stream();
    }

    @ParameterizedTest
    @MethodSource("rules")
    void eachRuleFiresJustBeyondItsBoundsAndNotJustBefore(Rule rule) {
        Map<String, Double> over = new TreeMap<>();
        rule.conditions().forEach(condition -> over.put(condition.signal().key(), beyond(condition)));

        Detection fired = examine(rule, over);

        assertThat(fired.outcome()).isEqualTo(Outcome.FIRED);
        assertThat(fired.statement()).contains(rule.says(), rule.id()).doesNotContain("not measured");
        assertThat(fired.evidence())
                .hasSameSizeAs(rule.conditions())
                .allSatisfy(figure -> assertThat(figure.value()).isNotNull());
        assertThat(fired.fills()).containsExactlyInAnyOrderElementsOf(over.keySet());
        for (Condition condition : rule.conditions()) {
            Map<String, Double> miss = new TreeMap<>(over);
            miss.put(condition.signal().key(), before(condition));
            assertThat(examine(rule, miss).outcome()).as("%s", condition).isEqualTo(Outcome.CLEAR);
        }
    }

    @Test
    void aRuleWhoseClassHoldsLessThanTwoPerCentDoesNotFireAndTheLargestCeilingComesFirst() {
        List<Account> accounts = List.of(
                new Account(Bottleneck.PRODUCTIVE, 50, 50),
                new Account(Bottleneck.SYNC_STALL, 1.9, 1.9),
                new Account(Bottleneck.INPUT_STARVATION, 8.1, 8.1),
                new Account(Bottleneck.HOST_SERIAL, 40, 40));
        Map<String, Double> metrics = Map.of(
                "step_dataloader_frac",
                .5,
                "idle_host_work_frac",
                .9,
                "sync_calls_per_step",
                9.0,
                "ckpt_frac",
                .5,
                "gpu_gap_frac",
                .5);
        Diagnosis diagnosis = new Diagnosis("f", accounts, 50, metrics, List.of("e"), List.of());

        assertThat(Detectors.of(diagnosis))
                .extracting(Detection::rule)
                .containsExactly("tracelens.host-work", "tb.dataloader");
    }

    @ParameterizedTest
    @MethodSource("rules")
    void aRuleWhoseFigureWasNotMeasuredNeitherFiresNorPasses(Rule rule) {
        for (Condition missing : rule.conditions()) {
            Map<String, Double> metrics = new TreeMap<>();
            rule.conditions().stream()
                    .filter(condition -> !condition.equals(missing))
                    .forEach(condition -> metrics.put(condition.signal().key(), beyond(condition)));

            Detection detection = examine(rule, metrics);

            assertThat(detection.outcome()).isEqualTo(Outcome.NOT_MEASURED);
            assertThat(detection.statement()).contains(missing.signal().key() + " not measured");
        }
        assertThat(Detectors.of(diagnosis(Map.of()))).isEmpty();
    }

    private static double beyond(Condition condition) {
        double step = Math.max(1e-6, 1e-6 * Math.abs(condition.threshold()));
        return switch (condition.comparison()) {
            case ABOVE -> condition.threshold() + step;
            case AT_LEAST, AT_MOST -> condition.threshold();
            case BELOW -> condition.threshold() - step;
        };
    }

    private static double before(Condition condition) {
        double step = Math.max(1e-6, 1e-6 * Math.abs(condition.threshold()));
        return switch (condition.comparison()) {
            case ABOVE, BELOW -> condition.threshold();
            case AT_LEAST -> condition.threshold() - step;
            case AT_MOST -> condition.threshold() + step;
        };
    }

    @Test
    void aDetectionCarriesItsFiguresAndTheCeilingsOfTheWholeRun() {
        Detection input =
                Detectors.of(diagnosis(Map.of("step_dataloader_frac", .334))).get(0);

        assertThat(input.rule()).isEqualTo("tb.dataloader");
        assertThat(input.bottleneck()).isEqualTo(Bottleneck.INPUT_STARVATION);
        assertThat(input.statement())
                .isEqualTo("the steps wait for the loader: step_dataloader_frac 0.3340 share of the steps (> 0.05000)"
                        + " [tb.dataloader]");
        assertThat(input.wallCeiling()).isCloseTo(1 / .75, within(1e-12));
        assertThat(input.acceleratorCeiling()).isCloseTo(1 / .6, within(1e-12));
    }

    @Test
    void aRuleOfSeveralClassesNamesTheLargest() {
        Detection gaps = Detectors.of(diagnosis(Map.of("idle_frac", .5))).get(0);

        assertThat(gaps.bottleneck()).isEqualTo(Bottleneck.INPUT_STARVATION);
        assertThat(gaps.acceleratorCeiling()).isCloseTo(2, within(1e-12));
    }

    @Test
    void aClassWithoutAnAccountHasNoCeiling() {
        Detection memory = Detectors.of(diagnosis(Map.of("hbm_used_frac", .95))).get(0);

        assertThat(memory.bottleneck()).isEqualTo(Bottleneck.MEMORY_CAPACITY);
        assertThat(memory.wallCeiling()).isNull();
    }

    @Test
    void aWakeUpStormIsSeenFromContextSwitches() {
        assertThat(Detectors.of(
                        diagnosis(Map.of("ctx_switch_per_s_per_core", 45_000.0, "wakeups_per_s_per_core", 44_000.0))))
                .singleElement()
                .satisfies(storm -> {
                    assertThat(storm.bottleneck()).isEqualTo(Bottleneck.HOST_CONTENTION);
                    assertThat(storm.statement()).contains("45000 1/s per core (>= 2000)");
                });
        assertThat(Detectors.of(
                        diagnosis(Map.of("ctx_switch_per_s_per_core", 1_900.0, "wakeups_per_s_per_core", 1_800.0))))
                .isEmpty();
    }

    @Test
    void boundsCanBeSet() {
        Diagnosis diagnosis = diagnosis(Map.of("idle_frac", .12));

        assertThat(Detectors.of(diagnosis)).isEmpty();
        assertThat(Detectors.shipped().withThreshold("tracelens.idle", .10).fired(diagnosis))
                .extracting(Detection::rule)
                .containsExactly("tracelens.idle");
        assertThatThrownBy(() -> Detectors.shipped().withThreshold("no.such", 1))
                .hasMessageContaining("no rule no.such");
    }

    @Test
    void rulesHaveNamesOfTheirOwn() {
        assertThat(rules().map(Rule::id)).doesNotHaveDuplicates().hasSizeGreaterThan(40);
    }

    private static Detection examine(Rule rule, Map<String, Double> metrics) {
        return Detectors.shipped().examine(diagnosis(metrics)).stream()
                .filter(detection -> detection.rule().equals(rule.id()))
                .findFirst()
                .orElseThrow();
    }

    private static Diagnosis diagnosis(Map<String, Double> metrics) {
        return new Diagnosis(
                "train",
                List.of(
                        new Account(Bottleneck.QUEUE_WAIT, 6, 0),
                        new Account(Bottleneck.INPUT_STARVATION, 4, 8),
                        new Account(Bottleneck.HOST_SERIAL, 1, 2),
                        new Account(Bottleneck.PRODUCTIVE, 5, 10)),
                10,
                metrics,
                List.of("run-1"),
                List.of());
    }
}
