package dev.amdahl.core.schedulers.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.amdahl.spi.AmdahlException;
import dev.amdahl.spi.experiment.ArmResult;
import dev.amdahl.spi.experiment.Covariate;
import dev.amdahl.spi.experiment.RunStatus;
import dev.amdahl.spi.experiment.TrialRequest;
import dev.amdahl.spi.experiment.TrialResult;
import dev.amdahl.spi.experiment.WorkerRunId;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.GenericKubernetesResourceBuilder;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Results of real child processes, brought by the log that they printed, and logs that were damaged on the way. */
@Tag("soak")
final class LogTransportTest {
    private static final String WRITES_ALL =
            "echo \"$GREETING loss 0.25\"; echo '{\"steps\": 12}' >stats.json; echo same >out.txt;"
                    + " echo '{\"work_units\": 40}' >\"$AMDAHL_METRICS\"; echo extra >\"$AMDAHL_OUTPUT/more.txt\"";

    private static FakeCluster cluster;

    @TempDir
    Path node;

    @TempDir
    Path here;

    private FakeKubelet kubelet;
    private KubernetesScheduler scheduler;

    @BeforeAll
    static void startCluster() {
        cluster = new FakeCluster();
    }

    @AfterAll
    static void stopCluster() {
        cluster.close();
    }

    @BeforeEach
    void open() {
        kubelet = new FakeKubelet(cluster, node);
        scheduler = KubernetesScheduler.over(cluster.client, Given.in(here));
    }

    @AfterEach
    void close() {
        kubelet.close();
    }

    private WorkerRunId finished(TrialRequest request) throws IOException {
        WorkerRunId run = scheduler.submit(request);
        kubelet.finish("amdahl-" + request.key());
        return run;
    }

    private static String log(String pod) {
        return cluster.logs.getOrDefault(pod, "never written");
    }

    private RunStatus status(WorkerRunId run) {
        return scheduler.poll(Set.of(run)).getOrDefault(run, RunStatus.UNKNOWN);
    }

    @Test
    void everythingMeasuredComesThroughTheLog() throws IOException {
        WorkerRunId run = finished(Wanted.shell("whole", WRITES_ALL));
        assertThat(run.value()).isEqualTo("test/amdahl-whole");
        assertThat(status(run)).isEqualTo(RunStatus.DONE);

        TrialResult result = scheduler.collect(run);

        assertThat(cluster.calls)
                .as("the role that the manual gives has no watch")
                .isNotEmpty()
                .noneMatch(call -> call.contains("watch="));
        assertThat(result.host()).isEqualTo(FakeKubelet.NODE);
        assertThat(result.voidReason()).isEmpty();
        assertThat(result.arms()).hasSize(2).allSatisfy(arm -> {
            assertThat(arm.isSuccess()).isTrue();
            assertThat(arm.workUnits()).hasValue(40);
            assertThat(arm.metrics()).containsEntry("loss", .25).containsEntry("steps", 12.0);
            assertThat(arm.digests()).containsOnlyKeys("out.txt", "-", "AMDAHL_OUTPUT/more.txt");
            assertThat(arm.covariates().get(Covariate.QUEUE_SECONDS)).isBetween(0.0, 60.0);
            assertThat(arm.notes()).isEmpty();
            assertThat(arm.folder().orElseThrow().resolve("run/out.txt")).hasContent("same");
            assertThat(arm.folder().orElseThrow().resolve("output/more.txt")).hasContent("extra");
        });
        assertThat(here.resolve("trials/whole/a/stdout")).hasContent("it's loss 0.25");
        assertThat(log("amdahl-whole-x7k2p").lines().filter(line -> !line.isEmpty()))
                .singleElement()
                .satisfies(line ->
                        assertThat(line).startsWith("amdahl.result/1 whole ").endsWith(" end"));
        String pod = cluster.client
                .pods()
                .inNamespace("test")
                .withName("amdahl-whole-x7k2p")
                .get()
                .toString();
        assertThat(pod).doesNotContainIgnoringCase("baseline").doesNotContainIgnoringCase("variant");
    }

    @Test
    void aCollectedResultNeedsTheClusterNoMore() throws IOException {
        WorkerRunId run = finished(Wanted.shell("kept", WRITES_ALL));
        TrialResult first = scheduler.collect(run);
        cluster.calls.clear();

        KubernetesScheduler restarted = KubernetesScheduler.over(cluster.client, Given.in(here));

        assertThat(restarted.poll(Set.of(run))).containsEntry(run, RunStatus.DONE);
        assertThat(restarted.collect(run)).isEqualTo(first);
        assertThat(cluster.calls).isEmpty();
    }

