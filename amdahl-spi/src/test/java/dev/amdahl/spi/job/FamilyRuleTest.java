package dev.amdahl.spi.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class FamilyRuleTest {
    @ParameterizedTest
    @CsvSource({
        "nightly-eval, nightly-eval",
        "bert-20261123-run7, bert",
        "bert-base_run7, bert-base",
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
        FamilyRule rule = FamilyRule.of(Pattern.compile("^([a-z]+)/"));
        assertThat(rule.family("vision/resnet50-run3")).isEqualTo("vision");
        assertThat(rule.family("Other")).isEqualTo("Other");
        assertThatThrownBy(() -> FamilyRule.of(Pattern.compile("x"))).isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @CsvSource({
        "nightly-eval-29540160, nightly-eval",
        "train-7d9c6bdf5, train",
        "train-bert-large-v2, train-bert-large-v2",
        "eval-2026-03-01, eval",
        "eval-20260301-1200, eval",
        "job-3f2504e0-4f89-41d3-9a0c-0305e82c3301, job",
        "sweep-lr-17, sweep-lr",
        "train-llm-worker-0, train-llm",
        "train-llm-master-0, train-llm",
        "workflow-x7k2p, workflow",
        "bert-20261123-run7, bert",
        "bert-20261123-run7-x7k2p, bert",
        "bert-run7-0-bcdfg, bert",
        "serve-7d9f8c6b5-abcde, serve",
        "train-bert-large, train-bert-large",
        "resnet50, resnet50",
        "29540160, 29540160",
        "deadbeef, deadbeef",
        "gpu-burn-decade, gpu-burn-decade"
    })
    void whatKubernetesAddsIsLeftOutOfAPodsNameAsWell(String name, String family) {
        assertThat(FamilyRule.standard().familyOfPod(name)).isEqualTo(family);
    }
}
