package dev.amdahl.core.internal.advice;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.spi.contract.IdeaSourceContract;
import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.hypothesis.Idea;
import dev.amdahl.spi.hypothesis.IdeaSource;
import dev.amdahl.spi.hypothesis.IdeaSourceFactory;
import dev.amdahl.spi.hypothesis.LeverTemplate;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

final class IdeaCatalogueTest extends IdeaSourceContract {
    private final IdeaCatalogue catalogue = IdeaCatalogue.shipped();

    @Override
    protected IdeaSource source() {
        return catalogue;
    }

    @Test
    void allIdeasAreRead() {
        assertThat(catalogue.ideas()).hasSize(158);
        assertThat(catalogue.ideas()).extracting(Idea::typicalFraction).allMatch(value -> value > 0 && value < 1);
    }

    @Test
    void aJobThatStarvesOnInputReceivesOnlyMatchingIdeas() {
        List<Idea> ideas = catalogue.search(Fixtures.query(
                Set.of(Bottleneck.INPUT_STARVATION), Map.of("input_wait_frac", .4, "cpu_idle_frac", .5)));

        assertThat(ideas).extracting(Idea::id).containsExactly("input-more-workers");
    }

    @Test
    void anUnmeasuredMetricNeedsEvidenceAndZeroIsAMeasurement() {
        Set<Bottleneck> input = Set.of(Bottleneck.INPUT_STARVATION);

        assertThat(catalogue.search(Fixtures.query(input, Map.of("input_wait_frac", .4))))
                .isEmpty();
        assertThat(catalogue.needsEvidence(input, Map.of("input_wait_frac", .4)))
                .filteredOn(open -> open.idea().id().equals("input-more-workers"))
                .singleElement()
                .satisfies(open -> assertThat(open.unmeasured()).containsExactly("cpu_idle_frac"));
        assertThat(catalogue.needsEvidence(input, Map.of("input_wait_frac", .4, "cpu_idle_frac", 0.0)))
                .extracting(open -> open.idea().id())
                .doesNotContain("input-more-workers");
    }

    @Test
    void halfEmptyDeviceMemoryOffersALargerBatch() {
        assertThat(catalogue.search(Fixtures.query(
                        Set.of(Bottleneck.UNDER_BATCHED), Map.of("hbm_used_frac", .5, "gpu_busy_frac", .7))))
                .extracting(Idea::id)
                .containsExactly("cap-batch-up");
    }

    @Test
    void periodicWorkOffersToDoItLessOften() {
        assertThat(catalogue.search(Fixtures.query(Set.of(Bottleneck.REDUNDANT_WORK), Map.of("periodic_frac", .06))))
                .extracting(Idea::id)
                .contains("algo-do-it-less-often");
    }

    @Test
    void anIdeaIsOfferedUnderEachClassThatItRelieves() {
        Map<String, Double> measured = Map.of("periodic_frac", .06, "hbm_used_frac", .3, "gpu_busy_frac", .7);

        assertThat(catalogue.search(Fixtures.query(Set.of(Bottleneck.PERIODIC_SIDE_WORK), measured)))
                .filteredOn(idea -> idea.id().equals("algo-do-it-less-often"))
                .extracting(Idea::bottleneck)
                .containsExactly(Bottleneck.PERIODIC_SIDE_WORK);
        assertThat(catalogue.search(Fixtures.query(
                        Set.of(Bottleneck.LAUNCH_BOUND, Bottleneck.HOST_SERIAL, Bottleneck.UNDER_BATCHED), measured)))
                .filteredOn(idea -> idea.id().equals("cap-batch-up"))
                .extracting(Idea::bottleneck)
                .containsExactly(Bottleneck.UNDER_BATCHED);
    }

    @Test
    void theNoiseScaleOfTheGradientsAdvisesALargerOrASmallerBatch() {
        assertThat(noiseScale(4)).containsExactly("train-batch-up-to-noise-scale");
        assertThat(noiseScale(1)).isEmpty();
        assertThat(noiseScale(.3)).containsExactly("train-batch-down-to-noise-scale");
    }

    private List<String> noiseScale(double perBatch) {
        return catalogue
                .search(Fixtures.query(
                        Set.of(Bottleneck.COMM_EXPOSED, Bottleneck.COMPUTE_BOUND),
                        Map.of("noise_scale_per_batch", perBatch)))
                .stream()
                .peek(idea -> assertThat(idea.kind()).isEqualTo("model"))
                .map(Idea::id)
                .toList();
    }

    @Test
    void everyMetricOfASymptomIsDefined() {
        MetricsTable table = MetricsTable.shipped();

        assertThat(table.metrics())
                .extracting(Metric::name)
                .doesNotHaveDuplicates()
                .hasSizeGreaterThan(100);
        assertThat(table.metrics()).allSatisfy(metric -> {
            assertThat(metric.unit()).isNotBlank();
            assertThat(metric.definition()).isNotBlank();
        });
        for (Idea idea : catalogue.ideas()) {
            assertThat(idea.symptoms())
                    .as(idea.id())
                    .isNotEmpty()
                    .allSatisfy(symptom ->
                            assertThat(table.metric(symptom.metric())).isPresent());
        }
    }