    @Test
    void anotherMachineReadsTheSameFromTheSamePod(@TempDir Path elsewhere) throws IOException {
        WorkerRunId run = finished(Wanted.shell("moved", WRITES_ALL));
        TrialResult first = scheduler.collect(run);

        KubernetesScheduler other = KubernetesScheduler.over(cluster.client, Given.in(elsewhere));

        assertThat(other.poll(Set.of(run))).containsEntry(run, RunStatus.DONE);
        assertThat(other.collect(run).arms())
                .extracting(ArmResult::wallSeconds)
                .isEqualTo(first.arms().stream().map(ArmResult::wallSeconds).toList());
    }

    @Test
    void whatTheLogCannotCarryIsLeftOutAndSaid() throws IOException {
        String large =
                "head -c 900000 /dev/zero | tr '\\000' x >out.txt; head -c 800000 /dev/zero | tr '\\000' y; echo; echo loss 0.5";
        TrialResult result = scheduler.collect(finished(Wanted.shell("large", large)));

        assertThat(result.arms()).allSatisfy(arm -> {
            assertThat(arm.metrics()).containsEntry("loss", .5);
            assertThat(arm.digests()).containsKeys("out.txt", "-");
            assertThat(arm.notes()).anySatisfy(note -> assertThat(note).contains("too large: run/out.txt, stdout"));
            assertThat(arm.folder().orElseThrow().resolve("run/out.txt")).doesNotExist();
        });
        assertThat(log("amdahl-large-x7k2p")).hasSizeLessThan(1_000_000);
    }

    @Test
    void aTrialThatFailsOnTheNodeSaysWhy() throws IOException {
        WorkerRunId run = scheduler.submit(Wanted.shell("broken", "true"));
        cluster.client
                .configMaps()
                .inNamespace("test")
                .withName("amdahl-broken")
                .edit(map -> {
                    map.getData().put("trial.sh", "echo no space >&2; exit 3");
                    return map;
                });
        kubelet.finish("amdahl-broken");

        assertThat(status(run)).isEqualTo(RunStatus.INFRA_FAILED);
        assertThat(scheduler.reason(run))
                .contains("its container ended with exit code 1: the trial ended without a record");
    }

    @Test
    void anArmThatWentOverTheMemoryOfItsPodHasFailed() throws IOException {
        WorkerRunId run = scheduler.submit(Wanted.shell("oom", "true"));
        cluster.client.configMaps().inNamespace("test").withName("amdahl-oom").edit(map -> {
            map.getData().put("trial.sh", "exit 137");
            return map;
        });
        kubelet.finish("amdahl-oom");
        cluster.client.pods().inNamespace("test").withName("amdahl-oom-x7k2p").editStatus(pod -> {
            var end = pod.getStatus().getContainerStatuses().get(0).getState().getTerminated();
            end.setReason("OOMKilled");
            end.setMessage("amdahl.arm b");
            return pod;
        });

        assertThat(status(run)).isEqualTo(RunStatus.DONE);
        TrialResult result = scheduler.collect(run);
        assertThat(result.arms().get(0).exitCode()).isEmpty();
        assertThat(result.arms().get(1).exitCode()).hasValue(137);
        assertThat(result.arms().get(1).notes()).anyMatch(note -> note.contains("OOMKilled"));
        assertThat(status(run)).isEqualTo(RunStatus.DONE);
    }

    @Test
    void aMissingProgramOfTheImageIsNamed() throws IOException {
        WorkerRunId run = scheduler.submit(Wanted.shell("bare", "true"));
        Path bin = Files.createDirectories(node.resolve("bin"));
        cluster.client.configMaps().inNamespace("test").withName("amdahl-bare").edit(map -> {
            map.getData().compute("pod.sh", (name, text) -> "PATH=" + bin + "\n" + text);
            return map;
        });
        kubelet.finish("amdahl-bare");

        assertThat(status(run)).isEqualTo(RunStatus.INFRA_FAILED);
        assertThat(scheduler.reason(run).orElseThrow()).contains("the image has no setsid");
    }

