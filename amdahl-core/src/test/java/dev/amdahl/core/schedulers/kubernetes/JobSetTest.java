package dev.amdahl.core.schedulers.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import dev.amdahl.spi.contract.Requires;
import dev.amdahl.spi.experiment.RunStatus;
import dev.amdahl.spi.experiment.WorkerRunId;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.GenericKubernetesResourceList;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.batch.v1.JobBuilder;
import io.fabric8.kubernetes.api.model.batch.v1.JobSpec;
import io.fabric8.kubernetes.client.dsl.NonNamespaceOperation;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Trials as JobSets, whose controller the test plays; the document is held to the published schema. */
final class JobSetTest {
    @TempDir
    Path node;

    @TempDir
    Path volume;

    private FakeCluster cluster;
    private FakeKubelet kubelet;

    @BeforeEach
    void open() {
        Requires.program("setsid");
        cluster = new FakeCluster();
        kubelet = new FakeKubelet(cluster, node);
    }

    @AfterEach
    void close() {
        kubelet.close();
        cluster.close();
    }

    private Given given() {
        return Given.in(volume)
                .with("kind", "jobset")
                .with("volume-claim", "trials")
                .with("root", volume.toString());
    }

    private NonNamespaceOperation<
                    GenericKubernetesResource, GenericKubernetesResourceList, Resource<GenericKubernetesResource>>
            sets() {
        return cluster.client.genericKubernetesResources(JobSets.KIND).inNamespace(FakeCluster.NAMESPACE);
    }

    private GenericKubernetesResource set(String key) {
        return Objects.requireNonNull(sets().withName("amdahl-" + key).get());
    }

    private static JobSpec part(GenericKubernetesResource set) {
        return Serialization.unmarshal(
                Serialization.asJson(set.get("spec", "replicatedJobs", 0, "template", "spec")), JobSpec.class);
    }

    /** What the controller does: makes the Job of a set that is not suspended, removes that of one that is gone, tells how it ended. */
    private void control() {
        var jobs = cluster.client.batch().v1().jobs().inNamespace(FakeCluster.NAMESPACE);
        for (GenericKubernetesResource set : sets().list().getItems()) {
            String name = set.getMetadata().getName() + "-trial-0";
            Job job = jobs.withName(name).get();
            boolean isOver = set.get("status", "conditions") != null;
            if (job == null && !isOver && !Boolean.TRUE.equals(set.get("spec", "suspend"))) {
                Map<String, String> labels = set.get("spec", "replicatedJobs", 0, "template", "metadata", "labels");
                jobs.resource(new JobBuilder()
                                .withNewMetadata()
                                .withName(name)
                                .withLabels(labels)
                                .endMetadata()
                                .withSpec(part(set))
                                .build())
                        .create();
            } else if (job != null && !isOver && JobOutcome.isFinished(job)) {
                boolean isGood =
                        job.getStatus().getConditions().get(0).getType().equals("Complete");
                say(set, isGood ? "Completed" : "Failed", "part of " + name);
            }
        }
        for (Job job : jobs.list().getItems()) {
            String owner = job.getMetadata().getName().replace("-trial-0", "");
            if (sets().withName(owner).get() == null) {
                jobs.withName(job.getMetadata().getName()).delete();
            }
        }
    }

    private void say(GenericKubernetesResource set, String type, String message) {
        set.setAdditionalProperty(
                "status",
                Map.of(
                        "conditions",
                        List.of(Map.of("type", type, "status", "True", "reason", "Test", "message", message))));
        sets().resource(set).updateStatus();
    }