    @Test
    void theseIdeasCanMatchWithWhatTheLibraryMeasures() {
        MetricsTable table = MetricsTable.shipped();

        List<String> reachable = catalogue.ideas().stream()
                .filter(idea -> idea.symptoms().stream().allMatch(symptom -> table.isProduced(symptom.metric())))
                .map(Idea::id)
                .toList();

        assertThat(reachable)
                .containsExactlyInAnyOrder(
                        "queue-right-size-request",
                        "queue-coschedule-small-evals",
                        "warm-compile-cache",
                        "warm-regional-compile",
                        "warm-parallel-weights",
                        "warm-broadcast-weights",
                        "warm-import-diet",
                        "warm-overlap-start",
                        "input-more-workers",
                        "input-pinned-async",
                        "input-double-buffer",
                        "input-batch-small-copies",
                        "input-vectorised-parse",
                        "input-binary-format",
                        "input-device-decompress",
                        "input-device-augment",
                        "input-gds",
                        "host-blas-threads",
                        "host-blas-wakeups",
                        "host-irq-affinity",
                        "host-cpu-quota",
                        "host-python-out-of-loop",
                        "host-cpu-features-vectorise",
                        "host-right-ratio",
                        "host-gc-pause",
                        "sync-metric-logging",
                        "sync-lr-schedule",
                        "launch-compile",
                        "launch-fuse-elementwise",
                        "launch-fused-optimizer",
                        "launch-persistent-kernel",
                        "launch-microbatch-fusion",
                        "launch-stream-overlap",
                        "comm-overlap-backward",
                        "comm-bucket-size",
                        "comm-compress-8-lowrank",
                        "comm-shard-strategy",
                        "comm-dataparallel-antipattern",
                        "skew-isolate-slow-node",
                        "bubble-schedule",
                        "mem-flash-attention",
                        "mem-fuse-norm-act",
                        "mem-coalesce",
                        "mem-smem-tiling",
                        "mem-async-pipeline",
                        "mem-lookup-locality",
                        "mem-ideal-layout",
                        "comp-fp8",
                        "comp-int8-weights",
                        "comp-sparsity24",
                        "comp-occupancy",
                        "comp-ilp-unroll",
                        "comp-divergence",
                        "comp-warp-specialise",
                        "comp-ai-generated-kernel",
                        "comp-algorithmic-gemm",
                        "cap-activation-checkpoint-on",
                        "cap-batch-up",
                        "cap-offload-optimizer",
                        "ckpt-async",
                        "ckpt-interval-optimal",
                        "side-export-off-gpu",
                        "idle-release-early",
                        "idle-reaper",
                        "tail-shrink-release",
                        "fail-auto-resume",
                        "throttle-thermal",
                        "throttle-clock-lock-ab",
                        "power-cap-memory-bound",
                        "eval-small-gpu",
                        "coloc-complementary",
                        "cost-consolidate",
                        "algo-do-it-less-often",
                        "train-batch-up-to-noise-scale",
                        "train-batch-down-to-noise-scale");
        assertThat(reachable).hasSizeLessThan(catalogue.ideas().size());
    }

    @Test
    void theServiceLoaderFindsIt() {
        assertThat(ServiceLoader.load(IdeaSourceFactory.class))
                .extracting(IdeaSourceFactory::name)
                .contains("catalogue");
    }

    @Test
    void everyClassOfTheTaxonomyHasIdeas() {
        Set<Bottleneck> losses = EnumSet.allOf(Bottleneck.class);
        losses.removeAll(Set.of(Bottleneck.PRODUCTIVE, Bottleneck.UNATTRIBUTED, Bottleneck.NOT_RECORDED));

        assertThat(catalogue.ideas()).extracting(Idea::bottleneck).containsAll(losses);
    }

    @Test
    void manyIdeasCanBecomeLevers() {
        List<LeverTemplate> templates = IdeaCatalogue.shipped().templates();

        assertThat(templates.stream().map(LeverTemplate::idea).distinct()).hasSize(101);
        assertThat(templates).allSatisfy(template -> {
            assertThat(template.options().size() + template.variables().size()).isPositive();
            assertThat(template.options()).allMatch(template::takes);
            assertThat(template.values("True", 4).size()
                            + template.values("8", 4).size())
                    .isPositive();
        });
        LeverTemplate threads = templates.stream()
                .filter(template -> template.assumed(4).equals(Optional.of("4")))
                .findFirst()
                .orElseThrow();
        assertThat(threads.variables()).containsExactly("OMP_NUM_THREADS");
        assertThat(threads.values("4", 4)).containsExactly("1", "2");
        assertThat(threads.suits(Set.of("torch"))).isTrue();
        assertThat(threads.suits(Set.of("json"))).isFalse();
    }

    @Test
    void eachIdeaSaysHowItIsTested() {
        Map<String, Integer> kinds = new TreeMap<>();
        Resources.json("ideas.json").path("ideas").forEach(idea -> {
            assertThat(idea.has("levers")).as(idea.path("id").asText()).isNotEqualTo(idea.has("tested_by"));
            kinds.merge(idea.path("tested_by").asText("levers"), 1, Integer::sum);
        });
        assertThat(kinds).isEqualTo(Map.of("levers", 101, "capture", 24, "advice", 33));
    }
}
