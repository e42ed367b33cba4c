package dev.amdahl.core.schedulers.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.amdahl.spi.InvalidInputException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class FamilyRuleTest {
    @ParameterizedTest
    @CsvSource({
        "nightly-eval, nightly-eval",
        "nightly-eval-2026-11-22, nightly-eval",
        "nightly_eval_20261122, nightly_eval",
        "eval_20261122T0730Z, eval",
        "bert-base-v2_2026-11-22_run17, bert-base-v2",
        "sweep.seed_42, sweep",
        "sweep-17-lr, sweep-lr",
        "train-8f3a9c1d2e, train",
        "gpt2, gpt2",
        "resnet50, resnet50",
        "run17-resnet50, resnet50",
        "12345, 12345",
        "decade-facade, decade-facade",
        "pre--train-, pre--train"
    })
    void whatNumbersARunIsLeftOut(String name, String family) {
        assertThat(FamilyRule.standard().family(name)).isEqualTo(family);
    }

    @Test
    void aHostMayHaveARuleOfItsOwn() {
        FamilyRule rule = FamilyRule.of("^([a-z]+)/");
        assertThat(rule.family("vision/resnet50-run3")).isEqualTo("vision");
        assertThat(rule.family("Other")).isEqualTo("Other");
        assertThatThrownBy(() -> FamilyRule.of("(")).isInstanceOf(InvalidInputException.class);
        assertThatThrownBy(() -> FamilyRule.of("x")).isInstanceOf(InvalidInputException.class);
    }
}
