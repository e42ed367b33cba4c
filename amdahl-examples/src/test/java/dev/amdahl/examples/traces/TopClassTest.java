package dev.amdahl.examples.traces;

import static dev.amdahl.spi.hypothesis.Bottleneck.*;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.amdahl.core.internal.timeline.Ceilings;
import dev.amdahl.core.internal.timeline.ClassCeiling;
import dev.amdahl.core.internal.timeline.Diagnose;
import dev.amdahl.core.internal.timeline.JobTimeline;
import dev.amdahl.core.internal.timeline.detect.Detection;
import dev.amdahl.core.internal.timeline.detect.Detectors;
import dev.amdahl.profilers.kineto.KinetoProfiler;
import dev.amdahl.spi.contract.Requires;
import dev.amdahl.spi.hypothesis.Account;
import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.hypothesis.Diagnosis;
import dev.amdahl.spi.job.Activity;
import dev.amdahl.spi.job.Lane;
import dev.amdahl.spi.job.Timeline;
import dev.amdahl.spi.profiler.Artifact;
import dev.amdahl.spi.profiler.ProfileLimits;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the accounts say of traces whose bottleneck is known from elsewhere. */
final class TopClassTest {
    /** The host keeps the device waiting, by its own work, its launches or its waits for the device. */
    private static final Set<Bottleneck> HOST = EnumSet.of(HOST_SERIAL, LAUNCH_BOUND, SYNC_STALL, HOST_CONTENTION);

    private static final Map<String, Timeline> READ = new ConcurrentHashMap<>();

    private static final Set<Bottleneck> COMPUTE = EnumSet.of(PRODUCTIVE);

    private static final Map<String, Set<Bottleneck>> LABELS = Map.ofEntries(
            Map.entry("kineto/nccl_data.json.gz", HOST),
            Map.entry("kineto/tl_b200_eager.json.gz", HOST),
            Map.entry("kineto/tl_h100_bert_small.json.gz", HOST),
            Map.entry("kineto/tl_h100_vit_nsfw.json.gz", HOST),
            Map.entry("kineto/tl_sglang_qwen3_8b_decode.json.gz", COMPUTE),
            Map.entry("kineto/tl_vllm_decode_graph.json.gz", COMPUTE),
            Map.entry("kineto/ns_resolution_rank0.json.gz", COMPUTE),
            Map.entry("kineto-edge/tl_torch_compile_triton.json.gz", COMPUTE),
            Map.entry("kineto/tl_h100_qwen05b.json.gz", COMPUTE),
            Map.entry("kineto/dlrm_8rank_worker0.json.gz", EnumSet.of(COMM_EXPOSED)),
            Map.entry("kineto/dlrm_8rank_worker1.json.gz", EnumSet.of(COMM_EXPOSED)),
            Map.entry("kineto/dlrm_8rank_worker3.json.gz", EnumSet.of(COMM_EXPOSED)));

    @Test
    void theLargestAccountIsWhatTheLabelSays() {
        Map<String, Bottleneck> wrong = new TreeMap<>();
        LABELS.forEach((file, label) -> {
            Bottleneck top = top(diagnosis(read(file)));
            if (!label.contains(top)) {
                wrong.put(file, top);
            }
        });
        assertThat(LABELS).hasSizeGreaterThan(10);
        assertThat(wrong).isEmpty();
    }

