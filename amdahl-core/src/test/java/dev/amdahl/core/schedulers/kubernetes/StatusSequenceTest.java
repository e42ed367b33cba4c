package dev.amdahl.core.schedulers.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.amdahl.core.testing.SettableClock;
import dev.amdahl.spi.experiment.RunStatus;
import dev.amdahl.spi.experiment.WorkerRunId;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.GenericKubernetesResourceBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Sequences of documents, after the API reference of Kubernetes and Kueue, and the statuses that they stand for. */
final class StatusSequenceTest {
    private static final String NAME = "amdahl-k1";
    private static final JsonMapper JSON = new JsonMapper();

    private static FakeCluster cluster;

    @TempDir
    Path here;

    @BeforeAll
    static void startCluster() {
        cluster = new FakeCluster();
    }

    @AfterAll
    static void stopCluster() {
        cluster.close();
    }

    @AfterEach
    void clear() {
        cluster.client.batch().v1().jobs().inNamespace("test").delete();
        cluster.client.pods().inNamespace("test").delete();
        cluster.client.configMaps().inNamespace("test").delete();
        cluster.client
                .genericKubernetesResources(FakeCluster.WORKLOADS)
                .inNamespace("test")
                .delete();
    }

    private static List<Path> files() throws IOException, URISyntaxException {
        Path folder = Path.of(Objects.requireNonNull(StatusSequenceTest.class.getResource("sequences"))
                .toURI());
        try (Stream<Path> files = Files.list(folder)) {
            return files.sorted().toList();
        }
    }

    @Test
    void everyKindOfEndIsThere() throws IOException, URISyntaxException {
        assertThat(files()).hasSizeGreaterThanOrEqualTo(17);
    }

    @ParameterizedTest
    @MethodSource("files")
    void documentsAreReadAsStatuses(Path file) throws IOException {
        JsonNode sequence = Serialization.unmarshal(Files.readString(file), JsonNode.class);
        SettableClock clock = new SettableClock(Instant.now());
        Given given = Given.in(here).at(clock);
        KubernetesScheduler scheduler = KubernetesScheduler.over(
                cluster.client,
                sequence.has("queue")
                        ? given.with("queue", sequence.path("queue").asText())
                        : given);
        WorkerRunId run = scheduler.submit(Wanted.shell("k1", "true"));
        Job job = cluster.client
                .batch()
                .v1()
                .jobs()
                .inNamespace("test")
                .withName(NAME)
                .get();
        List<String> expected = new ArrayList<>();
        List<String> told = new ArrayList<>();
        for (JsonNode step : sequence.path("steps")) {
            apply(step, job);
            clock.advance(Duration.parse(step.path("later").asText("PT0S")));
            expected.add(step.path("expect").asText());
            told.add(scheduler
                    .poll(Set.of(run))
                    .getOrDefault(run, RunStatus.UNKNOWN)
                    .name());
            String reason = scheduler.reason(run).orElse("");
            assertThat(reason)
                    .as("%s", step.path("about"))
                    .contains(step.path("reason").asText(""));
            assertThat(reason.isEmpty()).isEqualTo(!step.has("reason"));
            boolean isThere = cluster.client
                            .batch()
                            .v1()
                            .jobs()
                            .inNamespace("test")
                            .withName(NAME)
                            .get()
                    != null;
            assertThat(isThere)
                    .as("the Job is there")
                    .isEqualTo(
                            !step.path("ends").asBoolean() && step.path("job").isObject());
        }
        assertThat(told).isNotEmpty().isEqualTo(expected);
    }

    private static void apply(JsonNode step, Job job) throws IOException {
        var jobs = cluster.client.batch().v1().jobs().inNamespace("test").withName(NAME);
        if (step.path("job").isNull()) {
            jobs.delete();
        } else {
            Job part = JSON.treeToValue(step.path("job"), Job.class);
            if (part.getSpec() != null) {
                jobs.edit(now -> {
                    now.getSpec().setSuspend(part.getSpec().getSuspend());
                    return now;
                });
            }
            jobs.editStatus(now -> {
                now.setStatus(part.getStatus());
                return now;
            });
        }
        cluster.client.pods().inNamespace("test").delete();
        for (JsonNode document : step.path("pods")) {
            Pod pod = JSON.treeToValue(document, Pod.class);
            pod.getMetadata().setLabels(job.getMetadata().getLabels());
            cluster.client.pods().inNamespace("test").resource(pod).create();
        }
        cluster.client
                .genericKubernetesResources(FakeCluster.WORKLOADS)
                .inNamespace("test")
                .delete();
        if (step.has("workload")) {
            GenericKubernetesResource workload = new GenericKubernetesResourceBuilder()
                    .withApiVersion("kueue.x-k8s.io/v1beta1")
                    .withKind("Workload")
                    .withNewMetadata()
                    .withName("job-amdahl-k1-3f1c2")
                    .addToLabels(Workloads.JOB_UID, job.getMetadata().getUid())
                    .endMetadata()
                    .addToAdditionalProperties(
                            "status", JSON.convertValue(step.path("workload").path("status"), Object.class))
                    .build();
            cluster.client
                    .genericKubernetesResources(FakeCluster.WORKLOADS)
                    .inNamespace("test")
                    .resource(workload)
                    .create();
        }
    }
}
