package dev.amdahl.core.schedulers.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.contract.Requires;
import dev.amdahl.spi.experiment.RunStatus;
import dev.amdahl.spi.experiment.WorkerRunId;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.GenericKubernetesResourceList;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.PodTemplateSpecBuilder;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.batch.v1.JobBuilder;
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

/** Trials as TrainJobs, whose controllers the test plays over a runtime of one Job; the document is held to the published schema. */
final class TrainJobsTest {
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
                .with("kind", "trainjob")
                .with("runtime", "amdahl-trial")
                .with("volume-claim", "trials")
                .with("root", volume.toString());
    }

    private KubernetesScheduler scheduler(Given given) {
        return KubernetesScheduler.over(cluster.client, given);
    }

    private NonNamespaceOperation<
                    GenericKubernetesResource, GenericKubernetesResourceList, Resource<GenericKubernetesResource>>
            trains() {
        return cluster.client.genericKubernetesResources(TrainJobs.KIND).inNamespace(FakeCluster.NAMESPACE);
    }

    private GenericKubernetesResource train(String key) {
        return Objects.requireNonNull(trains().withName("amdahl-" + key).get());
    }

    /** What the controllers do: make the Job of a TrainJob that is not suspended, remove that of one that is gone, tell how it ended. */
    private void control() {
        var jobs = cluster.client.batch().v1().jobs().inNamespace(FakeCluster.NAMESPACE);
        for (GenericKubernetesResource train : trains().list().getItems()) {
            String name = train.getMetadata().getName() + "-node-0";
            Job job = jobs.withName(name).get();
            boolean isOver = train.get("status", "conditions") != null;
            if (job == null && !isOver && !Boolean.TRUE.equals(train.get("spec", "suspend"))) {
                jobs.resource(made(train, name)).create();
            } else if (job != null && !isOver && JobOutcome.isFinished(job)) {
                say(train, job.getStatus().getConditions().get(0).getType(), "jobset of " + name);
            }
        }
        for (Job job : jobs.list().getItems()) {
            String owner = job.getMetadata().getName().replace("-node-0", "");
            if (trains().withName(owner).get() == null) {
                jobs.withName(job.getMetadata().getName()).delete();
            }
        }
    }

    /** The runtime's Job with what the TrainJob and its patch say. */
    private static Job made(GenericKubernetesResource train, String name) {
        Job patch = part(
                train.get(
                        "spec",
                        "runtimePatches",
                        0,
                        "trainingRuntimeSpec",
                        "template",
                        "spec",
                        "replicatedJobs",
                        0,
                        "template"),
                Job.class);
        PodTemplateSpec patched = patch.getSpec().getTemplate();
        Container trainer = part(
                Map.of(
                        "image", train.get("spec", "trainer", "image"),
                        "command", train.get("spec", "trainer", "command"),
                        "env", train.get("spec", "trainer", "env"),
                        "resources", train.get("spec", "trainer", "resourcesPerNode")),
                Container.class);
        trainer.setName("node");
        trainer.setVolumeMounts(patched.getSpec().getContainers().get(0).getVolumeMounts());
        int nodes = train.get("spec", "trainer", "numNodes");
        return new JobBuilder()
                .withNewMetadata()
                .withName(name)
                .withLabels(patch.getMetadata().getLabels())
                .endMetadata()
                .withNewSpec()
                .withParallelism(nodes)
                .withCompletions(nodes)
                .withCompletionMode("Indexed")
                .withBackoffLimit(0)
                .withTemplate(new PodTemplateSpecBuilder(patched)
                        .editSpec()
                        .withContainers(trainer)
                        .withRestartPolicy("Never")
                        .endSpec()
                        .build())
                .endSpec()
                .build();
    }

    private static <T> T part(Object document, Class<T> type) {
        return Serialization.unmarshal(Serialization.asJson(document), type);
    }

    private void say(GenericKubernetesResource train, String type, String message) {
        train.setAdditionalProperty(
                "status",
                Map.of(
                        "conditions",
                        List.of(Map.of(
                                "type",
                                type,
                                "status",
                                "True",
                                "reason",
                                "Test",
                                "message",
                                message,
                                "lastTransitionTime",
                                "2026-01-02T03:04:05Z"))));
        trains().resource(train).updateStatus();
    }

    @Test
    void theDocumentIsValidByThePublishedSchema() throws Exception {
        scheduler(given().with("queue", "team").with("memory", "8Gi").with("queue-limit", "PT1H"))
                .submit(Wanted.shell("valid", "true").onNodes(2));
        GenericKubernetesResource train = train("valid");
        assertThat(schema().validate(json(train))).isEmpty();
        assertThat(train.getMetadata().getLabels()).containsEntry("kueue.x-k8s.io/queue-name", "team");
        assertThat(Boolean.TRUE.equals(train.get("spec", "suspend")))
                .as("until Kueue admits it")
                .isTrue();
        assertThat(json(train).at("/spec/runtimeRef"))
                .isEqualTo(
                        new ObjectMapper()
                                .readTree(
                                        "{\"apiGroup\": \"trainer.kubeflow.org\", \"kind\": \"ClusterTrainingRuntime\", \"name\": \"amdahl-trial\"}"));
        assertThat(json(train).at("/spec/trainer/numNodes").asInt()).isEqualTo(2);
        assertThat(json(train)
                        .at("/spec/trainer/resourcesPerNode/limits/memory")
                        .asText())
                .isEqualTo("8Gi");
        JsonNode patch = json(train).at("/spec/runtimePatches/0/trainingRuntimeSpec/template/spec/replicatedJobs/0");
        assertThat(patch.at("/template/spec/template/spec/containers/0").has("env"))
                .as("Trainer takes variables of its container from itself alone")
                .isFalse();
        assertThat(patch.at("/template/metadata/labels").toString()).doesNotContain("queue-name");

        train.setAdditionalProperty("spec", Map.of("runtimePatch", List.of()));
        assertThat(schema().validate(json(train)))
                .as("what is misspelled is seen")
                .isNotEmpty();
    }

    private static JsonNode json(GenericKubernetesResource train) throws Exception {
        return new ObjectMapper().readTree(Serialization.asJson(train));
    }

    private static JsonSchema schema() throws Exception {
        try (InputStream in = TrainJobsTest.class.getResourceAsStream("trainjob.schema.json")) {
            return JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012)
                    .getSchema(in);
        }
    }

    @Test
    void itRunsInTheRuntimesPodsAndIsCollected() throws Exception {
        KubernetesScheduler scheduler = scheduler(given());
        Wanted wanted =
                Wanted.shell("train", "echo $AMDAHL_NODE of $AMDAHL_NODES").onNodes(2);
        WorkerRunId run = scheduler.submit(wanted);
        assertThat(scheduler.poll(Set.of(run))).containsEntry(run, RunStatus.QUEUED);
        assertThat(scheduler.submit(wanted)).isEqualTo(run);
        assertThat(trains().list().getItems()).hasSize(1);

        control();
        kubelet.step();
        assertThat(scheduler.poll(Set.of(run))).containsEntry(run, RunStatus.RUNNING);
        kubelet.finish("amdahl-train-node-0");
        control();
        assertThat(scheduler.poll(Set.of(run))).containsEntry(run, RunStatus.DONE);
        assertThat(scheduler.collect(run).arms())
                .allSatisfy(arm ->
                        assertThat(arm.folder().orElseThrow().resolve("stdout")).hasContent("0 of 2"));
        assertThat(train("train").getMetadata().getLabels()).containsKey(Labels.COLLECTED);
    }

    @Test
    void withoutAVolumeItsResultComesByTheLogOfTheRuntimesContainer() throws Exception {
        KubernetesScheduler scheduler =
                scheduler(Given.in(volume).with("kind", "trainjob").with("runtime", "TrainingRuntime/own"));
        WorkerRunId run = scheduler.submit(Wanted.shell("log", "echo here"));
        assertThat(json(train("log")).at("/spec/runtimeRef/kind").asText()).isEqualTo("TrainingRuntime");
        control();
        kubelet.step();
        kubelet.finish("amdahl-log-node-0");
        control();
        assertThat(scheduler.poll(Set.of(run))).containsEntry(run, RunStatus.DONE);
        assertThat(scheduler.collect(run).arms())
                .allSatisfy(arm ->
                        assertThat(arm.folder().orElseThrow().resolve("stdout")).hasContent("here"));
    }

    @Test
    void oneThatFailsOrWasBegunAgainIsNoResultAndACancelledOneIsGone() throws Exception {
        KubernetesScheduler scheduler = scheduler(given());
        WorkerRunId failed = scheduler.submit(Wanted.shell("failed", "true"));
        say(train("failed"), "Failed", "jobset failed due to one or more job failures");
        WorkerRunId again = scheduler.submit(Wanted.shell("again", "true"));
        WorkerRunId ended = scheduler.submit(Wanted.shell("ended", "sleep 60"));
        control();
        cluster.client
                .batch()
                .v1()
                .jobs()
                .inNamespace(FakeCluster.NAMESPACE)
                .withName("amdahl-again-node-0")
                .edit(job -> new JobBuilder(job)
                        .editMetadata()
                        .addToLabels("jobset.sigs.k8s.io/restart-attempt", "1")
                        .endMetadata()
                        .build());
        say(train("again"), "Complete", "jobset completed");
        kubelet.step();
        scheduler.cancel(ended);
        control();

        assertThat(scheduler.poll(Set.of(failed, again, ended)))
                .containsEntry(failed, RunStatus.INFRA_FAILED)
                .containsEntry(again, RunStatus.INFRA_FAILED)
                .containsEntry(ended, RunStatus.CANCELLED);
        assertThat(scheduler.reason(again).orElseThrow()).contains("ran more than once");
        assertThat(trains().withName("amdahl-ended").get()).isNull();
    }

    @Test
    void whatTheRuntimeDecidesIsRefusedHere() {
        assertRefused(given().without("runtime"), "setting runtime: is missing");
        assertRefused(given().with("kind", "jobset"), "setting runtime: is set without kind=trainjob");
        assertRefused(
                given().with("runtime", "Job/x"), "setting runtime: is 'Job/x'; write NAME or TrainingRuntime/NAME");
        assertRefused(
                given().with("priority-class", "high"), "setting priority-class: is not for kind=trainjob; set it in");
        assertRefused(given().with("claim-template.h200", "one"), "is not for kind=trainjob; use resource.TYPE");
    }

    private void assertRefused(Given given, String text) {
        assertThatThrownBy(() -> scheduler(given))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining(text);
    }
}