    @ParameterizedTest
    @CsvSource({
        "cut, cut off after",
        "mixed, checksum",
        "split, other text surrounds",
        "trailing, other text surrounds",
        "absent, no line of its log is a result",
        "empty, its log is empty",
        "twice, 2 lines of its log are results",
        "swapped, other text is mixed into it",
        "outside, outside the trial",
        "norecord, holds no result.properties"
    })
    void aDamagedLogIsAReasonAndNeverANumber(String how, String reason) throws IOException {
        WorkerRunId run = finished(Wanted.shell(how, WRITES_ALL));
        cluster.logs.compute("amdahl-" + how + "-x7k2p", (pod, log) -> DamagedLog.of(how, log.strip()));

        assertThat(status(run)).isEqualTo(RunStatus.DONE);
        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(() -> scheduler.collect(run))
                    .isInstanceOf(AmdahlException.class)
                    .hasMessageContaining(reason);
        }
        assertThat(status(run)).isEqualTo(RunStatus.INFRA_FAILED);
        assertThat(scheduler.reason(run).orElseThrow()).contains(reason);
        assertThat(here.resolve("trials/" + how + "/trial.json")).doesNotExist();
        assertThat(List.of(here.resolve("trials/outside.txt"), here.resolve("outside.txt")))
                .noneMatch(Files::exists);
    }

    @Test
    void aLogThatCameDamagedOnceIsReadAgain() throws IOException {
        WorkerRunId run = finished(Wanted.shell("again", WRITES_ALL));
        String whole = log("amdahl-again-x7k2p");
        cluster.logs.put("amdahl-again-x7k2p", DamagedLog.of("cut", whole.strip()));
        assertThatThrownBy(() -> scheduler.collect(run)).hasMessageContaining("cut off");
        cluster.logs.put("amdahl-again-x7k2p", whole);

        assertThat(status(run)).isEqualTo(RunStatus.DONE);
        assertThat(scheduler.collect(run).arms()).hasSize(2);
    }

    @Test
    void underKueueTheQueueEndsWithTheAdmission() throws IOException {
        scheduler = KubernetesScheduler.over(cluster.client, Given.in(here).with("queue", "gpu-team"));
        WorkerRunId run = scheduler.submit(Wanted.shell("queued", WRITES_ALL));
        kubelet.step();
        assertThat(status(run)).isEqualTo(RunStatus.QUEUED);
        Job job = cluster.client
                .batch()
                .v1()
                .jobs()
                .inNamespace("test")
                .withName("amdahl-queued")
                .get();
        Instant created = Instant.parse(job.getMetadata().getCreationTimestamp());
        Map<String, Object> admitted = Map.of(
                "type",
                "Admitted",
                "status",
                "True",
                "lastTransitionTime",
                created.plusSeconds(120).toString());
        GenericKubernetesResource workload = new GenericKubernetesResourceBuilder()
                .withApiVersion("kueue.x-k8s.io/v1beta1")
                .withKind("Workload")
                .withNewMetadata()
                .withName("job-amdahl-queued")
                .addToLabels("kueue.x-k8s.io/job-uid", job.getMetadata().getUid())
                .endMetadata()
                .addToAdditionalProperties("status", Map.of("conditions", List.of(admitted)))
                .build();
        cluster.client
                .genericKubernetesResources(FakeCluster.WORKLOADS)
                .inNamespace("test")
                .resource(workload)
                .create();
        cluster.client
                .batch()
                .v1()
                .jobs()
                .inNamespace("test")
                .withName("amdahl-queued")
                .edit(now -> {
                    now.getSpec().setSuspend(false);
                    return now;
                });
        kubelet.finish("amdahl-queued");

        assertThat(scheduler.collect(run).arms())
                .extracting(arm -> arm.covariates().get(Covariate.QUEUE_SECONDS))
                .allSatisfy(seconds -> assertThat(seconds).isCloseTo(120, within(1e-3)));
    }

    @Test
    void aVolumeCarriesTheResultInsteadOfTheLog(@TempDir Path shared) throws IOException {
        scheduler = KubernetesScheduler.over(
                cluster.client, Given.in(here).with("root", shared.toString()).with("volume-claim", "trials"));
        Path code = Files.createDirectories(shared.resolve("code"));
        Files.writeString(code.resolve("stats-of-arm.txt"), "seen");
        WorkerRunId run = finished(
                Wanted.shell("volume", "cat stats-of-arm.txt; echo loss 1").in(code));

        TrialResult result = scheduler.collect(run);

        assertThat(result.host()).isEqualTo(FakeKubelet.NODE);
        assertThat(result.arms()).allSatisfy(arm -> assertThat(arm.metrics()).containsEntry("loss", 1.0));
        assertThat(shared.resolve("trials/volume/a/stdout")).content().startsWith("seen");
        assertThat(log("amdahl-volume-x7k2p")).isEmpty();
    }
}