    /** Serving steps cut out of an overlapped schedule: the host queues while the device still runs the step before, which is not recorded. */
    @ParameterizedTest
    @ValueSource(strings = {"tl_sglang_qwen3_8b_decode", "tl_vllm_decode_graph"})
    void aServingStepBehindOneThatWasNotRecordedHasNoLossToSpeakOf(String name) {
        Diagnosis diagnosis = diagnosis(read("kineto/" + name + ".json.gz"));

        assertThat(diagnosis.accounts()).extracting(Account::bottleneck).contains(NOT_RECORDED);
        assertThat(Ceilings.of(diagnosis))
                .isNotEmpty()
                .allSatisfy(ceiling -> assertThat(ceiling.acceleratorCeiling()).isLessThan(1.05));
        assertThat(Detectors.of(diagnosis))
                .allSatisfy(rule -> assertThat(rule.acceleratorCeiling() == null ? 1 : rule.acceleratorCeiling())
                        .isLessThan(1.05));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "kineto/resnet50_num_workers_4.A.pt.trace.json.gz",
                "kineto-edge/trace_compare_base.json.gz",
                "kineto-edge/triton_cpu_op_with_stream0.json.gz"
            })
    void whatLiesAtTheEdgesOfARecordingIsNoLoss(String file) {
        Diagnosis diagnosis = diagnosis(read(file));

        assertThat(diagnosis.accounts())
                .extracting(Account::bottleneck)
                .contains(NOT_RECORDED)
                .doesNotContain(WARMUP, IDLE_AFTER_FINISH);
    }

    @Test
    void theCreationOfAContextAtTheTrueStartIsWarmUp() {
        assertThat(top(diagnosis(read("kineto/alexnet.json.gz")))).isEqualTo(WARMUP);
    }

    @Test
    void ofAJobThatChangedItsLoaderTheCeilingWasKnownBefore() {
        Timeline before = read("kineto/resnet50_num_workers_0.A.pt.trace.json.gz");
        Timeline after = read("kineto/resnet50_num_workers_4.A.pt.trace.json.gz");
        Diagnosis diagnosis = diagnosis(before);

        ClassCeiling ceiling = Ceilings.combined(diagnosis, Set.of(INPUT_STARVATION));
        double effect = meanStep(before) / meanStep(after);

        assertThat(diagnosis.isExplained()).isTrue();
        assertThat(diagnosis.topLoss()).contains(INPUT_STARVATION);
        assertThat(ceiling.acceleratorShare()).as("of the run").isCloseTo(.334, within(.001));
        assertThat(ceiling.wallCeiling()).isCloseTo(1.50, within(.005));
        assertThat(ceiling.acceleratorCeiling()).isEqualTo(ceiling.wallCeiling());
        assertThat(effect).isBetween(1.2, ceiling.wallCeiling());
        assertThat(diagnosis.metrics().get("step_dataloader_frac"))
                .as("33.4 % in the TensorBoard plug-in")
                .isCloseTo(.334, within(.002));
        assertThat(rules(diagnosis)).contains("tb.dataloader", "amdahl.input");
        assertThat(rules(diagnosis(after))).doesNotContain("tb.dataloader", "amdahl.input");
        assertThat(diagnosis(after).acceleratorShare(Set.of(INPUT_STARVATION)).orElseThrow())
                .isLessThan(.01);
    }

    /** Four of eight ranks: each alone shows exposed communication, only side by side a third of it turns out to be waiting. */
    @Test
    void theImbalanceOfRanksShowsSideBySide() {
        List<Timeline> ranks = Stream.of(0, 1, 2, 3)
                .map(rank -> read("kineto/dlrm_8rank_worker" + rank + ".json.gz"))
                .toList();
        Diagnosis job = diagnosis(JobTimeline.ofRanks(ranks));
        double alone = ranks.stream()
                .mapToDouble(rank -> diagnosis(rank).acceleratorSeconds(COMM_EXPOSED))
                .sum();

        double together = job.acceleratorSeconds(COMM_EXPOSED) + job.acceleratorSeconds(STRAGGLER_SKEW);

        assertThat(job.acceleratorSeconds(STRAGGLER_SKEW)).isGreaterThan(.3 * together);
        assertThat(together).isCloseTo(alone, within(.15 * alone));
        assertThat(job.metrics()).containsKeys("skew_wait_frac", "same_last_rank_frac");
    }

    private static List<String> rules(Diagnosis diagnosis) {
        return Detectors.of(diagnosis).stream().map(Detection::rule).toList();
    }

    private static Bottleneck top(Diagnosis diagnosis) {
        return diagnosis.accounts().stream()
                .filter(account -> account.bottleneck() != NOT_RECORDED)
                .max(Comparator.comparingDouble(Account::acceleratorSeconds))
                .orElseThrow()
                .bottleneck();
    }

    private static Diagnosis diagnosis(Timeline timeline) {
        return Diagnose.diagnose("trace", timeline, List.of());
    }

    /** Mean length of the profiled steps, ns. */
    private static double meanStep(Timeline timeline) {
        for (Lane lane : timeline.lanes()) {
            if (lane.side() == Activity.Side.PHASE && lane.size() > 1) {
                double sum = 0;
                for (int i = 0; i < lane.size(); i++) {
                    sum += lane.end(i) - lane.start(i);
                }
                return sum / lane.size();
            }
        }
        throw new AssertionError("no steps");
    }

    private static Timeline read(String file) {
        return READ.computeIfAbsent(file, TopClassTest::reading);
    }

    private static Timeline reading(String file) {
        return new KinetoProfiler()
                .read(new Artifact(Requires.data("traces/" + file), "trace"), ProfileLimits.DEFAULT)
                .timeline()
                .orElseThrow();
    }
}