    @Test
    void theDocumentIsValidByThePublishedSchemas() throws Exception {
        KubernetesScheduler scheduler = KubernetesScheduler.over(cluster.client, given().with("queue", "team"));
        scheduler.submit(Wanted.shell("valid", "true").onNodes(3));
        GenericKubernetesResource set = set("valid");

        assertThat(schema().validate(json(set))).isEmpty();
        assertThat(ManifestTest.unknown(part(set))).isEmpty();
        assertThat(set.getMetadata().getLabels()).containsEntry("kueue.x-k8s.io/queue-name", "team");
        assertThat(Boolean.TRUE.equals(set.get("spec", "suspend")))
                .as("until Kueue admits it")
                .isTrue();
        assertThat(part(set).getCompletionMode()).isEqualTo("Indexed");
        assertThat(part(set).getSuspend()).isNull();
        Map<String, String> labels = set.get("spec", "replicatedJobs", 0, "template", "metadata", "labels");
        assertThat(labels).as("queued once").doesNotContainKey("kueue.x-k8s.io/queue-name");

        set.setAdditionalProperty("spec", Map.of("replicatedJob", List.of()));
        assertThat(schema().validate(json(set)))
                .as("what is misspelled is seen")
                .isNotEmpty();
    }

    private static JsonNode json(GenericKubernetesResource set) throws Exception {
        return new ObjectMapper().readTree(Serialization.asJson(set));
    }

    private static JsonSchema schema() throws Exception {
        try (InputStream in = JobSetTest.class.getResourceAsStream("jobset.schema.json")) {
            return JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012)
                    .getSchema(in);
        }
    }

    @Test
    void itRunsOverSeveralPodsAndIsCollected() throws Exception {
        KubernetesScheduler scheduler = KubernetesScheduler.over(cluster.client, given());
        WorkerRunId run = scheduler.submit(
                Wanted.shell("set", "echo $AMDAHL_NODE of $AMDAHL_NODES").onNodes(2));
        assertThat(scheduler.poll(Set.of(run))).containsEntry(run, RunStatus.QUEUED);
        assertThat(scheduler.find("set")).contains(run);
        assertThat(scheduler.submit(Wanted.shell("set", "echo $AMDAHL_NODE of $AMDAHL_NODES")
                        .onNodes(2)))
                .isEqualTo(run);
        assertThat(sets().list().getItems()).hasSize(1);

        control();
        kubelet.step();
        assertThat(scheduler.poll(Set.of(run))).containsEntry(run, RunStatus.RUNNING);
        kubelet.finish("amdahl-set-trial-0");
        assertThat(scheduler.poll(Set.of(run))).as("its set is not at its end").doesNotContainValue(RunStatus.DONE);
        control();
        assertThat(scheduler.poll(Set.of(run))).containsEntry(run, RunStatus.DONE);

        assertThat(scheduler.collect(run).arms())
                .allSatisfy(arm ->
                        assertThat(arm.folder().orElseThrow().resolve("stdout")).hasContent("0 of 2"));
        assertThat(set("set").getMetadata().getLabels()).containsKey(Labels.COLLECTED);
    }

    @Test
    void oneThatFailsOrWasRestartedIsNoResultAndACancelledOneIsGone() throws Exception {
        KubernetesScheduler scheduler = KubernetesScheduler.over(cluster.client, given());
        WorkerRunId failed = scheduler.submit(Wanted.shell("failed", "true"));
        say(set("failed"), "Failed", "jobset failed due to one or more job failures");
        WorkerRunId again = scheduler.submit(Wanted.shell("again", "true"));
        GenericKubernetesResource restarted = set("again");
        restarted.setAdditionalProperty(
                "status", Map.of("restarts", 1, "conditions", List.of(Map.of("type", "Completed", "status", "True"))));
        sets().resource(restarted).updateStatus();
        WorkerRunId ended = scheduler.submit(Wanted.shell("ended", "sleep 60"));
        control();
        kubelet.step();
        scheduler.cancel(ended);
        control();

        assertThat(scheduler.poll(Set.of(failed, again, ended)))
                .containsEntry(failed, RunStatus.INFRA_FAILED)
                .containsEntry(again, RunStatus.INFRA_FAILED)
                .containsEntry(ended, RunStatus.CANCELLED);
        assertThat(scheduler.reason(failed).orElseThrow()).contains("one or more job failures");
        assertThat(scheduler.reason(again).orElseThrow()).contains("ran more than once");
        assertThat(sets().withName("amdahl-ended").get()).isNull();
    }
}
